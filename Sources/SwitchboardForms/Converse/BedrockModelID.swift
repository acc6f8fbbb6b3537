/// The name of a model as Bedrock takes it: an id, an id under a geography, or an ARN
/// (Bedrock User Guide, "Supported foundation models" and "Inference profiles").
package struct BedrockModelID: Sendable, Hashable {
  /// The name as it was asked for.
  package let id: String

  /// The id of the foundation model behind it, where the name tells; else the name.
  package let base: String

  /// The region of an ARN.
  package let region: String?

  package init(_ id: String) {
    self.id = id
    var name = Substring(id)
    var region: String?
    if id.hasPrefix("arn:") {
      let fields = id.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
      // A region becomes part of the host, which no caller may choose.
      if fields.count == 6, Self.isRegion(fields[3]) { region = String(fields[3]) }
      let resource = fields.last ?? ""
      for kind in ["foundation-model/", "inference-profile/"] where resource.hasPrefix(kind) {
        name = resource.dropFirst(kind.count)
      }
    }
    self.region = region
    if let dot = name.firstIndex(of: "."), Self.geographies.contains(String(name[..<dot])) {
      name = name[name.index(after: dot)...]
    }
    self.base = String(name)
  }

  /// Who made the model: `anthropic`, `amazon`; empty where the name does not tell.
  package var publisher: String {
    base.hasPrefix("arn:") ? "" : base.firstIndex(of: ".").map { String(base[..<$0]) } ?? ""
  }

  /// Whether a text can be a region, and nothing else in a host name.
  package static func isRegion(_ text: some StringProtocol) -> Bool {
    (4...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  private static let geographies: Set<String> = [
    "us", "us-gov", "eu", "apac", "ap", "jp", "au", "ca", "in", "kr", "sa", "uk", "me", "af", "il",
    "global",
  ]
}
