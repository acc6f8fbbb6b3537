import SwitchboardCore

/// A vocabulary that has counted the texts, and the kind that stands for it.
struct VocabularyRow {
  let name: String
  let vocabulary: TokenVocabulary

  static let all = [
    VocabularyRow(name: "o200k", vocabulary: .bpe200k),
    VocabularyRow(name: "cl100k", vocabulary: .bpe100k),
    VocabularyRow(name: "claude2", vocabulary: .bpe65k),
    VocabularyRow(name: "claude3", vocabulary: .words49k),
    VocabularyRow(name: "claude4", vocabulary: .words15k),
    VocabularyRow(name: "deepseek", vocabulary: .bpe129k),
    VocabularyRow(name: "qwen", vocabulary: .bpe152k),
    VocabularyRow(name: "tekken", vocabulary: .bpe131k),
    VocabularyRow(name: "mistral", vocabulary: .pieces32k),
    VocabularyRow(name: "smollm", vocabulary: .bpe49k),
  ]

  /// What a text is, by its name: English, code and the like, a language, or a language that no rate
  /// was fitted to.
  static func group(of text: String) -> String {
    let name =
      text.split(separator: "/").last?.split(separator: ".").first.map { String($0) } ?? text
    if ["romanian", "tagalog", "serbian"].contains(name) { return "languageUnseen" }
    if name.hasPrefix("english") { return "english" }
    let code = [
      "swift", "python", "javascript", "sql", "json", "logs", "numbers", "markdown", "shell-html",
      "systems", "identifiers",
    ]
    if code.contains(name) { return "code" }
    return name == "emoji-mixed" ? "emoji" : "language"
  }

  /// The name of a text without its folder and ending.
  static func stem(of text: String) -> String {
    let file = text.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." })
  }
}
