package import SwitchboardCore

extension HTTPResponseHead {
  /// Why the body cannot be read, `nil` when it can.
  ///
  /// Transports ask for no compression and undo none, so that a small answer cannot become a huge
  /// one; a server that compresses all the same is told apart here, before its body is taken for
  /// text.
  package func codingRefusal(from origin: HTTPOrigin) -> SwitchboardError? {
    for field in headers.fields {
      let known: Set<String>
      switch field.name.lowercased() {
      case "content-encoding": known = ["identity", ""]
      case "transfer-encoding": known = ["chunked", "identity", ""]
      default: continue
      }
      let value = field.value.lowercased()
      guard !known.contains(value) else { continue }
      return SwitchboardError(
        .decoding,
        "\(origin) sent its answer compressed (\(value.prefix(32))) without being asked; switch the "
          + "compression off there.")
    }
    return nil
  }
}
