#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Why a file could not be read or written, without its name: people know it by the one they wrote.
enum FileFailure: Error, Hashable {
  case missing
  case unreadable
  case directory
  case special
  case symbolicLink
  case tooLarge(limit: Int)
  case foreignOwner
  case open(mode: UInt32)
  case openFolder
  case system(code: Int32)

  /// The failure that an error code of `open` and its like means.
  init(code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EACCES, EPERM: self = .unreadable
    case EISDIR: self = .directory
    case ELOOP: self = .symbolicLink
    default: self = .system(code: code)
    }
  }

  /// One sentence, without a full stop, about the file that is shown by a name.
  ///
  /// - Parameters:
  ///   - name: The file as the user wrote it.
  ///   - path: Where it is, for the command that mends it.
  /// - Returns: The sentence.
  func sentence(_ name: String, path: String) -> String {
    switch self {
    case .missing: "there is no file '\(name)'"
    case .unreadable: "the file '\(name)' may not be read"
    case .directory: "'\(name)' is a folder and not a file"
    case .special: "'\(name)' is no regular file"
    case .symbolicLink:
      "'\(name)' is a symbolic link, which a file with a secret must not be; name the file itself"
    case .tooLarge(let limit): "the file '\(name)' is larger than \(Self.size(limit))"
    case .foreignOwner: "the file '\(name)' belongs to another user; make it your own"
    case .open(let mode):
      """
      the file '\(name)' can be opened by other users (mode \(Self.octal(mode))); run \
      `chmod 600 \(ShellWord.quoted(path))`
      """
    case .openFolder:
      "everybody may replace files in the folder of '\(name)'; move the file to a folder of your own"
    case .system(let code): "the file '\(name)' could not be used: \(Self.words(of: code))"
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// What the system calls an error code.
  static func words(of code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

/// Words as a shell reads them, for commands that people copy.
package enum ShellWord {
  /// The word, in single quotes where it needs them.
  package static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","):
        true
      default: false
      }
    }
    if plain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}
