extension MediaSniffer {
  /// MP3 and AAC, which start with a tag or with a frame instead of a file header.
  ///
  /// A tag has a version after its name (ID3v2.4.0 §3.1). A frame's first eleven or twelve bits are set, which other files have too. Where the bytes go on
  /// long enough, another frame must therefore follow the first.
  static func audio(_ head: ByteReader) -> String? {
    if head.has("ID3", at: 0), let version = head.byte(at: 3), 2...4 ~= version {
      return "audio/mpeg"
    }
    if let length = mp3FrameLength(head, at: 0) {
      let isCut = head.byte(at: length + 3) == nil
      return isCut || mp3FrameLength(head, at: length) != nil ? "audio/mpeg" : nil
    }
    if let length = adtsFrameLength(head, at: 0) {
      let isCut = head.byte(at: length + 6) == nil
      return isCut || adtsFrameLength(head, at: length) != nil ? "audio/aac" : nil
    }
    return nil
  }

  /// Kilobits a second of MPEG-1 layer III (ISO/IEC 11172-3 §2.4.2.3).
  private static let rates1 = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]

  /// Kilobits a second of MPEG-2 layer III (ISO/IEC 13818-3 §2.4.2.3).
  private static let rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  private static let samplesPerSecond = [44_100, 48_000, 32_000]

  /// The length of an MPEG audio frame of layer III, header included.
  private static func mp3FrameLength(_ head: ByteReader, at offset: Int) -> Int? {
    guard let header = head.bigEndian(4, at: offset), header >> 21 == 0x7FF else { return nil }
    let version = header >> 19 & 3  // 0: MPEG-2.5, 2: MPEG-2, 3: MPEG-1
    let layer = header >> 17 & 3  // 1: III
    let rate = header >> 12 & 0xF
    let samples = header >> 10 & 3
    guard version != 1, layer == 1, 1...14 ~= rate, samples < 3 else { return nil }
    let padding = header >> 9 & 1
    let divisor = [4, 1, 2, 1][version]
    let hertz = samplesPerSecond[samples] / divisor
    let kilobits = version == 3 ? rates1[rate] : rates2[rate]
    return (version == 3 ? 144_000 : 72_000) * kilobits / hertz + padding
  }

  /// The length of an AAC frame in the transport form ADTS (ISO/IEC 13818-7 §6.2).
  private static func adtsFrameLength(_ head: ByteReader, at offset: Int) -> Int? {
    guard let header = head.bigEndian(7, at: offset), header >> 44 == 0xFFF,
      header >> 41 & 3 == 0,  // the layer is always 0
      header >> 34 & 0xF < 13  // there are 13 sampling frequencies
    else { return nil }
    let length = header >> 13 & 0x1FFF
    return length >= 7 ? length : nil
  }
}
