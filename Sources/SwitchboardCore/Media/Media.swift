import SwitchboardDigest

/// A picture, document, sound or film: its bytes, or where they lie.
public struct Media: Hashable, Sendable {
  /// Where the bytes are.
  public enum Location: Hashable, Sendable {
    /// Here.
    case bytes([UInt8])
    /// At an address that the vendor, never this library, fetches.
    case url(String)
  }

  /// The media type (RFC 6838), as `image/png`.
  public var mime: String

  /// Where the bytes are.
  public var location: Location

  /// A file name for people and for vendors that want one.
  public var name: String?

  /// The width in pixels, where known.
  public var width: Int?

  /// The height in pixels, where known.
  public var height: Int?

  /// Creates media from bytes; type and size are read from the bytes where they show them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - mime: The type to use when the bytes do not show one.
  ///   - name: A file name.
  public init(bytes: [UInt8], mime: String = "application/octet-stream", name: String? = nil) {
    self.mime = MediaSniffer.mime(of: bytes) ?? MediaType.registered(mime)
    self.location = .bytes(bytes)
    self.name = name
    let size = ImageDimensions.read(bytes)
    self.width = size?.width
    self.height = size?.height
  }

  /// Creates media that lie at an address.
  public init(url: String, mime: String, name: String? = nil) {
    self.mime = MediaType.registered(mime)
    self.location = .url(url)
    self.name = name
  }

  /// The bytes; `nil` when only an address is known.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = location { bytes } else { nil }
  }

  /// The address; `nil` when the bytes are here.
  public var url: String? {
    if case .url(let url) = location { url } else { nil }
  }

  /// SHA-256 of the bytes in hexadecimal; `nil` when only an address is known.
  ///
  /// Complexity: O(n) in the number of bytes, at each access.
  public var sha256: String? { bytes.map { Hex.encode(SHA256.hash($0)) } }

  /// What the media are, by their type.
  public var family: MediaFamily { MediaFamily(mime: mime) }
}

/// The kinds of media that models tell apart.
public enum MediaFamily: String, Hashable, Sendable, CaseIterable {
  /// Pictures.
  case image
  /// Sound.
  case audio
  /// Films.
  case video
  /// Documents: everything else.
  case document

  /// The family of a media type.
  public init(mime: String) {
    let mime = mime.lowercased()
    self = Self.allCases.first { mime.hasPrefix("\($0.rawValue)/") } ?? .document
  }

  /// The ability that a model needs to be shown such media.
  public var input: Ability {
    switch self {
    case .image: .imageInput
    case .audio: .audioInput
    case .video: .videoInput
    case .document: .documentInput
    }
  }
}

extension JSON.Limits {
  /// For documents that hold media as text: 256 MiB.
  public static let media = JSON.Limits(bytes: 256 << 20)
}
