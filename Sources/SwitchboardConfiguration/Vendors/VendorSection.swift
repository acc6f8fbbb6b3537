import SwitchboardCore
import SwitchboardDigest
import SwitchboardWire

/// Reads the section `vendors`.
struct VendorSection {
  var kinds: KindTable
  var rings: KeyRings
  var transport: any HTTPTransport

  /// The home folder, for names that start with `~`.
  var home: String?

  /// Sets up the vendors, in the order of the file.
  func read(_ section: ConfigurationValue) throws -> [VendorEntry] {
    try section.members().map { member in
      try EntryName.check(member, of: "an entry")
      return try entry(member)
    }
  }

  private func entry(_ member: ConfigurationValue.Member) throws -> VendorEntry {
    let value = member.value
    let row = try kind(of: member)
    let fields = row.kind.fields
    let known = ["kind"] + fields.map(\.name)
    let given = try value.fields(known)
    var configuration = VendorConfiguration(
      id: VendorID(rawValue: member.key), kind: row.kind.kind)
    var sources: [KeySource] = []
    // In the order of the file, so that the first mistake is the first that is named.
    for located in value.located.members {
      guard let part = given[located.key],
        let field = fields.first(where: { $0.name == located.key })
      else { continue }
      if case .key = field.form {
        sources += try KeySource.read(part.value)
      } else {
        try read(part.value, field, into: &configuration)
      }
    }
    for field in fields where field.isRequired && given[field.name] == nil {
      throw value.complaint(
        "\(value.name) must have the field '\(field.name)', which kind '\(row.kind.kind)' needs",
        at: member.keyPosition)
    }
    if !sources.isEmpty {
      configuration.keys = rings.ring(sources, in: value.file.folder)
    } else if row.hasKeys, !row.kind.usualKeys.isEmpty {
      configuration.keys = rings.ring(usual: row.kind.usualKeys)
    }
    return VendorEntry(
      provider: try provider(row, configuration, at: member), models: configuration.models,
      fingerprint: Self.digest(of: value.json, configuration.files))
  }

  /// A digest of an entry and of the files that it names.
  private static func digest(of entry: JSON, _ files: [String: [UInt8]]) -> String {
    var bytes = entry.canonical()
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      bytes += Array("\0\(name)\0".utf8) + SHA256.hash(file)
    }
    return Hex.encode(SHA256.hash(bytes))
  }

  private func kind(of member: ConfigurationValue.Member) throws -> KindTable.Row {
    let members = try member.value.members()
    guard let kind = members.first(where: { $0.key == "kind" })?.value else {
      let near = NearestWords.find(member.key, in: kinds.words, limit: 1)
      let advice = near.first.map { "; did you mean `kind: \"\($0)\"`?" } ?? ""
      throw member.value.complaint(
        "\(member.value.name) must have the field 'kind'\(advice)", at: member.keyPosition)
    }
    let word = try kind.text("the kind of a vendor")
    if let row = kinds[word] { return row }
    let name = ShownWord.shown(word).map { "kind \($0)" } ?? "such kind"
    throw kind.complaint(
      "there is no \(name)" + ConfigurationValue.advice(word, among: kinds.words))
  }

  private func read(
    _ value: ConfigurationValue, _ field: ConfigurationField,
    into configuration: inout VendorConfiguration
  ) throws {
    switch field.form {
    case .text:
      if HostField.isHost(field.name) {
        try value.file.demandTrust(for: "'\(value.path)' names a host", at: value.position)
      }
      configuration.values[field.name] = JSON(try value.text())
    case .choice(let words):
      configuration.values[field.name] = JSON(try value.choice(words))
    case .integer(let range):
      configuration.values[field.name] = JSON(try value.integer(range))
    case .duration:
      _ = try value.duration()
      configuration.values[field.name] = value.json
    case .boolean:
      configuration.values[field.name] = JSON(try value.boolean())
    case .file:
      configuration.files[field.name] = try file(value)
      configuration.values[field.name] = value.json
    case .baseURL:
      let address = try HostField.address(value)
      if field.name == ConfigurationField.baseURL.name {
        configuration.baseURL = address
      } else {
        configuration.values[field.name] = JSON(address)
      }
    case .models:
      configuration.models += try ModelSection.read(value)
    case .key:
      break
    }
  }

  private func file(_ value: ConfigurationValue) throws -> [UInt8] {
    let name = try value.text("the name of a file")
    let path = FilePath.absolute(name, in: value.file.folder, home: home)
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileReader.read(path)
    } catch {
      throw value.complaint("\(value.name): \(error.sentence(name, path: path))")
    }
    if !FilePath.lies(path, below: value.file.folder) {
      try value.file.demandTrust(
        for: "'\(value.path)' reads a file outside of its folder", at: value.position)
    }
    return bytes
  }

  private func provider(
    _ row: KindTable.Row, _ configuration: VendorConfiguration,
    at member: ConfigurationValue.Member
  ) throws -> any Provider {
    do {
      return try row.type.init(configuration: configuration, transport: transport)
    } catch let error as SwitchboardError {
      // The vendor knows the field, not its place in the file; a field it quotes is found again.
      let quoted = row.kind.fields.first { error.message.contains("'\($0.name)'") }
      let part = quoted.flatMap { field in
        member.value.located.members.first { $0.key == field.name }
      }
      throw member.value.complaint(
        error.message, at: part?.value.position ?? member.keyPosition)
    }
  }
}

/// Fields that say to whom requests and keys go.
enum HostField {
  /// The last words of names whose fields choose a host.
  private static let words: Set<String> = [
    "address", "domain", "endpoint", "host", "hostname", "origin", "proxy", "resource", "server",
    "uri", "url",
  ]

  /// Whether a field of text chooses a host, by its name: `proxy`, `uploadURL`, `resource`.
  static func isHost(_ name: String) -> Bool {
    let name = name.lowercased()
    return words.contains { name.hasSuffix($0) }
  }

  /// Reads the address of a vendor.
  static func address(_ value: ConfigurationValue) throws -> String {
    try value.file.demandTrust(for: "'\(value.path)' names a host", at: value.position)
    let text = try value.text("an address, as \"https://api.example.com/v1\"")
    do throws(BaseAddress.Problem) {
      return try BaseAddress.check(text)
    } catch {
      // The address is not repeated: it may hold a password or a key.
      throw value.complaint("\(value.name) \(error.words)")
    }
  }
}

/// The names of entries and routes.
enum EntryName {
  /// Refuses a name that could not be told apart from the rest of `entry/model`.
  static func check(_ member: ConfigurationValue.Member, of what: String) throws {
    if KeyName.isWord(member.key) { return }
    let name = member.key.isEmpty ? "an empty text" : ShownWord.quoted(member.key)
    throw member.value.complaint(
      "the name of \(what) must be of letters, digits, '.', '_' and '-', not \(name)",
      at: member.keyPosition)
  }
}
