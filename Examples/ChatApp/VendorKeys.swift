import Foundation
import Switchboard
import SwitchboardAnthropic
import SwitchboardConfiguration
import SwitchboardGemini
import SwitchboardMock
import SwitchboardOpenAI
import SwitchboardTransport

/// The vendors of the app, each with a key from the system's keychain.
///
/// They are the keys of `switchboard keys` too: on a Mac both find what the other has kept.
struct VendorKeys: Sendable {
  /// The vendor that answers without a key.
  static let mock: VendorID = "mock"

  /// The vendors that can have a key.
  static let all: [VendorID] = ["anthropic", "openai", "gemini"]

  /// Where the app keeps its conversations.
  static var folder: String {
    let folders = FileManager.default.urls(
      for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first?.path ?? NSHomeDirectory()) + "/SwitchboardChat"
  }

  private let store: KeyStore
  private let transport = PlatformTransport.make()

  init() {
    #if os(macOS) || os(Linux)
    let environment = ["HOME": NSHomeDirectory()]
    #else
    // Beside the folders that the system made an app may write nothing.
    let environment = ["XDG_CONFIG_HOME": Self.folder]
    #endif
    store = KeyStore(
      folders: ConfigurationFolders(working: NSHomeDirectory(), environment: environment),
      environment: environment)
  }

  /// The vendors whose keys are kept, and the mock.
  func providers() async throws -> [any Provider] {
    var providers: [any Provider] = []
    for vendor in Self.all {
      if let key = try await key(of: vendor) { providers.append(provider(vendor, key)) }
    }
    return providers + [MockProvider(id: Self.mock)]
  }

  /// Keeps a key, or forgets it when it is empty.
  func set(_ text: String, of vendor: VendorID) async throws {
    let store = store
    let key = Secret(text)
    try await Self.waiting {
      if key.isEmpty {
        try store.remove(vendor.rawValue)
      } else {
        try store.set(vendor.rawValue, to: key)
      }
    }
  }

  private func key(of vendor: VendorID) async throws -> Secret? {
    let store = store
    return try await Self.waiting {
      guard try store.list().contains(vendor.rawValue) else { return nil }
      return try store.secret(vendor.rawValue)
    }
  }

  private func provider(_ vendor: VendorID, _ key: Secret) -> any Provider {
    switch vendor {
    case "anthropic": AnthropicProvider(id: vendor, key: key, transport: transport)
    case "openai": OpenAIProvider(id: vendor, key: key, transport: transport)
    default: GeminiProvider(id: vendor, key: key, transport: transport)
    }
  }

  /// The keychain may ask a person for a password, so nobody else waits with it.
  private static func waiting<T: Sendable>(
    _ work: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try work() })
      }
    }
  }
}
