import SwitchboardCore
import SwitchboardWire
import Testing

@testable import SwitchboardForms

struct GeminiFailuresTests {
  @Test func `the envelope gives message, words, status and delay`() {
    let body = #"""
      {"error":{"code":429,"message":"Slow down","status":"RESOURCE_EXHAUSTED","details":[
      {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED"},
      {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.07s"}]}}
      """#
    for text in [body, "[\(body)]"] {
      let report = GeminiFailures.report(Array(text.utf8))
      #expect(report.message == "Slow down")
      #expect(report.words == ["RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED"])
      #expect(report.status == 429)
      #expect(report.retryDelay == "34.07s")
    }
  }

  @Test(arguments: [
    (#"{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject-FreeTier"}]}"#, true),
    (#"{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProject"}]}"#, false),
    (#"{"metadata":{"quota_limit":"DailyTokens"}}"#, true),
    (#"{"retryDelay":"3600s"}"#, true), (#"{"retryDelay":"300s"}"#, false),
    (#"{"retryDelay":"soon"}"#, false),
  ])
  func `a limit a day is told from a limit a minute`(detail: String, isDaily: Bool) {
    let body = #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[\#(detail)]}}"#
    let words = GeminiFailures.report(Array(body.utf8)).words
    #expect(words.contains(GeminiFailures.dailyLimit) == isDaily)
  }

  @Test(arguments: [
    "", "no JSON", "7", "{}", "[]", #"{"error":7}"#, #"{"error":{"code":"x","details":{}}}"#,
  ])
  func `any body gives a report`(body: String) {
    #expect(GeminiFailures.report(Array(body.utf8)).status == nil)
  }

  @Test func `a page of HTML is told by its title`() {
    let report = GeminiFailures.report(Array("<!DOCTYPE html><title>Error 404</title>".utf8))
    #expect(report.message?.contains("Error 404") == true)
  }
}
