import SwitchboardCore

/// Requests that public projects recorded with vendors, with the prompt tokens that the vendor
/// reported: read where they lie, since they are not ours to keep.
///
/// The folder holds `index.json`, `interactions/<id>.json` and `expected/<id>.json`. What holds media,
/// the vendor's own tools or a body that was not recorded whole is left out.
struct RecordedRequests {
  /// One request.
  struct Item {
    let id: String
    let vendor: String
    let model: String
    let request: ChatRequest
    let promptTokens: Int
  }

  private(set) var items: [Item] = []

  /// How many were left out, by reason.
  private(set) var leftOut: [String: Int] = [:]

  /// Reads a folder.
  init(_ folder: String) throws {
    let index = try JSON(parsing: FileBytes.read(folder + "/index.json"), limits: .media)
    for entry in index.elements {
      do throws(Unfit) {
        items.append(try Self.item(entry, folder))
      } catch {
        leftOut[error.reason, default: 0] += 1
      }
    }
  }

  private struct Unfit: Error {
    let reason: String
  }

  private static let unfit = [
    "image_in", "pdf_in", "audio_in", "video_in", "file_in", "server_tools", "citations",
  ]

  private static func item(_ entry: JSON, _ folder: String) throws(Unfit) -> Item {
    let features = Set(entry["features"].elements.compactMap(\.string))
    if let found = unfit.first(where: features.contains) { throw Unfit(reason: found) }
    let id = entry["id"].string ?? ""
    guard let exchange = read(folder + "/interactions/\(id).json"),
      let expected = read(folder + "/expected/\(id).json"),
      exchange["request"]["body"].kind == .object, exchange["request_elided"].bool != true
    else { throw Unfit(reason: "no body") }
    let body = exchange["request"]["body"]
    if body.text.contains(#""type":"document""#) { throw Unfit(reason: "document") }
    let usage = expected["expected"]["usage"]
    let api = entry["api"].string ?? ""
    guard let request = RecordedBody(body).request(api: api) else {
      throw Unfit(reason: "form of \(api)")
    }
    // Anthropic reports what a cache held beside the rest, the others within it.
    let isApart = body["anthropic_version"].exists || api == "anthropic.messages"
    let tokens =
      (usage["input"].int ?? 0)
      + (isApart ? (usage["cached_input"].int ?? 0) + (usage["cache_write"].int ?? 0) : 0)
    guard tokens > 0 else { throw Unfit(reason: "no count") }
    let url = exchange["request"]["url"].string ?? ""
    return Item(
      id: id, vendor: entry["vendor"].string ?? "",
      model: body["model"].string ?? Self.model(in: url), request: request, promptTokens: tokens)
  }

  /// The model that an address names: `…/models/<id>:operation` or `…/model/<id>/operation`.
  private static func model(in url: String) -> String {
    let parts = url.split(separator: "/").map { String($0) }
    guard let place = parts.firstIndex(where: { $0 == "models" || $0 == "model" }),
      place + 1 < parts.count
    else { return "" }
    let name = parts[place + 1]
    return parts[place] == "model" ? name : String(name.prefix { $0 != ":" })
  }

  private static func read(_ path: String) -> JSON? {
    do {
      return try JSON(parsing: FileBytes.read(path), limits: .media)
    } catch {
      return nil
    }
  }
}
