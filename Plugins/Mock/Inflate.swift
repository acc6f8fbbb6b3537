/// Unpacks data of the form "deflate" (RFC 1951).
struct Inflate {
  /// A prefix code (§3.2.2): how many codes there are of each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: ArraySlice<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      let sorted = lengths.indices.filter { lengths[$0] > 0 }.sorted {
        (lengths[$0], $0) < (lengths[$1], $1)
      }
      symbols = sorted.map { $0 - lengths.startIndex }
    }
  }

  private let input: ArraySlice<UInt8>
  private var place: Int
  private var held = 0
  private var heldBits = 0
  private var output: [UInt8] = []

  /// The data; `nil` unless there are exactly so many bytes of it.
  static func inflate(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var inflate = Inflate(input: bytes)
    inflate.output.reserveCapacity(count)
    guard inflate.run(upTo: count), inflate.output.count == count else { return nil }
    return inflate.output
  }

  private init(input: ArraySlice<UInt8>) {
    self.input = input
    place = input.startIndex
  }

  private mutating func run(upTo limit: Int) -> Bool {
    while true {
      guard let isLast = bits(1), let form = bits(2) else { return false }
      let isGood: Bool
      switch form {
      case 0: isGood = stored(limit)
      case 1: isGood = packed(Self.fixedLengths, Self.fixedDistances, limit)
      case 2: isGood = dynamic(limit)
      default: isGood = false
      }
      if !isGood { return false }
      if isLast == 1 { return true }
    }
  }

  private mutating func bits(_ count: Int) -> Int? {
    while heldBits < count {
      guard place < input.endIndex else { return nil }
      held |= Int(input[place]) << heldBits
      place += 1
      heldBits += 8
    }
    defer {
      held >>= count
      heldBits -= count
    }
    return held & (1 << count - 1)
  }

  /// §3.2.4: bytes as they are, from the next whole byte on.
  private mutating func stored(_ limit: Int) -> Bool {
    held = 0
    heldBits = 0
    guard let length = bits(16), bits(16) == ~length & 0xFFFF, place + length <= input.endIndex,
      output.count + length <= limit
    else { return false }
    output += input[place..<place + length]
    place += length
    return true
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = bits(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  /// §3.2.5: bytes, and copies of what was written before.
  private mutating func packed(_ lengths: Code, _ distances: Code, _ limit: Int) -> Bool {
    while let symbol = symbol(lengths) {
      if symbol == 256 { return true }
      if symbol < 256 {
        if output.count >= limit { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol < 286, let more = bits(Self.lengthBits[symbol - 257]),
        let code = self.symbol(distances), code < 30,
        let further = bits(code < 4 ? 0 : code / 2 - 1)
      else { return false }
      let length = Self.lengthBases[symbol - 257] + more
      let distance = (code < 4 ? code + 1 : (2 + code % 2) << (code / 2 - 1) + 1) + further
      guard distance <= output.count, output.count + length <= limit else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  /// §3.2.7: the codes themselves stand packed before the data.
  private mutating func dynamic(_ limit: Int) -> Bool {
    guard let many = bits(5), let far = bits(5), let few = bits(4) else { return false }
    var meta = [Int](repeating: 0, count: 19)
    for index in 0..<(few + 4) {
      guard let length = bits(3) else { return false }
      meta[Self.order[index]] = length
    }
    let code = Code(meta[...])
    let total = many + 257 + far + 1
    var lengths: [Int] = []
    while lengths.count < total {
      guard let symbol = symbol(code) else { return false }
      switch symbol {
      case 0..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last, let more = bits(2) else { return false }
        lengths += repeatElement(last, count: 3 + more)
      default:
        guard let more = bits(symbol == 17 ? 3 : 7) else { return false }
        lengths += repeatElement(0, count: (symbol == 17 ? 3 : 11) + more)
      }
    }
    guard lengths.count == total else { return false }
    return packed(Code(lengths[..<(many + 257)]), Code(lengths[(many + 257)...]), limit)
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBits = (0..<29).map { $0 < 8 || $0 == 28 ? 0 : $0 / 4 - 1 }
  private static let lengthBases = (0..<29).map { index in
    index == 28 ? 258 : index < 8 ? index + 3 : (4 + index % 4) << (index / 4 - 1) + 3
  }
  private static let fixedDistances = Code([Int](repeating: 5, count: 30)[...])
  private static let fixedLengths = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }[...])
}
