import SwitchboardConfiguration
import SwitchboardCore

/// `vendors`: who is set up.
enum VendorsCommand {
  static let row = CommandRow(
    name: "vendors", words: "", wordCount: 0...0, summary: "List the vendors that are set up",
    flags: [.json]
  ) { session in
    let registry = try session.configuration().registry
    if session.arguments.has(.json) {
      try await session.output.line(JSON.array(registry.providers.map(json)).text)
      return .done
    }
    var table = TextTable(["VENDOR", "KIND", "MODELS", "DOES", "KEY"])
    for provider in registry.providers {
      table.add([
        provider.id.rawValue, provider.kind.rawValue,
        provider.hasClosedModelList ? "\(provider.models.count)" : "\(provider.models.count)+",
        capabilities(of: provider).joined(separator: " "), provider.missingKey ?? "ready",
      ])
    }
    try await session.output.write(table.text())
    return .done
  }

  /// What a vendor's plugin does, by the protocols it adopts.
  static func capabilities(of provider: any Provider) -> [String] {
    var words: [String] = []
    if provider is any TextProvider { words.append("text") }
    if provider is any StreamProvider { words.append("stream") }
    if provider is any MultimodalProvider { words.append("media") }
    if provider is any ImageProvider { words.append("images") }
    if provider is any ImageEditing { words.append("edits") }
    if provider is any TokenCounting { words.append("tokens") }
    if provider is any ModelListing { words.append("list") }
    return words
  }

  static func unknown(_ name: String, _ registry: Registry) -> SwitchboardError {
    let names = registry.providers.map(\.id.rawValue)
    let near = NearestWords.find(name, in: names, limit: 1)
    let hint =
      near.first.map { "; did you mean '\($0)'?" }
      ?? "; there are \(names.joined(separator: ", "))."
    return SwitchboardError(.invalidRequest, "No vendor '\(name)' is set up\(hint)")
  }

  private static func json(_ provider: any Provider) -> JSON {
    .object([
      ("vendor", JSON(provider.id.rawValue)), ("kind", JSON(provider.kind.rawValue)),
      ("ready", JSON(provider.missingKey == nil)),
      ("missing", JSON(optional: provider.missingKey)),
      ("does", .array(capabilities(of: provider).map { JSON($0) })),
      ("models", JSON(provider.models.count)),
    ])
  }
}
