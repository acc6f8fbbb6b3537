import SwitchboardCore
import SwitchboardForms
import SwitchboardWire

/// How a conversation travels.
enum BedrockWay: String, Sendable {
  /// In the form that is one for all models.
  case converse
  /// In the form of the model's maker.
  case invoke

  /// The way of a model where the entry names none.
  ///
  /// Behind Converse these take one prompt and no conversation (Bedrock User Guide, "Supported models
  /// and model features").
  init(usualFor model: String) {
    let base = BedrockModelID(model).base
    let promptOnly = ["ai21.j2-", "cohere.command-text", "cohere.command-light"]
    self = promptOnly.contains { base.hasPrefix($0) } ? .invoke : .converse
  }
}

/// Where Bedrock is (AWS General Reference, "Amazon Bedrock endpoints and quotas").
struct BedrockAddress: Sendable {
  let vendor: VendorID
  let baseURL: String?
  let region: String?

  static func noRegion(_ vendor: VendorID) -> SwitchboardError {
    SwitchboardError(
      .configuration,
      "Vendor '\(vendor)' needs a region: write `region: \"us-east-1\"`, or set AWS_REGION.",
      vendor: vendor)
  }

  /// One sentence when no region is known.
  var missingRegion: String? { region == nil ? Self.noRegion(vendor).message : nil }

  /// The address of an operation on a model and the region for which a request to it is signed.
  ///
  /// The name of the model is one segment of the path. A model with an ARN is called in its region,
  /// unless the entry says where to call.
  func place(_ operation: String, model: String) throws -> (url: String, region: String) {
    let own = BedrockModelID(model).region
    guard let region = baseURL == nil ? own ?? region : region ?? own else {
      throw Self.noRegion(vendor)
    }
    let suffix = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    let base = baseURL ?? "https://bedrock-runtime.\(region).\(suffix)"
    return ("\(base)/model/\(Percent.encode(model))/\(operation)", region)
  }
}
