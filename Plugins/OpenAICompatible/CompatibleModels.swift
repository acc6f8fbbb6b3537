import SwitchboardCore

/// What is known of the models behind each row of the table, read on 2026-11-30.
///
/// Servers on one's own machine say themselves what they have; ids that are not here are sent all
/// the same.
enum CompatibleModels {
  static let models: [VendorKind: [ModelDescriptor]] = [:]

  static let families: [VendorKind: [ModelDescriptor]] = [:]
}
