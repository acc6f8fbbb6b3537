extension ChatReply {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("id", JSON(optional: id)), ("message", message.json), ("text", JSON(text)),
      ("origin", origin.json), ("finish", finish.json), ("usage", usage?.json ?? .missing),
      ("cost", cost?.json ?? .missing),
      ("warnings", warnings.isEmpty ? .missing : .array(warnings.map(\.json))),
      ("timing", timing?.json ?? .missing),
    ])
  }
}

extension ImageReply {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("id", JSON(optional: id)), ("images", .array(images.map(\.json))),
      ("revisedPrompt", JSON(optional: revisedPrompt)), ("origin", origin.json),
      ("usage", usage?.json ?? .missing), ("cost", cost?.json ?? .missing),
      ("warnings", warnings.isEmpty ? .missing : .array(warnings.map(\.json))),
      ("timing", timing?.json ?? .missing),
    ])
  }
}

extension FinishReason {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("reason", JSON(kind.rawValue)), ("raw", JSON(optional: raw)),
      ("message", JSON(optional: message)),
    ])
  }
}

extension Usage {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("input", JSON(optional: input)),
      ("cachedInput", JSON(optional: cachedInput)),
      ("cacheWrite", JSON(optional: cacheWrite)),
      ("output", JSON(optional: output)),
      ("reasoning", JSON(optional: reasoning)), ("source", JSON(source.rawValue)),
      ("raw", raw.map { $0.isNull ? .missing : $0 } ?? .missing),
    ])
  }
}

extension Cost {
  /// The public JSON form.
  public var json: JSON {
    .object([
      ("usd", JSON(optional: usd?.description)), ("quality", JSON(quality.rawValue)),
    ])
  }
}

extension Warning {
  /// The public JSON form.
  public var json: JSON {
    .object([("code", JSON(code.rawValue)), ("message", JSON(message))])
  }
}

extension Timing {
  /// The public JSON form, in whole milliseconds.
  public var json: JSON {
    .object([
      ("firstTokenMs", JSON(optional: firstToken?.milliseconds)),
      ("totalMs", JSON(optional: total?.milliseconds)),
    ])
  }
}

extension Duration {
  /// Whole milliseconds, rounded; saturates.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds.magnitude < 1_000_000_000_000 else { return seconds > 0 ? .max : .min }
    return Int(seconds) * 1000 + Int((Double(attoseconds) / 1e15).rounded())
  }

  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
