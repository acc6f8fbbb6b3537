import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardTransport
import SwitchboardWire

/// The server in a process of its own, so that what is measured here is ours alone.
///
/// It ends with this value.
final class Server {
  /// The address, without a slash at its end.
  let address: String

  private let process: ChildProcess

  init() throws {
    process = try ChildProcess(["--serve"])
    let line = String(decoding: process.read(), as: UTF8.self)
    guard let port = Int(line.split(separator: "\n").first ?? "") else {
      throw SwitchboardError(.network, "the server did not print its port.")
    }
    address = "http://127.0.0.1:\(port)"
  }

  /// Where the operation of a path is.
  func url(_ path: String) -> String { "\(address)/\(path)/chat/completions" }

  /// OpenAI's vendor, which calls a path here.
  func provider(_ path: String, _ transport: any HTTPTransport) throws -> any StreamProvider {
    try OpenAIProvider(
      configuration: VendorConfiguration(
        id: "openai", kind: "openai", keys: KeyRing(Secret("sk-for-the-benchmarks")),
        baseURL: "\(address)/\(path)", values: ["protocol": "chat"]),
      transport: transport)
  }

  /// When the readers of waiting streams went away since the last question: number of the stream to
  /// nanoseconds of the monotonic clock.
  func closes(_ transport: any HTTPTransport) async throws -> [Int: Int64] {
    let request = HTTPRequest(method: "GET", url: "\(address)/closes")
    let (_, body) = try await transport.whole(request)
    var closes: [Int: Int64] = [:]
    for line in String(decoding: body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let id = Int(words[0]), let time = Int64(words[1]) { closes[id] = time }
    }
    return closes
  }
}
