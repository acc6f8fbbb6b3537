extension Int {
  /// The number as people read it in every locale: its thousands set apart, as `128,000`.
  package var grouped: String {
    var rest = String(magnitude)[...]
    var groups: [Substring] = []
    while rest.count > 3 {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return (self < 0 ? "-" : "") + ([rest] + groups.reversed()).joined(separator: ",")
  }
}
