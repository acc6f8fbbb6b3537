import Switchboard
import SwitchboardCore

/// Reads the section `reliability`.
enum ReliabilitySection {
  private static let fields = [
    "attemptsPerTarget", "targets", "calls", "connect", "firstToken", "idle", "total",
    "onStreamFailure", "hedge",
  ]

  /// Reads the settings; what is left out keeps its default.
  static func read(_ section: ConfigurationValue) throws -> Reliability {
    let given = try section.fields(fields)
    var settings = Reliability()
    func set<Value>(
      _ name: String, _ path: WritableKeyPath<Reliability, Value>,
      _ read: (ConfigurationValue) throws -> Value
    ) throws {
      if let value = given[name]?.value { settings[keyPath: path] = try read(value) }
    }
    try set("attemptsPerTarget", \.attemptsPerTarget) { try $0.integer(1...100) }
    try set("targets", \.targets) { try $0.integer(1...100) }
    try set("calls", \.calls) { try $0.integer(1...100) }
    try set("connect", \.deadlines.connect) { try $0.duration() }
    try set("firstToken", \.deadlines.firstToken) { try $0.duration() }
    try set("idle", \.deadlines.idle) { try $0.duration() }
    try set("total", \.deadlines.total) { try $0.duration() }
    if let value = given["onStreamFailure"]?.value {
      _ = try value.choice(["stop", "restart", "continue"])
      try UnbuiltFeature.refuse(value)
    }
    if let value = given["hedge"]?.value {
      _ = try value.boolean()
      try UnbuiltFeature.refuse(value)
    }
    return settings
  }
}
