import Foundation
import Switchboard

/// A file that a person picked.
enum PickedFile {
  /// Reads it away from the main actor.
  @concurrent static func read(_ url: URL) async throws -> Media {
    #if canImport(Darwin)
    let isScoped = url.startAccessingSecurityScopedResource()
    defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    #endif
    return Media(bytes: Array(try Data(contentsOf: url)), name: url.lastPathComponent)
  }
}
