public import SwitchboardCore

/// Opens and closes the text and thinking of an answer whose form has no marks for that.
///
/// One of the two is open at a time: the first piece of one closes the other. Other parts get their
/// indices here too, so that all of them count up together.
public struct PartWriter: Sendable {
  private enum Open { case text(Int), reasoning(Int) }

  private var open: Open?
  private var next = 0

  /// Creates a writer for one answer.
  public init() {}

  /// The index of a part that begins now.
  public mutating func take() -> Int {
    defer { next += 1 }
    return next
  }

  /// A piece of visible text; an empty one is nothing.
  public mutating func text(_ text: String, into events: inout [StreamEvent]) {
    if text.isEmpty { return }
    if case .text(let index) = open {
      events.append(.partDelta(index: index, text: text))
      return
    }
    close(into: &events)
    let index = take()
    open = .text(index)
    events.append(.partStart(index: index, .text))
    events.append(.partDelta(index: index, text: text))
  }

  /// A piece of thinking; an empty one is nothing.
  public mutating func reasoning(_ text: String, into events: inout [StreamEvent]) {
    if text.isEmpty { return }
    openReasoning(into: &events)
    if case .reasoning(let index) = open {
      events.append(.partDelta(index: index, text: text))
    }
  }

  /// A whole media part.
  public mutating func media(_ part: Part, into events: inout [StreamEvent]) {
    close(into: &events)
    events.append(.media(index: take(), part))
  }

  /// A block that means something to its vendor alone.
  public mutating func opaque(
    vendorData: [VendorKind: JSON], into events: inout [StreamEvent]
  ) {
    close(into: &events)
    let index = take()
    events.append(.partStart(index: index, .opaque))
    events.append(.partEnd(index: index, vendorData: vendorData))
  }

  /// Closes what is open, with the data of its vendor.
  public mutating func close(
    vendorData: [VendorKind: JSON] = [:], into events: inout [StreamEvent]
  ) {
    switch open {
    case .text(let index), .reasoning(let index):
      events.append(.partEnd(index: index, vendorData: vendorData))
    case nil:
      break
    }
    open = nil
  }

  /// Whether thinking is open.
  public var isReasoning: Bool { if case .reasoning = open { true } else { false } }

  /// Opens thinking, unless it is open.
  public mutating func openReasoning(into events: inout [StreamEvent]) {
    if isReasoning { return }
    close(into: &events)
    let index = take()
    open = .reasoning(index)
    events.append(.partStart(index: index, .reasoning(isRedacted: false)))
  }
}
