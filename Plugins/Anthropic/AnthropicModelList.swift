import SwitchboardCore
import SwitchboardWire

/// The list of models (platform.claude.com/docs/en/api/models/list).
struct AnthropicModelList: Sendable {
  let vendor: VendorID
  let url: String
  let headers: @Sendable () async throws -> HTTPFields
  let secrets: @Sendable () -> [Secret]

  /// Pages are of up to a thousand models; more than this many are not believed.
  private static let mostPages = 20

  func read(_ transport: any HTTPTransport) async throws -> [ModelDescriptor] {
    let call = AnthropicFailureTable.call(vendor, secrets)
    var models: [ModelDescriptor] = []
    var address = "\(url)?limit=1000"
    for _ in 0..<Self.mostPages {
      let page = address
      let json = try await call.json(over: transport) {
        HTTPRequest(method: "GET", url: page, headers: try await headers(), deadlines: .inquiry)
      }
      models += json["data"].elements.compactMap(Self.model)
      guard json["has_more"].bool == true, let last = json["last_id"].string else { break }
      address = "\(url)?limit=1000&after_id=\(Percent.encode(last))"
    }
    return models
  }

  /// What the vendor says of a model; what it leaves out stays open.
  static func model(_ row: JSON) -> ModelDescriptor? {
    guard let id = row["id"].string, !id.isEmpty else { return nil }
    var model = ModelDescriptor(id)
    model.window = row["max_input_tokens"].int.flatMap { $0 > 0 ? $0 : nil }
    model.maxOutput = row["max_tokens"].int.flatMap { $0 > 0 ? $0 : nil }
    model.retires = row["retires_at"].string.flatMap { Day(String($0.prefix(10))) }
    let abilities: [(String, Ability)] = [
      ("image_input", .imageInput), ("pdf_input", .documentInput),
      ("structured_outputs", .structuredOutput), ("thinking", .reasoning),
    ]
    for (name, ability) in abilities {
      switch row["capabilities"][name]["supported"].bool {
      case true: model.can.insert(ability)
      case false: model.cannot.insert(ability)
      default: break
      }
    }
    return model
  }
}
