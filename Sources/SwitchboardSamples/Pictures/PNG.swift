/// Pictures as files (W3C PNG, third edition).
package enum PNG {
  /// Why a file cannot be read.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case otherForm
    case tooLarge
    case damaged

    /// The reason, as the end of a sentence.
    package var description: String {
      switch self {
      case .otherForm: "it is no PNG file of eight bits a colour without interlacing"
      case .tooLarge: "it has more than \(Picture.longestSide) pixels along a side"
      case .damaged: "its file is cut off or damaged"
      }
    }
  }

  /// The forms of a pixel (§11.2.1).
  enum ColourType: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgbAlpha = 6

    /// Bytes a pixel.
    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }

    /// Whether the last byte of a pixel says how opaque it is.
    var hasAlpha: Bool { self == .greyAlpha || self == .rgbAlpha }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
