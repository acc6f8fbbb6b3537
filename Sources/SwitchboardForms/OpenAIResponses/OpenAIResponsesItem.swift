import SwitchboardCore

/// What is kept of the items that the vendor alone understands: its thinking and its own tools.
///
/// An item names stored things and is encrypted for an account, so it goes back to the entry that
/// made it and to no other.
enum OpenAIResponsesItem {
  /// The data of a part that was made from an item; nothing when it could not be sent again.
  static func vendorData(_ item: JSON, for origin: Origin) -> [VendorKind: JSON] {
    guard let kind = origin.kind else { return [:] }
    return [kind: ["item": item, "account": JSON(origin.vendor.rawValue)]]
  }

  /// A thinking item as it is sent again; `nil` when the vendor would look for it in its store.
  ///
  /// Nothing is stored there (`store: false`), so without its encrypted or plain content an item is
  /// an unknown id (platform.openai.com/docs/guides/reasoning, "Encrypted reasoning items").
  static func reasoning(_ item: JSON) -> JSON? {
    let encrypted = item["encrypted_content"].string.flatMap { $0.isEmpty ? nil : $0 }
    let content = item["content"].count > 0 ? item["content"] : .missing
    guard let id = item["id"].string, encrypted != nil || content.exists else { return nil }
    return .object([
      ("type", "reasoning"), ("id", JSON(id)),
      ("summary", item["summary"].kind == .array ? item["summary"] : []),
      ("content", content), ("encrypted_content", JSON(optional: encrypted)),
    ])
  }

  /// Whether the vendor takes an item of this type as input (`ResponseInputItem` of the reference).
  static func isInput(_ type: String) -> Bool { inputTypes.contains(type) }

  private static let inputTypes: Set<String> = [
    "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction",
    "computer_call", "computer_call_output", "custom_tool_call", "custom_tool_call_output",
    "file_search_call", "image_generation_call", "local_shell_call", "local_shell_call_output",
    "mcp_approval_request", "mcp_approval_response", "mcp_call", "mcp_list_tools", "program",
    "program_output", "shell_call", "shell_call_output", "tool_search_call", "tool_search_output",
    "web_search_call",
  ]
}
