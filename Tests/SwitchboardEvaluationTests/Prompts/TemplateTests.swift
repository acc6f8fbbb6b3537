import SwitchboardCore
import SwitchboardEvaluation
import Testing

struct TemplateTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("{{a}}", "1"), ("x{{ a }}y{{b}}", "x1y{{a}}"),
    ("{{{a}}}", "{1}"), ("{{ a b }}", "{{ a b }}"), ("{{}}", "{{}}"), ("{{a", "{{a"),
    ("a}}", "a}}"), ("{\"k\": {\"v\": \"{{a}}\"}}", "{\"k\": {\"v\": \"1\"}}"),
    ("{{ {{a}} }}", "{{ 1 }}"), ("{{naïve-1.x_y}}", "ü"), ("{{a}}{{a}}", "11"),
  ])
  func `variables are replaced and nothing else`(_ text: String, _ expected: String) throws {
    let values = ["a": "1", "b": "{{a}}", "naïve-1.x_y": "ü"]
    #expect(try Template(text).filled(with: values) == expected)
  }

  @Test func `a variable without a value is named with the nearest`() {
    let error = #expect(throws: SwitchboardError.self) {
      try Template("{{languge}}").filled(with: ["language": "fr", "text": "x"])
    }
    #expect(error?.message.contains("languge") == true)
    #expect(error?.message.contains("'language'") == true)
  }

  @Test func `the variables of a template are known before it is filled`() {
    #expect(Template("{{b}} {{a}} {{ b }} {{!}}").variables == ["b", "a"])
  }
}
