#if os(Linux)
/// The running transfers, the one to look at soonest in front: a binary heap whose members know
/// their places, so that each can leave or move at once.
struct DeadlineHeap {
  private var members: [CurlHandle] = []

  /// The one to look at soonest.
  var first: CurlHandle? { members.first }

  /// Takes a transfer in, or moves it after its instant changed.
  mutating func place(_ handle: CurlHandle) {
    if handle.heapIndex < 0 {
      handle.heapIndex = members.count
      members.append(handle)
    }
    if !rise(from: handle.heapIndex) { sink(from: handle.heapIndex) }
  }

  /// Lets a transfer go.
  mutating func remove(_ handle: CurlHandle) {
    let index = handle.heapIndex
    guard index >= 0 else { return }
    handle.heapIndex = -1
    let last = members.removeLast()
    guard last !== handle else { return }
    members[index] = last
    last.heapIndex = index
    if !rise(from: index) { sink(from: index) }
  }

  private mutating func rise(from start: Int) -> Bool {
    var index = start
    while index > 0, members[index].lookAt < members[(index - 1) / 2].lookAt {
      exchange(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return index != start
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var soonest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < members.count && members[child].lookAt < members[soonest].lookAt {
        soonest = child
      }
      guard soonest != index else { return }
      exchange(index, soonest)
      index = soonest
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    members.swapAt(a, b)
    members[a].heapIndex = a
    members[b].heapIndex = b
  }
}
#endif
