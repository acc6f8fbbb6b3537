import Switchboard
import SwitchboardCore
import Testing

struct QuotationTests {
  private static func text(_ answers: [String]) -> String {
    let quotation = Quotation(
      answers.enumerated().map { .answer(.assistant($0.element), label: "answer \($0.offset)") })
    return Message.user(quotation.parts(then: "Go.")).text
  }

  private static func code(in text: String) throws -> String {
    let mark = try #require(text.firstRange(of: "[begin "))
    return String(text[mark.upperBound...].prefix(16))
  }

  @Test func `each piece stands between its marks`() throws {
    let text = Self.text(["one", "two\n"])
    let code = try Self.code(in: text)
    #expect(
      text.hasSuffix(
        """


        [begin \(code) answer 0]
        one
        [end \(code) answer 0]

        [begin \(code) answer 1]
        two

        [end \(code) answer 1]

        Go.
        """))
    #expect(code.allSatisfy { $0.isHexDigit })
    #expect(text == Self.text(["one", "two\n"]))
  }

  @Test func `the code is another for other pieces, and for the same words cut elsewhere`() throws {
    let codes = try [["ab", "c"], ["a", "bc"], ["abc", ""], ["abc"], ["ab", "d"]].map {
      try Self.code(in: Self.text($0))
    }
    #expect(Set(codes).count == codes.count)
  }

  @Test func `a piece that copies a whole prompt is still between marks of its own`() throws {
    var text = "one"
    for _ in 0..<20 {
      let next = Self.text([text, "two"])
      let code = try Self.code(in: next)
      #expect(!text.contains(code))
      text = next
    }
  }

  @Test func `what is not said to the reader is left out`() {
    let message = Message(
      role: .assistant,
      parts: [
        Part(.reasoning(Reasoning("hm"))), .text("It is "), Part(.opaque, vendorData: ["v": 1]),
        .text("deep."), Part(.source(Source(title: "Atlas"))),
        Part(.toolCall(ToolCall(id: "c", name: "depth", argumentsText: "{}"))),
      ], origin: Origin(vendor: "v", kind: nil, model: "m"))
    let text = Message.user(
      Quotation([.answer(message, label: "x")]).parts(then: "Go.")
    ).text
    #expect(text.contains("\nIt is deep.[calls depth with {}]\n"))
    #expect(!text.contains("hm") && !text.contains("Atlas"))
  }
}
