import Switchboard
import SwitchboardCore

/// Reads an answer to its end and prints it on the way.
enum AnswerReading {
  /// Reads an answer.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError``; one of kind `cancelled`, with what had come, when
  ///   the task was cancelled.
  static func read(
    _ answer: RoutedAnswer, _ printer: inout AnswerPrinter
  ) async throws -> RoutedReply {
    do {
      let source = try answer.open()
      defer { source.cancel() }
      try await withTaskCancellationHandler {
        while let events = try await source.next() {
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

  /// The failure of an answer that the user stopped.
  private static func cancelled(
    _ answer: RoutedAnswer, _ accumulator: ReplyAccumulator
  ) -> SwitchboardError {
    let origin = accumulator.origin ?? answer.attempts.last?.origin
    return SwitchboardError(
      .cancelled, "The answer was stopped.", vendor: origin?.vendor, model: origin?.model,
      outputBegun: accumulator.hasContent,
      partial: accumulator.hasContent ? accumulator.message(incomplete: .cancelled) : nil,
      attempts: answer.attempts)
  }
}
