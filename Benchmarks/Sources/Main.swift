import CBenchmarks
import Glibc
import SwitchboardCore

/// The entry of the program.
@main
enum Main {
  static func main() async {
    bench_allow_descriptors()
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Measures away from the main thread, where the user of a library would be too.
  @concurrent private static func run(_ words: [String]) async -> Int32 {
    do {
      let options = try Options(words)
      if options.serves { return bench_serve() }
      if options.wantsTraits {
        print(try CountedTexts().traits.text)
        return 0
      }
      if options.wantsHelp {
        print(Options.help)
        return 0
      }
      return await Report(options).run(Benchmark.all.filter(options.wants))
    } catch {
      Report.complain("\(error)")
      return 64
    }
  }
}

/// What the command line asks for.
struct Options: Sendable {
  static let help = """
    Measures Switchboard and prints a table of what was found beside its goal.

      swift run -c release Benchmarks [--json] [--only FIGURE]...
      swift run -c release Benchmarks --traits

      --json          print one JSON object of figures; what they are compared with is in
                      its member 'baselines'
      --only FIGURE   measure this figure alone, and those that come with it
      --traits        print what the texts of Benchmarks/Texts are made of, for Tools/fit_rates.py
    """

  var isJSON = false
  var wantsHelp = false

  /// Whether to print traits in place of figures.
  var wantsTraits = false

  /// Whether to be the server that the others measure against.
  var serves = false

  /// Whether the process was started for one measurement.
  var isAlone = false

  private var only: Set<String> = []

  init(_ words: [String]) throws {
    let known = Set(Benchmark.all.flatMap { $0.figures.map { $0.name } })
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--traits": wantsTraits = true
      case "--serve": serves = true
      case "--alone": isAlone = true
      case "--only":
        guard let name = words.popFirst(), known.contains(name) else {
          throw SwitchboardError(
            .invalidRequest, "--only wants one of \(known.sorted().joined(separator: ", ")).")
        }
        only.insert(name)
      default:
        throw SwitchboardError(.invalidRequest, "'\(word)' is not known; see --help.")
      }
    }
  }

  func wants(_ benchmark: Benchmark) -> Bool {
    only.isEmpty || benchmark.figures.contains { only.contains($0.name) }
  }
}
