import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct PromptFileTests {
  private static func file(
    _ text: String, _ format: PromptFile.Format, template: String? = nil,
    variables: [String: String] = [:]
  ) -> PromptFile {
    PromptFile(Array(text.utf8), format: format, template: template, variables: variables)
  }

  @Test func `a text file has a prompt a line`() {
    let file = Self.file("one\n\n  \r\ntwo {{x}}\rthree", .text, variables: ["x": "2"])
    #expect(file.cases.map(\.request.messages.first?.text) == ["one", "two 2", "three"])
    #expect(file.cases.map(\.line) == [1, 4, 5])
    #expect(file.cases.map(\.name) == ["1", "4", "5"])
    #expect(file.faults.isEmpty)
  }

  @Test func `a CSV file has variables, checks and a template for what has no prompt`() throws {
    let file = Self.file(
      "name,text,prompt,system,check.contains,check.json\ngreet,hello,,Be kind.,bon,\nother,x,Say {{text}}.,,,true\n",
      .csv, template: "Translate {{text}} into {{to}}.", variables: ["to": "French"])
    #expect(file.faults.isEmpty)
    #expect(
      file.cases.map(\.request.messages.first?.text)
        == ["Translate hello into French.", "Say x."])
    #expect(file.cases.map(\.request.system) == ["Be kind.", nil])
    #expect(file.cases.map(\.checks) == [[.contains("bon")], [.json]])
    #expect(file.cases[0].variables == ["text": "hello", "to": "French"])
  }

  @Test func `a JSON file has whole requests and checks`() {
    let file = Self.file(
      """
      {"name": "a", "prompt": "Say {{n}}.", "variables": {"n": 3}, "checks": {"contains": "3"}}
      {"request": {"messages": [{"role": "user", "parts": "hi"}], "options": {"seed": 1}}}
      """, .jsonLines)
    #expect(file.faults.isEmpty)
    #expect(file.cases.map(\.name) == ["a", "2"])
    #expect(file.cases.map(\.request.messages.first?.text) == ["Say 3.", "hi"])
    #expect(file.cases[1].request.options.seed == 1)
  }

  @Test(arguments: [
    ("{\"prompt\": \"a\"", "JSON"), ("[]", "object"), ("{\"promt\": \"a\"}", "'prompt'"),
    ("{\"prompt\": \"{{x}}\"}", "'x'"), ("{}", "no prompt"), ("{\"prompt\": 3}", "prompt"),
    ("{\"prompt\": \"a\", \"checks\": {\"contans\": \"b\"}}", "contains"),
    ("{\"prompt\": \"a\", \"prompt\": \"b\"}", "JSON"),
  ])
  func `a broken line is told with its number, and the others are cases`(
    _ line: String, _ word: String
  ) {
    let file = Self.file("{\"prompt\": \"ok\"}\n\(line)\n{\"prompt\": \"ok\"}\n", .jsonLines)
    #expect(file.cases.map(\.line) == [1, 3])
    #expect(file.faults.map(\.line) == [2])
    #expect(file.faults.first?.message.contains(word) == true, "\(file.faults)")
  }

  @Test func `a row of another length than the header is a fault`() {
    let file = Self.file("prompt,x\na,b\nc\nd,e,f\n", .csv)
    #expect(file.cases.count == 1)
    #expect(file.faults.map(\.line) == [3, 4])
  }

  @Test(arguments: [
    ("pro\"mpt\nx\ny\n", 1, "quote"), ("\nprompt,x,prompt\na,b,c\n", 2, "two columns 'prompt'"),
  ])
  func `without a header that can be read no line is a case`(
    _ text: String, _ line: Int, _ word: String
  ) {
    let file = Self.file(text, .csv)
    #expect(file.cases.isEmpty)
    #expect(file.faults.map(\.line) == [line])
    #expect(file.faults.first?.message.contains(word) == true, "\(file.faults)")
  }

  @Test func `white space around the header's names does not count, nor do columns without one`() {
    let file = Self.file("name, prompt ,,\na,say {{b}},x,y\n", .csv, variables: ["b": "c"])
    #expect(file.cases.map(\.request.messages.first?.text) == ["say c"])
    #expect(file.cases.map(\.variables) == [["b": "c"]])
  }

  @Test func `what is used of the template and the variables is known`() {
    let own = Self.file("prompt,x\n{{a}},1\n", .csv, template: "{{b}}", variables: ["a": "1"])
    #expect(!own.isTemplateUsed && own.usedVariables == ["a"])
    let all = Self.file("system,x\n{{c}},1\n", .csv, template: "{{x}}", variables: ["c": "1"])
    #expect(all.isTemplateUsed && all.usedVariables == ["c", "x"])
  }

  @Test func `an empty prompt is none`() {
    #expect(Self.file("{\"prompt\": \"\"}", .jsonLines).faults.map(\.line) == [1])
    #expect(Self.file("{\"prompt\": \"\"}", .jsonLines, template: "x").cases.count == 1)
  }

  @Test func `equal names are told apart`() {
    let file = Self.file("name,prompt\na,1\na,2\n,3\n", .csv)
    #expect(file.cases.map(\.name) == ["a", "a (line 3)", "4"])
    let taken = Self.file("name,prompt\na (line 4),1\na,2\na,3\n", .csv)
    #expect(Set(taken.cases.map(\.name)).count == 3)
  }

  @Test(
    arguments: [
      ("a.csv", PromptFile.Format.csv), ("a.JSONL", .jsonLines), ("a.txt", .text), ("a.json", nil),
      ("a", nil),
    ] as [(String, PromptFile.Format?)])
  func `the name tells the format`(_ path: String, _ format: PromptFile.Format?) {
    #expect(PromptFile.Format(path: path) == format)
  }

  @Test func `cut anywhere a file never crashes and never gains a case`() {
    let text = "{\"prompt\": \"é {{n}}\", \"variables\": {\"n\": [1]}}\n{\"prompt\": \"b\"}\n"
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      for format in PromptFile.Format.allCases {
        #expect(PromptFile(Array(bytes[..<length]), format: format).cases.count <= 2)
      }
    }
  }
}
