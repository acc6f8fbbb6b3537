#if os(Linux)
import CCurl
import CSwitchboardCurl
import SwitchboardWire

/// Sets options of an easy handle and remembers whether curl took all of them.
struct CurlOptions {
  /// Whether every option was taken so far.
  private(set) var isGood = true

  private let easy: UnsafeMutableRawPointer

  /// Bodies up to this size are copied by curl and leave in one piece with the header fields; larger
  /// ones are read where they lie.
  static let smallBody = 64 << 10

  init(_ easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  mutating func set(_ option: CURLoption, _ value: Int) {
    note(sb_easy_set_long(easy, option.rawValue, value))
  }

  mutating func set(_ option: CURLoption, _ value: String?) {
    note(sb_easy_set_text(easy, option.rawValue, value))
  }

  mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    note(sb_easy_set_pointer(easy, option.rawValue, value))
  }

  /// The method with its body.
  mutating func setMethod(_ method: String, body: [UInt8]) {
    // The order matters: each of these also sets the method that curl would use by itself.
    set(CURLOPT_NOBODY, method == "HEAD" ? 1 : 0)
    if method == "HEAD" || (body.isEmpty && !["POST", "PUT", "PATCH"].contains(method)) {
      if method != "HEAD" { set(CURLOPT_HTTPGET, 1) }
    } else {
      set(CURLOPT_POST, 1)
      note(sb_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE.rawValue, Int64(body.count)))
      if body.count <= Self.smallBody {
        body.withUnsafeBytes {
          var none: UInt8 = 0
          let bytes = $0.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
          withUnsafeMutableBytes(of: &none) { none in
            set(CURLOPT_COPYPOSTFIELDS, bytes ?? none.baseAddress)
          }
        }
      }
    }
    set(CURLOPT_CUSTOMREQUEST, method)
  }

  /// The certificates to trust.
  mutating func setCertificates(_ settings: CurlSettings) {
    if let file = settings.certificateFile { set(CURLOPT_CAINFO, file) }
    if let folder = settings.certificateFolder { set(CURLOPT_CAPATH, folder) }
    if settings.certificateFile == nil, settings.certificateFolder == nil,
      let known = curl_version_info(CURLVERSION_TENTH)?.pointee, known.cainfo != nil
    {
      // curl keeps the parsed certificates for the next connection only when there is no folder
      // beside the file.
      set(CURLOPT_CAPATH, nil as String?)
    }
  }

  /// The functions that curl calls, all with the handle as their context.
  mutating func setCallbacks(of handle: CurlHandle, errorText: UnsafeMutablePointer<CChar>) {
    let context = Unmanaged.passUnretained(handle).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
      CURLOPT_PREREQDATA,
    ] {
      set(option, context)
    }
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    note(
      sb_easy_set_data_callback(easy, CURLOPT_WRITEFUNCTION.rawValue) {
        bytes, size, count, context in
        let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
        guard let handle = CurlHandle.from(context) else { return 0 }
        return handle.take(body: body) ? body.count : Int(CURL_WRITEFUNC_PAUSE)
      })
    note(
      sb_easy_set_data_callback(easy, CURLOPT_HEADERFUNCTION.rawValue) {
        bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlHandle.from(context)?.take(line: line) == true ? line.count : 0
      })
    note(
      sb_easy_set_data_callback(easy, CURLOPT_READFUNCTION.rawValue) {
        bytes, size, count, context in
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return CurlHandle.from(context)?.give(into: buffer) ?? 0
      })
    note(
      sb_easy_set_seek_callback(easy) { context, offset, origin in
        guard origin == 0 else { return Int32(CURL_SEEKFUNC_FAIL) }
        CurlHandle.from(context)?.seek(to: offset)
        return Int32(CURL_SEEKFUNC_OK)
      })
    note(
      sb_easy_set_prereq_callback(easy) { context, _, _, _, _ in
        CurlHandle.from(context)?.connected()
        return Int32(CURL_PREREQFUNC_OK)
      })
  }

  /// The header fields in curl's spelling, without the fields that it would add by itself.
  static func list(_ headers: HTTPFields) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for field in headers.fields where field.name.lowercased() != "content-length" {
      // A name with a colon and nothing would take the field out; a semicolon sends it empty.
      let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      list = curl_slist_append(list, isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    for name in ["Accept", "Content-Type", "Expect", "User-Agent"] where headers[name] == nil {
      list = curl_slist_append(list, "\(name):")
    }
    return list
  }

  private mutating func note(_ code: UInt32) {
    if code != CURLE_OK.rawValue { isGood = false }
  }
}

extension Duration {
  /// Whole milliseconds, at least one, within curl's range.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
#endif
