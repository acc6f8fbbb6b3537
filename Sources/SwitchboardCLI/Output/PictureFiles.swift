import SwitchboardCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files that pictures are written to.
struct PictureFiles {
  /// Where the user wants them; `nil` to name them after the prompt in the folder one is in.
  var out: String?

  /// What was painted from.
  var prompt: String

  /// Writes a picture.
  ///
  /// - Parameters:
  ///   - media: The picture.
  ///   - number: Its number, from 1.
  ///   - count: How many there are.
  /// - Returns: The path.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest` when it cannot be written.
  func write(_ media: Media, _ number: Int, of count: Int) throws -> String {
    let bytes = media.bytes ?? []
    if let out, !isFolder(out) {
      let path = count > 1 ? Self.numbered(out, number) : out
      try Self.replace(path, bytes)
      return path
    }
    let folder = out.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    let name = Self.name(prompt)
    let ending = Self.ending(media.mime)
    var attempt = 1
    while true {
      let path = "\(folder)\(name)\(attempt == 1 ? "" : "-\(attempt)").\(ending)"
      do {
        try Self.make(path, bytes)
        return path
      } catch let error as SystemFailure where error.code == EEXIST && attempt < 10_000 {
        attempt += 1
      } catch let error as SystemFailure {
        throw error.failure("Cannot write '\(path)'")
      }
    }
  }

  /// A name made of the first words of a prompt, in letters that every file system takes.
  static func name(_ prompt: String) -> String {
    var name = ""
    for scalar in prompt.lowercased().unicodeScalars {
      let isPlain = scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      if isPlain {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
      if name.utf8.count >= 48 { break }
    }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty ? "picture" : name
  }

  /// A path with a number before its ending.
  static func numbered(_ path: String, _ number: Int) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else {
      return "\(path)-\(number)"
    }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  private static func ending(_ mime: String) -> String {
    switch mime {
    case "image/jpeg": "jpg"
    case "image/svg+xml": "svg"
    case let other where other.hasPrefix("image/"):
      String(other.dropFirst(6).prefix { $0.isLetter || $0.isNumber })
    default: "bin"
    }
  }

  private func isFolder(_ path: String) -> Bool {
    if path.hasSuffix("/") { return true }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func replace(_ path: String, _ bytes: [UInt8]) throws {
    do {
      let file = try ReplacedFile(path)
      do {
        try write(bytes, to: file.descriptor)
      } catch {
        file.discard()
        throw error
      }
      try file.keep()
    } catch let error as SystemFailure {
      throw error.failure("Cannot write '\(path)'")
    }
  }

  /// Makes a file; one whose name is taken is not touched.
  private static func make(_ path: String, _ bytes: [UInt8]) throws {
    let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    do {
      try write(bytes, to: descriptor)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemFailure() }
      rest = rest.dropFirst(count)
    }
  }
}
