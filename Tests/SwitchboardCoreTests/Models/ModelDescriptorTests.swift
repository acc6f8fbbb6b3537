import SwitchboardCore
import Testing

struct ModelDescriptorTests {
  @Test func `an ability is there, is not, or nobody knows`() {
    let model = ModelDescriptor("m", can: [.tools], cannot: [.imageInput])
    #expect(model.support(for: .tools) == .yes)
    #expect(model.support(for: .imageInput) == .no)
    #expect(Ability.allCases.filter { model.support(for: $0) == .unknown }.count == 10)
  }

  @Test(arguments: [
    ("image/png", "image/png", true), ("image/*", "image/png", true),
    ("image/*", "image/svg+xml", true), ("image/*", "video/mp4", false),
    ("image/*", "imagery/x", false), ("image/png", "image/jpeg", false),
    ("image/png", "image/png2", false), ("image/png", "image/pn", false),
    ("application/pdf", "application/pdf", true), ("IMAGE/*", "image/png", true),
    ("image/png", "IMAGE/PNG", true), ("text/*", "text/plain; charset=utf-8", true),
    ("*/*", "image/png", false), ("image/*", "image", false), ("", "", true),
  ])
  func `a limit speaks of a type or a whole family`(rule: String, type: String, matches: Bool) {
    #expect(MediaLimit(rule).matches(type) == matches)
  }

  @Test func `abilities are ordered as they are declared`() {
    let order: [Ability] = [
      .imageInput, .documentInput, .audioInput, .videoInput, .imageOutput, .imageEdit, .tools,
      .toolChoice, .structuredOutput, .reasoning, .streaming, .systemText,
    ]
    #expect(Ability.allCases == order)
    #expect(Array(order.reversed()).sorted() == order)
    #expect(Ability(rawValue: "documentInput") == .documentInput)
    #expect(Ability(rawValue: "DocumentInput") == nil)
  }

  @Test func `every option that a model may refuse has the name of its field`() {
    #expect(
      ChatParameter.allCases.map(\.rawValue) == [
        "temperature", "topP", "topK", "stop", "seed", "frequencyPenalty", "presencePenalty",
        "countPenalty",
      ])
  }

  @Test func `delivery says how media travel`() {
    let delivery = MediaDelivery(url: true, totalBytes: 5)
    #expect(delivery.inline)
    #expect(delivery.totalBytes == 5)
  }
}
