import Switchboard
import SwitchboardCore
import SwitchboardTransport

/// `image`: pictures into files.
enum ImageCommand {
  static let size = Flag("size", .text("WxH"), "Width and height in pixels, as 1024x1024")
  static let count = Flag("count", .integer("N", 1...100), "How many pictures (1)")
  static let seed = Flag(
    "seed", .integer("N", .min ... .max), "A number that makes pictures repeatable")
  static let input = Flag(
    "input", .text("F"), "A picture to change; without a prompt, to vary", isRepeatable: true)
  static let mask = Flag("mask", .text("F"), "Where the first input may change")
  static let out = Flag(
    "out", .text("F"), "The file, which is replaced, or a folder; several pictures are numbered")

  static let row = CommandRow(
    name: "image", words: "[PROMPT]", wordCount: 0...1, summary: "Make or change pictures",
    notes: [
      "The paths of the pictures are printed, one a line. Without --out they are named after the prompt and no file is ever replaced. With --json an ImageReply is printed whose parts name the files."
    ],
    flags: [.model, .route, size, count, seed, input, mask, out, .strict, .json]
  ) { session in
    let request = try await request(session)
    let transport = PlatformTransport.make()
    let router = try session.router(over: session.configuration(transport: transport))
    var reply = try await router.images(for: request).reply
    guard !reply.images.isEmpty else {
      throw SwitchboardError(
        .decoding, "The vendor sent no picture.", vendor: reply.origin.vendor,
        model: reply.origin.model)
    }
    let folder = PictureFiles(out: session.arguments.text(out), prompt: request.prompt)
    var paths: [String] = []
    for (place, part) in reply.images.enumerated() {
      guard case .media(var media) = part.content else { continue }
      if let url = media.url {
        media = try await PictureDownload(transport: transport).media(url, name: media.name)
        reply.images[place].content = .media(media)
      }
      let path = try folder.write(media, place + 1, of: reply.images.count)
      paths.append(path)
      // Said at once: a later picture may fail.
      if !session.arguments.has(.json) { try await session.output.line(path) }
    }
    if session.arguments.has(.json) {
      try await session.output.line(json(reply, paths).text)
    } else {
      tell(reply, session.notes)
    }
    return .done
  }

  private static func tell(_ reply: ImageReply, _ notes: Notes) {
    notes.warn(reply.warnings)
    if let words = reply.revisedPrompt { notes.say("painted from: \(words)") }
    guard notes.isTerminal else { return }
    let time = reply.timing?.total.map { " · \(Figures.time($0))" } ?? ""
    let line = "\(reply.origin.reference) · \(Figures.cost(reply.cost))\(time)"
    notes.write(notes.dimmed(TerminalText.line(line)) + "\n")
  }

  /// The reply with the names of files in place of bytes.
  private static func json(_ reply: ImageReply, _ paths: [String]) -> JSON {
    var json = reply.json
    json["images"] = .array(
      zip(json["images"].elements, paths).map { image, path in
        var image = image
        image["data"] = .missing
        image["file"] = JSON(path)
        return image
      })
    return json
  }

  private static func request(_ session: Session) async throws -> ImageRequest {
    let arguments = session.arguments
    let prompt = try await PromptInput(notes: session.notes).prompt(
      arguments.words.first, appending: false)
    var request = ImageRequest(prompt: prompt ?? "")
    if let model = arguments.text(.model) { request.model = ModelReference(model) }
    request.route = arguments.text(.route)
    if let text = arguments.text(size) {
      guard let size = ImageRequest.Size(text) else {
        throw ArgumentParser.UsageError(
          message: "--size must be WIDTHxHEIGHT, as 1024x1024, not '\(TerminalText.line(text))'.",
          command: "image")
      }
      request.size = size
    }
    request.count = arguments.integer(count) ?? 1
    request.seed = arguments.integer(seed)
    request.strict = arguments.has(.strict)
    for path in arguments.texts(input) {
      request.inputs.append(try await MediaFiles.picture(path))
    }
    if let path = arguments.text(mask) { request.mask = try await MediaFiles.picture(path) }
    if request.inputs.isEmpty {
      guard request.mask == nil else {
        throw ArgumentParser.UsageError(
          message: "--mask needs the picture that it lies over: --input F.", command: "image")
      }
      guard !request.prompt.isEmpty else {
        throw ArgumentParser.UsageError(
          message: "'image' needs a PROMPT that says what to paint, or --input F to vary.",
          command: "image")
      }
    } else {
      request.task = request.prompt.isEmpty ? .variation : .edit
    }
    return request
  }
}
