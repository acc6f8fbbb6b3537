import Glibc
import SwitchboardCore

/// Runs measurements and prints what they found.
struct Report: Sendable {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Prints a sentence where it does not get in the way of the figures.
  static func complain(_ sentence: String) {
    let line = "benchmarks: \(sentence)\n"
    _ = Glibc.write(STDERR_FILENO, line, line.utf8.count)
  }

  /// Measures one after the other; 1 when something could not be measured.
  func run(_ benchmarks: [Benchmark]) async -> Int32 {
    var all = Findings()
    var code: Int32 = 0
    if !options.isJSON { print(Self.row("figure", "value", "goal", "what")) }
    for benchmark in benchmarks {
      do {
        let found =
          benchmark.isAlone && !options.isAlone
          ? try OwnProcess.measure(benchmark) : try await benchmark.measure()
        if !options.isJSON { Self.show(found, of: benchmark) }
        all.figures = all.figures.merging(found.figures)
        all.baselines = all.baselines.merging(found.baselines)
      } catch {
        code = 1
        let names = benchmark.figures.map(\.name).joined(separator: ", ")
        Self.complain("\(names): \(error)")
      }
    }
    if options.isJSON {
      all.figures["baselines"] = all.baselines
      print(all.figures.pretty())
    }
    return code
  }

  private static func show(_ found: Findings, of benchmark: Benchmark) {
    for figure in benchmark.figures {
      let value = found.figures[figure.name]
      if value.kind == .object {
        for (vendor, value) in value.members { show(value, figure, suffix: ".\(vendor)") }
      } else {
        show(value, figure, suffix: "")
      }
    }
    for (name, value) in found.baselines.members {
      print(row("  " + name, text(value), "", ""))
    }
    fflush(nil)
  }

  private static func show(_ value: JSON, _ figure: Figure, suffix: String) {
    let isMet = value.double.map(figure.goal.isMet) ?? false
    let goal =
      switch figure.goal {
      case .atLeast(let least): ">= " + text(JSON(measured: least))
      case .atMost(let most): "<= " + text(JSON(measured: most))
      }
    print(row(figure.name + suffix, text(value), goal + (isMet ? "" : " missed"), figure.what))
  }

  private static func text(_ value: JSON) -> String {
    let text = value.text
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func row(_ name: String, _ value: String, _ goal: String, _ what: String) -> String
  {
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    func number(_ text: String) -> String {
      String(repeating: " ", count: max(0, 10 - text.count)) + text + "  "
    }
    return cell(name, 34) + number(value) + cell(goal, 18) + what
  }
}
