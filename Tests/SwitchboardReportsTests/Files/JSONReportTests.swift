import SwitchboardCore
import SwitchboardEvaluation
import SwitchboardReports
import Testing

struct JSONReportTests {
  @Test func `the document is the whole run`() throws {
    for run in [SampleRun.rich(), HostileAnswers.evaluation, SampleRun.repeated, SampleRun.bare] {
      let json = try JSON(parsing: Array(Report(run).text(as: .json).utf8))
      var again = try Evaluation(head: json)
      for (list, name) in [("cells", "cell"), ("judgements", "judgement"), ("picks", "pick")] {
        for line in json[list].elements { try again.take(.object([(name, line)])) }
      }
      #expect(again.lines.count == run.lines.count)
      #expect(again.judgements == run.judgements && again.picks == run.picks)
      let first = Report(run).json()["cells"].elements.map(\.text)
      #expect(first == Report(again).json()["cells"].elements.map(\.text))
      #expect(json["summary"]["variants"].count == run.variants.count)
    }
  }
}
