import SwitchboardCore

/// Says that a measurement is worth nothing when what it measured went wrong.
func expect(_ isGood: Bool, _ complaint: String) throws {
  if !isGood { throw SwitchboardError(.server, "\(complaint).") }
}
