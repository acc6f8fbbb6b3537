public import SwitchboardCore

/// Where a message stands among those that answer the same: "2 of 3".
public struct ChatVersions: Hashable, Sendable {
  /// The messages, in the order they came.
  public let nodes: [NodeID]

  /// The number of the one that is shown, from 1.
  public let number: Int

  /// How many there are; at least 1.
  public var count: Int { nodes.count }

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - nodes: All of them.
  ///   - node: The one that is shown; it stands alone when it is not among them.
  init(_ nodes: [NodeID], showing node: NodeID) {
    let place = nodes.firstIndex(of: node)
    self.nodes = place == nil ? [node] : nodes
    self.number = (place ?? 0) + 1
  }
}
