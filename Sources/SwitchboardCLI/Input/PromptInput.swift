import SwitchboardCore

/// The prompt of a command: what stands on the command line, and what comes in on standard input.
///
/// The rule for standard input: a terminal is not read unless the prompt is `-`. Everything else, a
/// pipe, a file, `/dev/null` or a closed stream, is read to its end and appended to the prompt. Whoever
/// starts the program with a silent pipe that stays open is told, after a second, what it waits for.
struct PromptInput {
  let notes: Notes

  /// Puts the whole prompt together.
  ///
  /// - Parameters:
  ///   - words: The prompt on the command line.
  ///   - appending: Whether standard input is appended without having been asked for by `-`.
  /// - Returns: The prompt; `nil` when there is none.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `invalidRequest`; `CancellationError`.
  func prompt(_ words: String?, appending: Bool) async throws -> String? {
    if words == "-" { return try await standardInput(beside: false) }
    if !appending || InputDescriptor.standard.isTerminal { return words }
    guard let input = try await standardInput(beside: words != nil) else { return words }
    return words.map { "\($0)\n\n\(input)" } ?? input
  }

  /// The text on standard input; `nil` when there is none.
  private func standardInput(beside prompt: Bool) async throws -> String? {
    let hint =
      prompt ? "; with '< /dev/null' the prompt is sent alone" : ""
    let waiting = Task { [notes] in
      try await Task.sleep(for: .seconds(1))
      notes.say("waiting for standard input to end\(hint) …")
    }
    defer { waiting.cancel() }
    let input = InputDescriptor.standard
    var bytes: [UInt8] = []
    while let piece = try await input.next() {
      bytes += piece
      guard bytes.count <= Self.limit else { throw InputFile.tooLarge(input.name, Self.limit) }
    }
    waiting.cancel()
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    if bytes.isEmpty { return nil }
    return try InputFile.text(
      bytes, name: "Standard input", hint: "; show a picture with '--image -'")
  }

  /// The most bytes of a prompt.
  private static let limit = 64 << 20
}
