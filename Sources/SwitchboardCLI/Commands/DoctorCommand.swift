import Switchboard
import SwitchboardConfiguration
import SwitchboardCore
import SwitchboardWire

/// `doctor`: what is set up, what can be reached, what is missing, and what mends it.
enum DoctorCommand {
  static let offline = Flag("offline", "Ask no vendor whether it can be reached")

  static let row = CommandRow(
    name: "doctor", words: "", wordCount: 0...0,
    summary: "Say what is set up, reachable and missing, and what mends it",
    notes: [
      "Vendors that list their models are asked for the list, with a deadline of five seconds. The exit code is 3 when no vendor but the mock can be called."
    ],
    flags: [offline, .json]
  ) { session in
    let configuration = try session.configuration()
    let asks = !session.arguments.has(offline)
    let findings = await withTaskGroup(of: (Int, Finding).self) { group in
      for (place, provider) in configuration.registry.providers.enumerated() {
        group.addTask { (place, await Finding.examine(provider, asks: asks)) }
      }
      var result: [(Int, Finding)] = []
      for await finding in group { result.append(finding) }
      return result.sorted { $0.0 < $1.0 }.map(\.1)
    }
    try Task.checkCancellation()
    let conversations = await conversations(session, configuration)
    if session.arguments.has(.json) {
      try await session.output.line(json(configuration, conversations, findings).text)
    } else {
      try await session.output.write(text(configuration, conversations, findings))
    }
    let isReady = findings.contains { $0.kind != "mock" && $0.isReady }
    return isReady ? .done : .authentication
  }

  private static func place(_ configuration: Configuration) -> String {
    guard let source = configuration.source else {
      return "none; vendors are on whose key is in its usual environment variable"
    }
    return "\(source) (\(configuration.origin.rawValue))"
  }

  /// Where conversations are kept, or why they cannot be.
  private static func conversations(
    _ session: Session, _ configuration: Configuration
  ) async -> String {
    do {
      let path = try session.storePath(of: configuration)
      guard try session.hasStore(configuration) else {
        return "\(path), which is made when the first one is kept"
      }
      _ = try await session.store(of: configuration).records(after: nil, limit: 1)
      return path
    } catch {
      return FailureReport.failure(error).message
    }
  }

  private static func text(
    _ configuration: Configuration, _ conversations: String, _ findings: [Finding]
  ) -> String {
    var text = "switchboard \(Main.version)\n"
    text += "configuration: \(TerminalText.line(place(configuration)))\n"
    text += "conversations: \(TerminalText.line(conversations))\n"
    let routes = configuration.routes.keys.sorted()
    text +=
      "routes: \(routes.isEmpty ? "none" : TerminalText.line(routes.joined(separator: ", ")))\n\n"
    var table = TextTable()
    for finding in findings {
      table.add([
        finding.isReady ? "ok" : "--", "\(finding.vendor) (\(finding.kind))", finding.sentence,
      ])
    }
    text += table.text()
    let absent = absentKinds(findings)
    if !absent.isEmpty {
      text += "\nNot set up; set the variable, or write an entry in switchboard.json5:\n"
      var table = TextTable()
      for (kind, variables) in absent {
        table.add([kind.rawValue, variables.map { "export \($0)=…" }.joined(separator: " or ")])
      }
      text += table.text(indent: 2)
    }
    return text
  }

  private static func absentKinds(_ findings: [Finding]) -> [(VendorKind, [String])] {
    let present = Set(findings.map(\.kind))
    return vendors.flatMap { $0.kinds }.filter {
      !present.contains($0.kind) && !$0.usualKeys.isEmpty
    }.map { ($0.kind, $0.usualKeys) }
  }

  private static func json(
    _ configuration: Configuration, _ conversations: String, _ findings: [Finding]
  ) -> JSON {
    .object([
      ("version", JSON(Main.version)), ("configuration", JSON(optional: configuration.source)),
      ("origin", JSON(configuration.origin.rawValue)), ("conversations", JSON(conversations)),
      ("routes", .array(configuration.routes.keys.sorted().map { JSON($0) })),
      (
        "vendors",
        .array(
          findings.map {
            .object([
              ("vendor", JSON($0.vendor.rawValue)), ("kind", JSON($0.kind.rawValue)),
              ("ready", JSON($0.isReady)), ("finding", JSON($0.sentence)),
            ])
          })
      ),
    ])
  }
}

/// What was found out about one vendor.
struct Finding: Sendable {
  var vendor: VendorID
  var kind: VendorKind
  var isReady: Bool
  var sentence: String

  /// How long a vendor may take to list its models.
  static let deadline = Duration.seconds(5)

  /// Looks at a vendor, and calls it where that is asked for.
  static func examine(_ provider: any Provider, asks: Bool) async -> Finding {
    var finding = Finding(
      vendor: provider.id, kind: provider.kind, isReady: true, sentence: "the key is there")
    if let missing = provider.missingKey {
      finding.isReady = false
      finding.sentence = missing
    } else if provider.hasClosedModelList {
      finding.sentence = "answers when it is named; SWITCHBOARD_MOCK=1 lets it stand in for others"
    } else if asks, let listing = provider as? any ModelListing {
      await finding.ask(listing)
    }
    return finding
  }

  private mutating func ask(_ listing: any ModelListing) async {
    let outcome = await withTaskGroup(of: Result<Int, any Error>.self) { group in
      group.addTask {
        do { return .success(try await listing.listModels().count) } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do { try await Task.sleep(for: Finding.deadline) } catch { return .failure(error) }
        let failure = SwitchboardError(.timeout, "No answer within \(Finding.deadline).")
        return .failure(failure)
      }
      let first = await group.next() ?? .success(0)
      group.cancelAll()
      return first
    }
    switch outcome {
    case .success(let count):
      sentence = "reachable, lists \(count) models"
    case .failure(let error):
      isReady = false
      let failure = FailureReport.failure(error)
      sentence = "\(failure.kind): \(failure.message)"
      if failure.kind == .authentication {
        sentence += " Set another key and try again."
      } else if failure.kind == .network || failure.kind == .timeout {
        sentence += " Check the network, a proxy (https_proxy) or the entry's baseURL."
      }
    }
  }
}
