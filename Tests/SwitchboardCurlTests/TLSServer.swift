#if os(Linux)
import Glibc

/// `openssl s_server` on a free port of this machine, with a certificate nobody signed.
///
/// It answers every request with a page about itself. The process ends with the object. Spawned by
/// hand: Foundation's `Process` runs a run loop on the thread that waits for it.
final class TLSServer {
  /// Why there is no server.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let port: Int

  /// The file with the certificate, for those who want to trust it.
  let certificate: String

  private let folder: String
  private let process: pid_t
  private let output: Int32

  /// Whether the `openssl` command is there; Debian: `apt-get install openssl`.
  static var isAvailable: Bool { openssl != nil }

  private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/bin/openssl"]
    .first { (path: String) in access(path, X_OK) == 0 }

  /// Starts a server whose certificate is made out to 127.0.0.1 and vendor.test.
  init() throws {
    var template = Array("/tmp/switchboard-tls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no temporary folder") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    certificate = "\(folder)/certificate.pem"
    let key = "\(folder)/key.pem"
    let maker = try Self.spawn(
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=vendor.test"]
        + ["-addext", "subjectAltName=DNS:vendor.test,IP:127.0.0.1"])
    var status: Int32 = 0
    waitpid(maker.process, &status, 0)
    close(maker.output)
    (process, output) = try Self.spawn(
      ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
    guard status == 0, let port = Self.acceptedPort(output) else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw Failure(description: "openssl does not serve")
    }
    self.port = port
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(output)
    unlink(certificate)
    unlink("\(folder)/key.pem")
    rmdir(folder)
  }

  /// Starts the command with its output in a pipe.
  private static func spawn(_ arguments: [String]) throws -> (process: pid_t, output: Int32) {
    guard let openssl else { throw Failure(description: "no openssl") }
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { throw Failure(description: "no pipe") }
    for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([openssl] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, openssl, &actions, nil, &words, nil)
    close(pipe[1])
    guard result == 0 else {
      close(pipe[0])
      throw Failure(description: "openssl does not start: \(result)")
    }
    return (process, pipe[0])
  }

  /// Reads the line `ACCEPT 127.0.0.1:port`.
  private static func acceptedPort(_ output: Int32) -> Int? {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.hasPrefix("ACCEPT ") }) {
        return line.split(separator: ":").last.flatMap { Int($0) }
      }
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
#endif
