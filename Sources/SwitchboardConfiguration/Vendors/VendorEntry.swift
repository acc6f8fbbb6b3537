import SwitchboardCore
import SwitchboardWire

/// A vendor of the configuration, set up, and what its entry says of models.
struct VendorEntry: Sendable {
  var provider: any Provider
  var models: [ModelDescriptor]

  /// A digest of what is set up; empty for a vendor as it usually is.
  var fingerprint = ""
}

/// Sets up the vendors of a program that has no list of them: those whose keys are at hand.
struct UsualVendors {
  var kinds: KindTable
  var rings: KeyRings
  var transport: any HTTPTransport

  /// A vendor for each kind whose usual key variable is set.
  func entries() throws -> [VendorEntry] {
    var entries: [VendorEntry] = []
    for row in kinds.rows where row.kind.kind.rawValue != KindTable.mock && row.hasKeys {
      guard row.kind.usualKeys.contains(where: { !rings.isEmpty($0) }) else { continue }
      // What must be said in a file cannot be guessed.
      if row.kind.fields.contains(where: \.isRequired) { continue }
      entries.append(try entry(row, keys: rings.ring(usual: row.kind.usualKeys)))
    }
    return entries
  }

  /// The vendor for tries and tests, which can always be named.
  func mock() throws -> VendorEntry? {
    try kinds[KindTable.mock].map { try entry($0, keys: KeyRing()) }
  }

  private func entry(_ row: KindTable.Row, keys: KeyRing) throws -> VendorEntry {
    let id = VendorID(rawValue: row.kind.kind.rawValue)
    let configuration = VendorConfiguration(id: id, kind: row.kind.kind, keys: keys)
    let provider = try row.type.init(configuration: configuration, transport: transport)
    return VendorEntry(provider: provider, models: [])
  }
}
