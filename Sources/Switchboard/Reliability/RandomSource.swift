import SwitchboardCore

/// Random numbers of a router: the system's, or those of a seed, which are the same every time.
public struct RandomSource: Sendable {
  private let draw: @Sendable () -> UInt64

  /// The system's random numbers.
  public static let system = RandomSource { UInt64.random(in: .min ... .max) }

  /// The numbers of a seed (SplitMix64).
  public init(seed: UInt64) {
    let state = Locked(seed)
    self.init {
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
      }
    }
  }

  private init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

  /// A number from 0 up to 1, 1 left out.
  public func unit() -> Double { Double(draw() >> 11) * 0x1p-53 }
}
