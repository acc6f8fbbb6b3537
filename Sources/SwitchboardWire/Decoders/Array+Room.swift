extension [UInt8] {
  /// Makes room for more bytes, by doubling and no further than a limit.
  ///
  /// An array left to itself may take twice what it holds, and so twice the limit.
  mutating func makeRoom(for more: Int, limit: Int) {
    let needed = count + more
    if needed > capacity { reserveCapacity(Swift.max(needed, Swift.min(2 * capacity, limit))) }
  }
}
