/// What must be sent does not fit a window.
struct ContextMisfit: Error {
  /// The tokens of what must be sent, with one for an answer.
  let need: Int

  /// The tokens that the model holds.
  let have: Int

  /// What must be sent.
  let sections: ContextPlan.Sections

  /// One sentence with the numbers.
  var sentence: String {
    let named = [
      ("instructions", sections.system), ("tools", sections.tools), ("summary", sections.summary),
      ("pinned messages", sections.pinned), ("history", sections.history),
      ("newest turn", sections.newest),
    ]
    let list = named.filter { $0.1 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    return "About \(need) tokens do not fit its window of \(have): \(list), and 1 for an answer."
  }
}
