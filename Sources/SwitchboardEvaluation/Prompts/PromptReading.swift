import SwitchboardCore

/// Makes cases of the lines of a prompt file.
struct PromptReading {
  /// The prompt of lines that have none.
  let template: String?
  /// Values that every line has.
  let variables: [String: String]
  /// What every request starts from.
  let base: ChatRequest
  /// What every prompt is shown with.
  let attachments: [Part]
  /// Reads files that requests name.
  let readFile: MediaFileReader?

  private(set) var cases: [Evaluation.Case] = []
  private(set) var faults: [PromptFile.Fault] = []

  /// Whether any line has its prompt of the template.
  var isTemplateUsed = false
  /// The variables that prompts and system texts have.
  var usedVariables: Set<String> = []

  init(
    template: String?, variables: [String: String], base: ChatRequest, attachments: [Part],
    readFile: MediaFileReader?
  ) {
    self.template = template
    self.variables = variables
    self.base = base
    self.attachments = attachments
    self.readFile = readFile
  }

  mutating func read(_ bytes: [UInt8], _ format: PromptFile.Format) {
    switch format {
    case .text: readText(bytes)
    case .csv: readCSV(bytes)
    case .jsonLines: readLines(bytes)
    }
    nameAll()
  }

  private mutating func readText(_ bytes: [UInt8]) {
    for (line, bytes) in Self.lines(of: bytes) {
      take(line) { reading throws in
        guard let text = String(strictUTF8: bytes) else {
          throw SwitchboardError(.invalidRequest, "The line is not UTF-8.")
        }
        return try reading.makeCase(line, prompt: text)
      }
    }
  }

  private mutating func readLines(_ bytes: [UInt8]) {
    for (line, bytes) in Self.lines(of: bytes) {
      take(line) { reading throws in
        let json: JSON
        do {
          json = try JSON(parsing: Array(bytes), limits: .media, duplicateKeys: .refuse)
        } catch {
          throw SwitchboardError(.invalidRequest, "The line is not JSON: \(error)")
        }
        return try reading.makeCase(line, CheckedJSON(json).object())
      }
    }
  }

  private mutating func readCSV(_ bytes: [UInt8]) {
    var reader = CSVReader(bytes)
    var header: [String]?
    while let result = reader.next() {
      switch result {
      case .failure(let fault):
        faults.append(PromptFile.Fault(line: fault.line, message: fault.message))
        // Without the header nobody knows what the fields of the others are.
        if header == nil { return }
      case .success(let row):
        guard let names = header else {
          let names = row.fields.map(Self.trimmed)
          if let name = Self.repeated(in: names) {
            faults.append(
              PromptFile.Fault(line: row.line, message: "The header has two columns '\(name)'."))
            return
          }
          header = names
          continue
        }
        take(row.line) { reading throws in
          guard row.fields.count == names.count else {
            throw SwitchboardError(
              .invalidRequest,
              "The row has \(row.fields.count) fields, the header \(names.count).")
          }
          let fields = zip(names, row.fields).filter { !$0.0.isEmpty }
          return try reading.makeCase(row.line, Dictionary(fields) { $1 })
        }
      }
    }
  }

  private static func trimmed(_ name: String) -> String {
    let end = name.lastIndex { !$0.isWhitespace }.map(name.index(after:)) ?? name.startIndex
    return String(name[..<end].drop(while: \.isWhitespace))
  }

  /// The first name that stands there twice; columns without a name are nobody's.
  private static func repeated(in names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !$0.isEmpty && !seen.insert($0).inserted }
  }

  private mutating func take(
    _ line: Int, _ read: (inout PromptReading) throws -> Evaluation.Case
  ) {
    do {
      cases.append(try read(&self))
    } catch {
      let message = (error as? SwitchboardError)?.message ?? "\(error)"
      faults.append(PromptFile.Fault(line: line, message: message))
    }
  }

  /// Cases without a name are called by their line; a name that was used gets its line, too.
  private mutating func nameAll() {
    var used: Set<String> = []
    for place in cases.indices {
      let line = cases[place].line.map(String.init) ?? "\(place + 1)"
      if cases[place].name.isEmpty { cases[place].name = line }
      while !used.insert(cases[place].name).inserted { cases[place].name += " (line \(line))" }
    }
  }

  private static func lines(of bytes: [UInt8]) -> [(line: Int, bytes: ArraySlice<UInt8>)] {
    var lines: [(Int, ArraySlice<UInt8>)] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let line = bytes[start..<end]
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { lines.append((number, line)) }
      start = end + 1
      if end < bytes.count, bytes[end] == 0x0D, start < bytes.count, bytes[start] == 0x0A {
        start += 1
      }
      number += 1
    }
    return lines
  }
}
