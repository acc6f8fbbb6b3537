import SwitchboardCore
import SwitchboardWire

/// Fetches a picture that a vendor gave by its address.
///
/// The address comes from outside, so little is allowed: `https`, except on this machine; no redirect;
/// at most 50 MB; and the bytes must be a picture, whatever the server calls them.
struct PictureDownload {
  let transport: any HTTPTransport

  /// The most bytes of a picture.
  static let limit = 50_000_000

  /// Fetches a picture.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError``; `CancellationError` when the task was cancelled.
  func media(_ url: String, name: String?) async throws -> Media {
    if let problem = Self.problem(with: url) {
      throw SwitchboardError(.decoding, "The vendor's address of a picture \(problem).")
    }
    var deadlines = Deadlines()
    deadlines.total = .seconds(120)
    let (head, body) = try await transport.whole(
      HTTPRequest(method: "GET", url: url, deadlines: deadlines), limit: Self.limit)
    guard head.status == 200 else {
      throw SwitchboardError(
        head.status == 404 || head.status == 410 ? .notFound : .server,
        "The picture could not be fetched: the server answered \(head.status).",
        status: head.status)
    }
    let media = Media(bytes: body, name: name)
    guard media.family == .image, media.mime != "image/svg+xml" else {
      throw SwitchboardError(.decoding, "What the vendor's address led to is no picture.")
    }
    return media
  }

  /// What speaks against fetching an address, as the end of a sentence; `nil` for nothing.
  static func problem(with url: String) -> String? {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else {
      return "holds characters that no address has"
    }
    let lower = url.lowercased()
    if lower.hasPrefix("https://") { return nil }
    guard lower.hasPrefix("http://") else { return "is no https address" }
    let authority = lower.dropFirst(7).prefix { !"/?#".contains($0) }
    let host =
      authority.hasPrefix("[")
      ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(String(host))
    return isLocal && !authority.contains("@") ? nil : "is not https"
  }
}
