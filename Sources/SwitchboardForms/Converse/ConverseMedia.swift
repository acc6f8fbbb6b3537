import SwitchboardCore

/// Writes media as blocks of Converse, which takes bytes, and addresses in S3 alone (Bedrock API
/// Reference, ImageBlock, DocumentBlock, VideoBlock and AudioBlock).
struct ConverseMedia {
  private var names: Set<String> = []

  /// The block that shows media; `nil` for a type or an address that Converse does not take.
  ///
  /// What the vendor is told of them, in `data`, are `citations` and `context` of a document.
  mutating func block(_ media: Media, data: JSON?) -> JSON? {
    guard let (kind, format) = Self.format(media.mime) else { return nil }
    let source: JSON
    switch media.location {
    case .bytes(let bytes):
      if bytes.isEmpty { return nil }
      source = ["bytes": JSON(Base64.encode(bytes))]
    case .url(let url):
      guard url.hasPrefix("s3://") else { return nil }
      source = ["s3Location": ["uri": JSON(url)]]
    }
    var block: [(String, JSON)] = [("format", JSON(format))]
    if kind == "document" { block.append(("name", JSON(name(media.name)))) }
    block.append(("source", source))
    if kind == "document", let data {
      block += [("context", data["context"]), ("citations", data["citations"])]
    }
    return .object([(kind, .object(block))])
  }

  /// A name of letters, digits, single spaces, hyphens, parentheses and brackets, no two alike.
  private mutating func name(_ name: String?) -> String {
    var words: [String] = [""]
    for scalar in (name ?? "").unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "(", ")", "[", "]":
        words[words.count - 1].unicodeScalars.append(scalar)
      default:
        words.append("")
      }
    }
    let joined = words.filter { !$0.isEmpty }.joined(separator: " ")
    let plain = joined.isEmpty ? "document" : String(joined.prefix(190))
    var free = plain
    var number = 2
    while !names.insert(free).inserted {
      free = "\(plain) \(number)"
      number += 1
    }
    return free
  }

  private static func format(_ mime: String) -> (kind: String, format: String)? {
    if let format = formats[mime] { return format }
    return mime.hasPrefix("text/") || mime == "application/json" ? ("document", "txt") : nil
  }

  private static let formats: [String: (kind: String, format: String)] = [
    "image/png": ("image", "png"), "image/jpeg": ("image", "jpeg"), "image/gif": ("image", "gif"),
    "image/webp": ("image", "webp"),
    "application/pdf": ("document", "pdf"), "text/csv": ("document", "csv"),
    "text/html": ("document", "html"), "text/markdown": ("document", "md"),
    "application/msword": ("document", "doc"), "application/vnd.ms-excel": ("document", "xls"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      ("document", "docx"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ("document", "xlsx"),
    "video/mp4": ("video", "mp4"), "video/quicktime": ("video", "mov"),
    "video/x-matroska": ("video", "mkv"), "video/webm": ("video", "webm"),
    "video/x-flv": ("video", "flv"), "video/mpeg": ("video", "mpeg"),
    "video/x-ms-wmv": ("video", "wmv"), "video/3gpp": ("video", "three_gp"),
    "audio/mpeg": ("audio", "mp3"), "audio/wav": ("audio", "wav"), "audio/flac": ("audio", "flac"),
    "audio/ogg": ("audio", "ogg"), "audio/opus": ("audio", "opus"), "audio/aac": ("audio", "aac"),
    "audio/mp4": ("audio", "m4a"), "audio/webm": ("audio", "webm"),
  ]
}
