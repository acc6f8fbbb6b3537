import Testing

@testable import SwitchboardEvaluation

struct CSVReaderTests {
  private static func read(_ bytes: [UInt8]) -> (rows: [CSVReader.Row], faults: [CSVReader.Fault]) {
    var reader = CSVReader(bytes)
    var (rows, faults): ([CSVReader.Row], [CSVReader.Fault]) = ([], [])
    while let result = reader.next() {
      switch result {
      case .success(let row): rows.append(row)
      case .failure(let fault): faults.append(fault)
      }
    }
    return (rows, faults)
  }

  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("a\rb", [["a"], ["b"]]), ("\u{FEFF}a", [["a"]]), ("", []), ("\n\r\n\n", []),
    ("a,,\n", [["a", "", ""]]), (",", [["", ""]]), ("\"a,b\",c", [["a,b", "c"]]),
    ("\"a\nb\",c\nd,e", [["a\nb", "c"], ["d", "e"]]), ("\"say \"\"hi\"\"\"", [["say \"hi\""]]),
    ("\"\"", [[""]]), ("é,日本", [["é", "日本"]]), (" a , b ", [[" a ", " b "]]),
  ])
  func `rows are read`(_ text: String, _ rows: [[String]]) {
    let read = Self.read(Array(text.utf8))
    #expect(read.rows.map(\.fields) == rows)
    #expect(read.faults.isEmpty)
  }

  @Test(arguments: [
    ("a\n\"b\nc", 2, 1), ("a\nb\"c,d\ne", 2, 2), ("\"a\"b\nc", 1, 1), ("a\n\n\"x\ny\"z\nb", 4, 2),
  ])
  func `a broken row is told with its line, and the rows around it are read`(
    _ text: String, _ line: Int, _ rows: Int
  ) {
    let read = Self.read(Array(text.utf8))
    #expect(read.faults.map(\.line) == [line])
    #expect(read.rows.count == rows)
  }

  @Test func `lines are counted through quoted line ends`() {
    let read = Self.read(Array("\"a\nb\r\nc\"\nd\n\ne".utf8))
    #expect(read.rows.map(\.line) == [1, 4, 6])
  }

  @Test func `cut anywhere it ends, and what was whole stays`() {
    let bytes = Array("n,\"a,\"\"b\"\"\r\nc\",é\r\nx,y,z\n".utf8)
    let whole = Self.read(bytes).rows
    for length in bytes.indices {
      let read = Self.read(Array(bytes[..<length]))
      #expect(read.rows.count + read.faults.count <= 2)
      if let first = read.rows.first, read.rows.count > 1 { #expect(first == whole[0]) }
    }
  }

  @Test func `bytes that are no text are a fault of their row`() {
    let read = Self.read([0x61, 0xFF, 0x0A, 0x62])
    #expect(read.faults.map(\.line) == [1])
    #expect(read.rows.map(\.fields) == [["b"]])
  }
}
