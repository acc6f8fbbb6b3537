public import SwitchboardCore

/// A vendor that can be set up from a configuration file.
///
/// It declares its kinds and their fields, so that the loader checks them, with line and column,
/// without knowing any vendor. It stands beside ``HTTPTransport`` because it is handed one.
///
/// ## Implementing
/// - `kinds` names every word that may stand after `kind:` for this vendor; a field that is not
///   built yet is not declared, so that it is refused and never ignored.
/// - The initialiser checks what the declared forms cannot say, and throws one sentence.
public protocol ConfigurableProvider: Provider {
  /// The kinds that this type serves.
  static var kinds: [ConfigurableKind] { get }

  /// Creates a vendor from a checked entry.
  ///
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `configuration`.
  init(configuration: VendorConfiguration, transport: any HTTPTransport) throws
}
