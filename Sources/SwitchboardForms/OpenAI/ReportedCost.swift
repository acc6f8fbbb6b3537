import SwitchboardCore

/// How a vendor says in the usage of an answer what that cost.
public enum ReportedCost: Sendable, Hashable {
  /// Dollars in `cost`, or in the member `total_cost` of an object there.
  ///
  /// OpenRouter counts in credits of one dollar, and what a key of the caller's own pays upstream apart
  /// (openrouter.ai/docs/use-cases/usage-accounting); Perplexity itemises
  /// (docs.perplexity.ai/api-reference).
  case dollars
  /// Ten-billionths of a dollar in `cost_in_usd_ticks` (docs.x.ai/developers/cost-tracking).
  case ticks

  /// The cost in a usage object; `nil` when it says none.
  func read(_ usage: JSON) -> USD? {
    switch self {
    case .ticks:
      guard let ticks = usage["cost_in_usd_ticks"].int, ticks >= 0 else { return nil }
      let (picodollars, overflow) = Int64(ticks).multipliedReportingOverflow(by: 100)
      return overflow ? nil : USD(picodollars: picodollars)
    case .dollars:
      let cost = usage["cost"]
      guard let charged = USD(cost.kind == .object ? cost["total_cost"] : cost) else { return nil }
      guard usage["is_byok"].bool == true else { return charged }
      return USD(usage["cost_details"]["upstream_inference_cost"]).map { charged + $0 }
    }
  }
}
