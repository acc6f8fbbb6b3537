import SwitchboardCore

/// Draws a comparison on a terminal while it runs, again and again over itself.
actor LiveBoard {
  private let output: StandardOutput
  private var views: [CandidateView]
  private var drawn = 0
  private let isDirty = Locked(true)

  /// At most thirty times a second.
  private static let pace = Duration.milliseconds(34)

  init(_ views: [CandidateView], output: StandardOutput) {
    self.views = views
    self.output = output
  }

  /// Notes how a candidate stands now.
  func update(_ place: Int, _ view: CandidateView) {
    views[place] = view
    resize()
  }

  /// Notes that the window has another size; from any thread.
  nonisolated func resize() { isDirty.withLock { $0 = true } }

  /// Draws what changes, until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        let isNew = isDirty.withLock { dirty in
          defer { dirty = false }
          return dirty
        }
        if isNew { try await draw(whole: false) }
        try await Task.sleep(for: Self.pace)
      } catch {
        return
      }
    }
  }

  /// Draws the end of it, as long as it may be.
  func finish() async throws { try await draw(whole: true) }

  private func draw(whole: Bool) async throws {
    let size = WindowSize.of(output.descriptor)
    // The last column stays free: some terminals begin a new line there and some do not.
    let layout = ColumnLayout(width: size.columns - 1, height: whole ? nil : size.rows - 1)
    let lines = layout.lines(
      views.map { .init(title: $0.model.description, status: $0.status, body: $0.body) })
    var text = drawn > 0 ? "\r\u{1B}[\(drawn)A" : "\r"
    text += "\u{1B}[J"
    for line in lines { text += line + "\n" }
    drawn = whole ? 0 : min(lines.count, size.rows - 1)
    try await output.write(text)
  }
}
