import SwitchboardCore

/// Keeps retries from making a bad day worse.
///
/// Every retry is paid from a purse of 500 for its vendor: 14 after a passing fault, 5 after being
/// told to slow down. A success pays the price of its own retry back, or 1. When all calls fail, the
/// purse is soon empty and failures are reported at once; nobody ever waits for it. The figures are
/// those of the AWS SDKs' standard mode of 2026.
public final class RetryQuota: Sendable {
  /// What a purse holds at most.
  static let capacity = 500

  private let purses = Locked<[VendorID: Int]>([:])

  /// Creates full purses.
  public init() {}

  /// Takes the price of a retry; `nil` when the purse cannot pay.
  func acquire(_ vendor: VendorID, isThrottle: Bool) -> Int? {
    let price = isThrottle ? 5 : 14
    return purses.withLock { purses in
      let held = purses[vendor] ?? Self.capacity
      guard held >= price else { return nil }
      purses[vendor] = held - price
      return price
    }
  }

  /// Pays back after a success: what the call had cost, or 1 for a first call.
  func succeed(_ vendor: VendorID, price: Int?) {
    purses.withLock { purses in
      guard let held = purses[vendor] else { return }
      purses[vendor] = min(Self.capacity, held + (price ?? 1))
    }
  }
}
