package import SwitchboardCore

/// A vendor whose pictures a test names, one answer a call.
package final class ScriptedPainter: ImageEditing {
  package enum Answer: Sendable {
    case pictures([Part])
    case fail(SwitchboardError)
    /// Nothing, until the call is cancelled; the gate opens when it has begun.
    case stall(Gate)
  }

  package let id: VendorID
  package let kind: VendorKind = "scripted"
  package let models: [ModelDescriptor]
  package let hasClosedModelList = false
  package let missingKey: String? = nil
  package let imageTasks: Set<ImageRequest.Task> = [.edit, .variation]
  private let answers: Locked<[Answer]>
  private let seen = Locked<[ImageRequest]>([])

  package init(_ id: VendorID = "p", answers: [Answer]) {
    self.id = id
    self.answers = Locked(answers)
    models = [
      ModelDescriptor(
        "paint", can: [.imageOutput, .imageEdit], prices: Prices(image: USD("0.04")),
        answersWithText: false)
    ]
  }

  package func family(of model: String) -> ModelDescriptor? { nil }

  /// The requests that arrived.
  package var requests: [ImageRequest] { seen.withLock { $0 } }

  package func images(for request: ImageRequest) async throws -> ImageReply {
    seen.withLock { $0.append(request) }
    let answer = answers.withLock { answers in
      answers.count > 1 ? answers.removeFirst() : answers[0]
    }
    switch answer {
    case .pictures(let pictures):
      return ImageReply(
        images: pictures, revisedPrompt: "Rather: \(request.prompt)",
        origin: Origin(vendor: id, kind: kind, model: "paint"))
    case .fail(let error):
      throw error
    case .stall(let begun):
      begun.open()
      try await Task.sleep(for: .seconds(86_400))
      throw CancellationError()
    }
  }

  /// A picture of one pixel, told apart by its name.
  package static func picture(_ name: String) -> Part {
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      1, 0, 0, 0, 1, 8, 6, 0, 0, 0,
    ]
    return .media(Media(bytes: header + Array(name.utf8), name: name))
  }
}
