#if os(Linux)
import Foundation

/// `openssl s_server` on a free port of this machine, with a certificate nobody signed.
///
/// It answers every request with a page about itself. The process ends with the object.
final class TLSServer {
  let port: Int
  private let folder: URL
  private let process = Process()

  /// Whether the `openssl` command is there; Debian: `apt-get install openssl`.
  static var isAvailable: Bool { openssl != nil }

  private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The file with the certificate, for those who want to trust it.
  var certificate: String { folder.appendingPathComponent("certificate.pem").path }

  /// Starts a server whose certificate is made out to 127.0.0.1 and vendor.test.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("switchboard-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = ["-keyout", "key.pem", "-out", "certificate.pem"]
    let maker = Process()
    try Self.run(
      maker, in: folder, output: FileHandle.nullDevice,
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + files + ["-days", "2", "-subj", "/CN=vendor.test"]
        + ["-addext", "subjectAltName=DNS:vendor.test,IP:127.0.0.1"])
    maker.waitUntilExit()
    let pipe = Pipe()
    try Self.run(
      process, in: folder, output: pipe,
      ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-www"])
    var text = ""
    while accepted(text) == nil {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
      text += String(decoding: data, as: UTF8.self)
    }
    port = accepted(text) ?? 0
    func accepted(_ text: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        .flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func run(
    _ process: Process, in folder: URL, output: Any, _ arguments: [String]
  ) throws {
    guard let openssl else { throw CocoaError(.fileNoSuchFile) }
    process.executableURL = URL(fileURLWithPath: openssl)
    process.currentDirectoryURL = folder
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }
}
#endif
