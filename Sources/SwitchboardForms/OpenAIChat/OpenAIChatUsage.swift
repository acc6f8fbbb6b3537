import SwitchboardCore

/// Reads the usage of chat completions and Responses as every vendor writes it.
enum OpenAIChatUsage {
  static func read(_ json: JSON, _ cost: ReportedCost?) -> Usage {
    let input = json["prompt_tokens"].int ?? json["input_tokens"].int
    var output = json["completion_tokens"].int ?? json["output_tokens"].int
    let read =
      json["prompt_tokens_details"].exists
      ? json["prompt_tokens_details"] : json["input_tokens_details"]
    let written =
      json["completion_tokens_details"].exists
      ? json["completion_tokens_details"] : json["output_tokens_details"]
    let cached =
      read["cached_tokens"].int ?? json["prompt_cache_hit_tokens"].int
      ?? json["cached_tokens"].int
    let reasoning = written["reasoning_tokens"].int ?? json["reasoning_tokens"].int
    // xAI counts thinking beside the completion; its total gives it away.
    if let input, let answer = output, let thought = reasoning, thought > 0,
      let total = json["total_tokens"].int, sum(input, answer, thought) == total
    {
      output = answer + thought
    }
    return Usage(
      input: input, cachedInput: cached,
      cacheWrite: read["cache_write_tokens"].int, output: output, reasoning: reasoning, raw: json,
      reportedCost: cost.flatMap { $0.read(json) })
  }

  private static func sum(_ numbers: Int...) -> Int? {
    var total = 0
    for number in numbers {
      let (sum, overflow) = total.addingReportingOverflow(number)
      if overflow { return nil }
      total = sum
    }
    return total
  }
}
