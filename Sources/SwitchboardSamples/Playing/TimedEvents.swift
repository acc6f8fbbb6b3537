package import SwitchboardCore

/// An answer made beforehand: what is handed out, when, and how it ends.
package struct TimedEvents: Sendable {
  /// Where an answer does not end but breaks off.
  package struct BreakOff: Sendable {
    /// How many pieces come before.
    package let count: Int

    /// What comes then; `nil` for nothing at all.
    package var failure: SwitchboardError?

    package init(after count: Int, _ failure: SwitchboardError? = nil) {
      self.count = count
      self.failure = failure
    }
  }

  /// What comes after the last event.
  package enum End: Sendable {
    /// Nothing: the last event is the finish.
    case finish
    /// A failure.
    case failure(SwitchboardError)
    /// Neither events nor an end.
    case stall
  }

  /// The events in order.
  package let events: [StreamEvent]

  /// When each of them is due, from the first look at the answer on, none before the one in front of
  /// it; without any, all of them are handed out at once.
  package let times: [Duration]

  /// What comes after them.
  package let end: End

  package init(events: [StreamEvent], times: [Duration] = [], end: End = .finish) {
    precondition(times.isEmpty || times.count == events.count, "an event without its time")
    self.events = events
    self.times = times
    self.end = end
  }
}
