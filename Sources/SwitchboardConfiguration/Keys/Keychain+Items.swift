#if canImport(Security) && !os(macOS)
import Foundation
import Security
import SwitchboardCore

/// Where no program can be started, the system is asked for the items of the app itself.
///
/// They stay on the device and can be read while it is unlocked.
extension Keychain {
  /// The key of a name; `nil` when the store has none.
  func secret(_ name: String) throws(SwitchboardError) -> Secret? {
    var query = item(name)
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? Data else {
      throw failure("could not read the key '\(name)'", status)
    }
    return try KeyText.secret(Array(data), from: "\(self.name) under '\(name)'")
  }

  /// Keeps a key, in place of the one it had.
  func set(_ name: String, to secret: Secret) throws(SwitchboardError) {
    let value = Data(secret.reveal().utf8)
    var status = SecItemUpdate(item(name) as CFDictionary, [kSecValueData: value] as CFDictionary)
    if status == errSecItemNotFound {
      var new = item(name)
      new[kSecValueData] = value
      new[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      status = SecItemAdd(new as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw failure("did not keep the key '\(name)'", status) }
  }

  /// Forgets a key; nothing happens when there is none.
  func remove(_ name: String) throws(SwitchboardError) {
    let status = SecItemDelete(item(name) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw failure("did not forget the key '\(name)'", status)
    }
  }

  private func item(_ name: String) -> [CFString: Any] {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: Self.service, kSecAttrAccount: name,
    ]
  }

  private func failure(_ words: String, _ status: OSStatus) -> SwitchboardError {
    SwitchboardError(
      .authentication, "\(capitalName) \(words) (status \(status)); is the device unlocked?")
  }
}
#endif
