package import SwitchboardCore

/// A picture that is changed in part: what of it stays, and where.
package struct Retouch: Sendable {
  /// What could not be used, and what was done instead; a sentence each.
  package private(set) var notes: [String] = []

  private let width: Int
  private let height: Int
  private var base: Picture?
  private var mask: Picture?

  /// Reads the picture and the mask, each a PNG file of the size that is painted.
  package init(_ input: Media, mask: Media?, width: Int, height: Int) {
    self.width = width
    self.height = height
    base = read(input, "input", otherwise: "all of it was painted over")
    guard base != nil, let mask else { return }
    self.mask = read(mask, "mask", otherwise: "the middle was changed")
  }

  /// A new picture with what stays of the old one.
  package func apply(to new: Picture) -> Picture {
    base.map { new.laid(over: $0, mask: mask) } ?? new
  }

  private mutating func read(_ media: Media, _ name: String, otherwise: String) -> Picture? {
    let reason: String
    do throws(PNG.Failure) {
      let picture = try PNG.read(media.bytes ?? [])
      if picture.width == width, picture.height == height { return picture }
      reason = "it has \(picture.width)x\(picture.height) pixels"
    } catch {
      reason = "\(error)"
    }
    notes.append("The \(name) was not used: \(reason), so \(otherwise).")
    return nil
  }
}
