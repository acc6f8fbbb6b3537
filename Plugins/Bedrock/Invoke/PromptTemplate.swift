/// How a conversation becomes one text for a model that takes no other.
///
/// The marks are those that the models were trained with: llama.com/docs/model-cards-and-prompt-formats,
/// docs.mistral.ai/guides/tokenization, the Bedrock User Guide for Titan ("Titan text models") and for
/// DeepSeek ("DeepSeek models").
struct PromptTemplate: Sendable {
  /// Whose words a turn has.
  enum Speaker: Sendable { case user, assistant }

  private var begin = ""
  private var system = ("", "\n\n")
  private var user: (String, String)
  private var assistant: (String, String)
  /// What stands before the answer.
  private var lead = ""
  /// Whether instructions stand within the first words of the user.
  private var hasSystemInUser = false
  /// Whether one text of the user is sent as it is.
  private var leavesOneAlone = false

  private init(user: (String, String), assistant: (String, String)) {
    self.user = user
    self.assistant = assistant
  }

  /// The whole text.
  func text(system instructions: String, turns: [(speaker: Speaker, text: String)]) -> String {
    if leavesOneAlone, turns.count == 1, turns[0].speaker == .user, instructions.isEmpty {
      return turns[0].text
    }
    var rest = instructions.isEmpty ? "" : system.0 + instructions + system.1
    var text = begin
    if !hasSystemInUser {
      text += rest
      rest = ""
    }
    for turn in turns {
      switch turn.speaker {
      case .user:
        text += user.0 + rest + turn.text + user.1
        rest = ""
      case .assistant:
        text += assistant.0 + turn.text + assistant.1
      }
    }
    return text + lead
  }

  /// Names before the words, as in a play.
  static func dialogue(_ user: String, _ assistant: String) -> PromptTemplate {
    var template = PromptTemplate(user: ("\(user): ", "\n"), assistant: ("\(assistant): ", "\n"))
    template.lead = "\(assistant):"
    template.leavesOneAlone = true
    return template
  }

  static let llama2 = {
    var template = PromptTemplate(user: ("<s>[INST] ", " [/INST]"), assistant: (" ", " </s>"))
    template.system = ("<<SYS>>\n", "\n<</SYS>>\n\n")
    template.hasSystemInUser = true
    return template
  }()

  static let llama3 = heads("<|start_header_id|>", "<|end_header_id|>\n\n", "<|eot_id|>")

  static let llama4 = heads("<|header_start|>", "<|header_end|>\n\n", "<|eot|>")

  static let mistral = {
    var template = PromptTemplate(user: ("[INST] ", " [/INST]"), assistant: (" ", "</s>"))
    template.begin = "<s>"
    template.hasSystemInUser = true
    return template
  }()

  static let deepSeek = {
    var template = PromptTemplate(
      user: ("<｜User｜>", ""), assistant: ("<｜Assistant｜>", "<｜end▁of▁sentence｜>"))
    template.begin = "<｜begin▁of▁sentence｜>"
    template.lead = "<｜Assistant｜><think>\n"
    return template
  }()

  private static func heads(_ open: String, _ close: String, _ end: String) -> PromptTemplate {
    var template = PromptTemplate(
      user: ("\(open)user\(close)", end), assistant: ("\(open)assistant\(close)", end))
    template.begin = "<|begin_of_text|>"
    template.system = ("\(open)system\(close)", end)
    template.lead = "\(open)assistant\(close)"
    return template
  }
}
