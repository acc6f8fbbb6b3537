extension HTTPResponseHead {
  /// The vendor's name of the request, for its support; the vendor's own goes before that of a network
  /// in between.
  public var requestID: String? {
    for name in ["request-id", "x-request-id", "x-amzn-requestid", "apim-request-id", "cf-ray"] {
      if let id = headers[name] { return id }
    }
    return nil
  }
}
