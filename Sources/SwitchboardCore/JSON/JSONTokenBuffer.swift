/// A growing run of tokens that starts in borrowed memory, so that small texts need no heap.
struct JSONTokenBuffer {
  private var memory: UnsafeMutableBufferPointer<JSONToken>
  private var isOwned = false
  private(set) var count = 0

  /// A buffer that starts in `borrowed`, which must outlive it; call ``free()`` when done.
  init(startingIn borrowed: UnsafeMutableBufferPointer<JSONToken>) {
    memory = borrowed
  }

  /// The tokens, in memory of their own and of their size.
  var array: [JSONToken] { [JSONToken](UnsafeBufferPointer(rebasing: memory[..<count])) }

  func free() {
    if isOwned { memory.deallocate() }
  }

  @inline(__always)
  mutating func append(_ token: JSONToken) {
    if count == memory.count { grow() }
    memory.initializeElement(at: count, to: token)
    count &+= 1
  }

  @inline(__always)
  subscript(_ index: Int) -> JSONToken {
    get { memory[index] }
    nonmutating _modify { yield &memory[index] }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<JSONToken>.allocate(capacity: max(64, count * 2))
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    free()
    memory = larger
    isOwned = true
  }
}
