import Switchboard
import SwitchboardCore

/// An answer on its way: one alone, or a turn of a conversation.
protocol AnswerOnItsWay: Sendable {
  var decision: Decision { get }
  var attempts: [Attempt] { get }
  var finished: RoutedReply? { get }
  func open() throws -> any EventSource
}

extension RoutedAnswer: AnswerOnItsWay {}
extension ConversationTurn: AnswerOnItsWay {}

/// Reads an answer to its end and prints it on the way.
enum AnswerReading {
  /// Reads an answer.
  ///
  /// - Returns: The answer; also when it is whole and could not be stored, which whoever keeps the
  ///   conversation finds out by settling it.
  /// - Throws: ``SwitchboardCore/SwitchboardError``; one of kind `cancelled`, with what had come, when
  ///   the task was cancelled.
  static func read(
    _ answer: some AnswerOnItsWay, _ printer: inout AnswerPrinter
  ) async throws -> RoutedReply {
    do {
      let source = try answer.open()
      defer { source.cancel() }
      try await withTaskCancellationHandler {
        while let events = try await next(source, answer) {
          try await printer.show(events, of: answer)
          try Task.checkCancellation()
        }
      } onCancel: {
        source.cancel()
      }
      try await printer.endLine()
      guard let finished = answer.finished else { throw CancellationError() }
      return finished
    } catch is CancellationError {
      try await printer.endLine()
      throw cancelled(answer, printer.accumulator)
    } catch let error as StandardOutput.Closed {
      throw error
    } catch {
      try await printer.endLine()
      throw error
    }
  }

  /// The next events; a whole answer that could not be stored has no more.
  private static func next(
    _ source: any EventSource, _ answer: some AnswerOnItsWay
  ) async throws -> [StreamEvent]? {
    do {
      return try await source.next()
    } catch  where answer.finished != nil && !(error is CancellationError) {
      return nil
    }
  }

  /// The failure of an answer that the user stopped.
  private static func cancelled(
    _ answer: some AnswerOnItsWay, _ accumulator: ReplyAccumulator
  ) -> SwitchboardError {
    let origin = accumulator.origin ?? answer.attempts.last?.origin
    return SwitchboardError(
      .cancelled, "The answer was stopped.", vendor: origin?.vendor, model: origin?.model,
      outputBegun: accumulator.hasContent,
      partial: accumulator.hasContent ? accumulator.message(incomplete: .cancelled) : nil,
      attempts: answer.attempts)
  }
}
