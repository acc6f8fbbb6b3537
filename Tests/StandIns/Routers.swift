package import Switchboard
package import SwitchboardCore

/// A router over vendors of a test, in the time of a test.
package func router(
  _ vendors: [any Provider], routes: [String: Route] = [:],
  reliability: Reliability = Reliability(), clock: ManualClock = ManualClock(),
  namedOnly: Set<VendorID> = [], wall: Double = 1_790_000_000
) throws -> Router {
  try Router(
    registry: Registry(vendors), routes: routes, reliability: reliability, namedOnly: namedOnly,
    time: Timekeeper(clock, wall: { wall }), random: RandomSource(seed: 7))
}

/// A route over models, written as texts.
package func route(
  _ models: String..., policy: Route.Policy = .ordered,
  fallbackOn: Set<Route.Fallback> = [.error]
) -> Route {
  Route(
    models.map { Route.Candidate(ModelReference($0)) }, policy: policy, fallbackOn: fallbackOn)
}

/// The failure that some work ends with.
package func failure(_ work: () async throws -> Void) async throws -> SwitchboardError? {
  do {
    try await work()
    return nil
  } catch let error as SwitchboardError {
    return error
  }
}
