import Switchboard
import SwitchboardCore

/// What was learned of models' tokens, as it is kept beside the conversations.
enum KeptCalibration {
  private static let key = "calibration"

  /// Hands a router what was learned before.
  static func load(into router: Router, from store: any ConversationStore) async throws {
    guard let known = try await store.value(for: key) else { return }
    router.calibration = TokenCalibration(json: known)
  }

  /// Keeps what a router has learned since.
  ///
  /// - Returns: What is kept now.
  static func save(
    _ router: Router, since kept: TokenCalibration, to store: any ConversationStore
  ) async throws -> TokenCalibration {
    let learned = router.calibration
    if learned != kept { try await store.setValue(learned.json, for: key) }
    return learned
  }
}
