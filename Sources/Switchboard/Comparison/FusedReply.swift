public import SwitchboardCore

/// One answer that a model made of several, with the places where it says which.
public struct FusedReply: Sendable {
  /// The answer and its story; its text cites the answers as `[1]`, `[2]`.
  ///
  /// A citation of an answer that was not given is told by a warning of code `unknownSource`.
  public var answer: RoutedReply

  /// The answers that it cites, by their place from 0, in ascending order; `[1]` is 0.
  public var sources: [Int]

  /// Reads the citations of an answer.
  ///
  /// - Parameters:
  ///   - answer: The answer of the model that merged.
  ///   - count: How many answers it was given.
  /// - Complexity: O(n) in the text.
  public init(_ answer: RoutedReply, of count: Int) {
    let numbers = Citations.numbers(in: answer.reply.text)
    self.answer = answer
    sources = numbers.filter { $0 >= 1 && $0 <= count }.map { $0 - 1 }
    self.answer.reply.warnings += numbers.filter { $0 < 1 || $0 > count }.map {
      Warning(.unknownSource, "The answer cites [\($0)], but it was given \(count) answers.")
    }
  }
}

extension Warning.Code {
  /// An answer cites a source that its model was not given.
  public static let unknownSource = Warning.Code(rawValue: "unknownSource")
}
