import Glibc
import SwitchboardCore

/// Reads files without Foundation, which would stay in the memory that is measured.
enum FileBytes {
  /// All bytes of a file.
  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw SwitchboardError(.invalidRequest, "Cannot read '\(path)'.")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
