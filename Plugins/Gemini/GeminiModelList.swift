import SwitchboardCore
import SwitchboardWire

/// The list of models, page by page (ai.google.dev/api/models, "models.list").
///
/// Vertex AI lists the models of its publishers under another address and without their limits.
struct GeminiModelList {
  let endpoint: GeminiEndpoint

  /// Reads all pages, in the vendor's order.
  func read() async throws -> [ModelDescriptor] {
    var models: [ModelDescriptor] = []
    var page = ""
    // A vendor that never ends its list is not followed for ever.
    for _ in 0..<100 {
      let answer = try await endpoint.answer(
        address(page: page),
        deadlines: .inquiry)
      let rows = answer["models"].elements + answer["publisherModels"].elements
      models += rows.compactMap(Self.model)
      let next = answer["nextPageToken"].string ?? ""
      if next.isEmpty || next == page { break }
      page = next
    }
    return models
  }

  private func address(page: String) -> String {
    var base = endpoint.baseURL
    if endpoint.kind == "vertex", let project = base.firstRange(of: "/v1/projects/") {
      base = "\(base[..<project.lowerBound])/v1beta1/publishers/google"
    }
    let token = page.isEmpty ? "" : "&pageToken=\(Percent.encode(page))"
    return "\(base)/models?pageSize=1000\(token)"
  }

  /// A model that answers or paints; embeddings and live sessions are others.
  private static func model(_ row: JSON) -> ModelDescriptor? {
    guard let name = row["name"].string, let id = name.split(separator: "/").last else {
      return nil
    }
    let methods = row["supportedGenerationMethods"].elements.compactMap(\.string)
    if !methods.isEmpty, !methods.contains("generateContent"), !methods.contains("predict") {
      return nil
    }
    var model = ModelDescriptor(String(id))
    model.window = row["inputTokenLimit"].int
    model.maxOutput = row["outputTokenLimit"].int
    if row["thinking"].bool == true { model.can.insert(.reasoning) }
    return model
  }
}
