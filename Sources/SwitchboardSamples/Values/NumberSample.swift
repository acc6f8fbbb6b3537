import SwitchboardCore

/// Makes up a number within the bounds of a JSON Schema.
struct NumberSample {
  private var low: Double
  private var high: Double
  private let step: Double?
  private let isInteger: Bool

  /// Reads the bounds; where one is missing, the range is a hundred wide.
  init(_ schema: JSON) {
    let types = schema["type"].elements.compactMap(\.string) + [schema["type"].string ?? ""]
    isInteger = types.contains("integer")
    let multiple = schema["multipleOf"].double.flatMap { $0 > 0 ? $0 : nil }
    step = multiple ?? (isInteger ? 1 : nil)
    // Bounds that are themselves left out lie a step, or a sliver, further in.
    let sliver = isInteger ? 1 : step ?? 0.01
    let least = schema["minimum"].double
    let most = schema["maximum"].double
    var lows = [least].compactMap(\.self)
    var highs = [most].compactMap(\.self)
    if let bound = schema["exclusiveMinimum"].double { lows.append(bound + sliver) }
    if let bound = schema["exclusiveMaximum"].double { highs.append(bound - sliver) }
    // Draft 4 marked the bound itself as left out.
    if let least, schema["exclusiveMinimum"].bool == true { lows.append(least + sliver) }
    if let most, schema["exclusiveMaximum"].bool == true { highs.append(most - sliver) }
    let floor = lows.max()
    let ceiling = highs.min()
    low = floor ?? min(1, (ceiling ?? 100) - 100)
    if let ceiling, floor == nil, ceiling >= 1 { low = min(1, ceiling) }
    high = ceiling ?? low + max(99, 2 * (step ?? 0))
    if let floor, ceiling == nil { high = floor + max(99, 2 * (step ?? 0)) }
  }

  /// A number of the prompt that fits, which is then used up, or any.
  mutating func value(from words: inout [String], random: inout SeededRandom) -> JSON {
    let place = words.firstIndex { word in
      guard let number = Double(word), low...max(low, high) ~= number else { return false }
      return step.map { number.truncatingRemainder(dividingBy: $0) == 0 } ?? true
    }
    if let place, let number = Double(words.remove(at: place)) { return json(number) }
    guard let step else {
      let number = low + (high - low) * random.unit()
      let short = (number * 100).rounded() / 100
      return json(low...max(low, high) ~= short ? short : number)
    }
    // Counting steps keeps the number a multiple; a sum of steps would drift.
    let first = (low / step).rounded(.up)
    let last = max(first, (high / step).rounded(.down))
    let steps = Int(min(last - first, 1_000))
    let number = (first + Double(random.below(steps + 1))) * step
    return json((number * 1e9).rounded() / 1e9)
  }

  private func json(_ number: Double) -> JSON {
    if let whole = Int(exactly: number), isInteger || step != nil { return JSON(whole) }
    return JSON(number)
  }
}
