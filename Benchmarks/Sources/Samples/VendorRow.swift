import SwitchboardCore
import SwitchboardOpenAI
import SwitchboardWire

/// A vendor whose decoding and encoding are measured: one row each.
struct VendorRow: Sendable {
  /// The name in the figures.
  let name: String

  /// The model that is asked.
  let model: ModelReference

  /// A stream of the vendor as it travels, of so many events with text.
  let stream: @Sendable (_ events: Int) -> [UInt8]

  /// Makes the vendor with a key that opens nothing.
  let provider: @Sendable (any HTTPTransport) throws -> any TextProvider

  /// Every vendor that is measured.
  static let all = [
    VendorRow(
      name: "openaiChat", model: "openai/gpt-4o-mini",
      stream: { events in
        let end = #"{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#
        return text(
          opening: "", event: event(Samples.chunk), count: events,
          closing: event(end) + event("[DONE]"))
      },
      provider: {
        try OpenAIProvider(configuration: entry("openai", ["protocol": "chat"]), transport: $0)
      })
  ]

  /// An entry of the configuration with a key that opens nothing.
  private static func entry(
    _ kind: VendorKind, _ values: [String: JSON] = [:]
  ) -> VendorConfiguration {
    VendorConfiguration(
      id: VendorID(rawValue: kind.rawValue), kind: kind,
      keys: KeyRing(Secret("sk-for-the-benchmarks")), values: values)
  }

  /// One server-sent event.
  private static func event(_ data: String) -> String { "data: \(data)\n\n" }

  private static func text(
    opening: String, event: String, count: Int, closing: String
  ) -> [UInt8] {
    Array(opening.utf8) + Array(repeatElement(Array(event.utf8), count: count).joined())
      + Array(closing.utf8)
  }
}
