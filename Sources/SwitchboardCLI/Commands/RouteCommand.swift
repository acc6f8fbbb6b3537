import Switchboard
import SwitchboardCore

/// `route`: who would be asked, without asking anybody.
enum RouteCommand {
  static let row = CommandRow(
    name: "route", words: "[PROMPT]", wordCount: 0...1,
    summary: "Say who would be asked, and why, without a call",
    notes: [
      "With --request FILE the file may also hold an ImageRequest (it has 'task' or 'prompt'). Standard input is read only where '-' asks for it. The exit code is 8 when nobody could be asked."
    ],
    flags: RequestArguments.flags + [.json]
  ) { session in
    let decision = try await decide(session)
    let isForPrograms = session.arguments.has(.json)
    let text = isForPrograms ? decision.json.text + "\n" : Explanation.text(decision)
    try await session.output.write(text)
    return decision.order.isEmpty ? .noRoute : .done
  }

  private static func decide(_ session: Session) async throws -> Decision {
    if let path = session.arguments.text(.request), path != "-" {
      let json = try await InputFile.json(path)
      if json["task"].exists || json["prompt"].exists {
        var request = try ImageRequest(json: json, readFile: InputFile.reader(besides: path))
        if let model = session.arguments.text(.model) { request.model = ModelReference(model) }
        return try await session.router().explain(request)
      }
    }
    let request = try await RequestArguments.request(
      session, prompt: session.arguments.words.first, readsInput: false)
    return try await session.router().explain(request)
  }
}
