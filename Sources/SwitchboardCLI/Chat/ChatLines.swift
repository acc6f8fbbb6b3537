/// The lines that come in on standard input.
struct ChatLines {
  private let input = InputDescriptor.standard
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// The next line, without its end; `nil` at the end.
  mutating func next() async throws -> String? {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if isAtEnd {
        if bytes.isEmpty { return nil }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
      }
      if let piece = try await input.next() { bytes += piece } else { isAtEnd = true }
    }
  }
}
