public import SwitchboardCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that a model answered with.
public struct TypedReply<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value

  /// The answer it was read from.
  public var answer: RoutedReply

  /// Whether the first answer did not fit and was sent back once.
  public var wasRepaired: Bool
}

extension Router {
  /// Answers a request with a value of a type.
  ///
  /// The schema is given to the model, and the answer is checked against it and decoded. An answer
  /// that does not fit is sent back once with what is wrong with it.
  ///
  /// - Parameters:
  ///   - request: The request; its own output format is not used.
  ///   - context: What its conversation knows beside it.
  ///   - type: The type of the value.
  ///   - schema: The JSON Schema that values of the type fit.
  ///   - name: A name for the form, for vendors that want one.
  /// - Returns: The value and the answer it was read from.
  /// - Throws: ``SwitchboardCore/SwitchboardError`` of kind `decoding`, with the answer as its partial
  ///   message, when the second answer does not fit either; else as ``reply(to:context:)``.
  public func reply<Value: Decodable & Sendable>(
    to request: ChatRequest, context: ContextInput = ContextInput(), as type: Value.Type,
    schema: JSON, name: String? = nil
  ) async throws -> TypedReply<Value> {
    var request = request
    request.output = .json(name: name, schema: schema)
    var answer = try await reply(to: request, context: context)
    do {
      let value = try Self.value(type, in: answer.reply.text, schema)
      return TypedReply(value: value, answer: answer, wasRepaired: false)
    } catch {
      request.messages.append(answer.reply.message)
      request.messages.append(
        .user(
          "That answer does not fit: \(error.what) Answer again with JSON that fits, and nothing else."
        ))
    }
    answer = try await reply(to: request, context: context)
    do {
      let value = try Self.value(type, in: answer.reply.text, schema)
      return TypedReply(value: value, answer: answer, wasRepaired: true)
    } catch {
      throw SwitchboardError(
        .decoding, "The model's answer does not fit its schema, twice: \(error.what)",
        vendor: answer.reply.origin.vendor, model: answer.reply.origin.model, outputBegun: true,
        partial: answer.reply.message, attempts: answer.attempts)
    }
  }

  /// What is wrong with an answer, for the model and for people.
  private struct Misfit: Error { let what: String }

  private static func value<Value: Decodable>(
    _ type: Value.Type, in text: String, _ schema: JSON
  ) throws(Misfit) -> Value {
    let json: JSON
    do {
      json = try JSON(parsing: unfenced(text))
    } catch {
      throw Misfit(what: "it is not JSON (\(error)).")
    }
    let complaints = SchemaCheck.complaints(json, schema: schema)
    if !complaints.isEmpty { throw Misfit(what: complaints.joined(separator: " ")) }
    do {
      return try JSONDecoder().decode(type, from: Data(json.encoded()))
    } catch {
      throw Misfit(what: "it cannot be read as \(type) (\(error)).")
    }
  }

  /// The text without the fence of Markdown that models put around JSON.
  package static func unfenced(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("```") }),
      let last = lines.lastIndex(where: { $0.hasPrefix("```") }), first < last
    else { return text }
    return lines[(first + 1)..<last].joined(separator: "\n")
  }
}
