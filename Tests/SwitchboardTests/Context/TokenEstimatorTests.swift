import SwitchboardCore
import Testing

@testable import Switchboard

@Suite(.timeLimit(.minutes(10)))
struct TokenEstimatorTests {
  private let estimator = TokenEstimator()
  private let profiles: [TokenProfile?] = [
    nil, TokenProfile(vocabulary: .bpe200k), TokenProfile(vocabulary: .words15k, perToolList: 346),
    TokenProfile(vocabulary: .pieces262k, perRequest: 0, perMessage: 0),
  ]

  private let request = ChatRequest(
    system: "Be brief.",
    messages: [
      .user("What is the weather in Linz, and what should I wear?"),
      Message(
        role: .assistant,
        parts: [
          Part(.reasoning(Reasoning("I need the weather."))),
          Part(.toolCall(ToolCall(id: "1", name: "weather", argumentsText: #"{"city":"Linz"}"#))),
        ]),
      .tool([ToolResult(callID: "1", content: [.text("4 °C, Regen"), .media(Self.picture)])]),
      .assistant("Nimm einen Mantel mit. 🧥"),
      .user([.text("漢字"), .media(Media(bytes: Array("%PDF-1.7".utf8)))]),
    ],
    tools: [ToolDefinition(name: "weather", description: "The weather of a city")],
    output: .json(schema: ["type": "object"]))

  private static let picture = Media(url: "https://example.com/p.png", mime: "image/png")

  @Test func `the sum of the parts is the whole`() {
    for profile in profiles {
      let facts = ModelDescriptor("m", tokens: profile)
      let parts = request.messages.map { estimator.message($0, profile: profile) }
      let fixed = estimator.fixed(of: request, profile: profile)
      #expect(estimator.input(of: request, for: facts) == parts.reduce(fixed, +))
      #expect(fixed > 0 && parts.allSatisfy { $0 > 0 })
    }
  }

  @Test func `the same request is reckoned the same, and a longer one never shorter`() {
    for profile in profiles {
      let facts = ModelDescriptor("m", tokens: profile)
      let counts = (0...request.messages.count).map { count in
        var shorter = request
        shorter.messages = Array(request.messages.prefix(count))
        return estimator.input(of: shorter, for: facts)
      }
      #expect(counts == counts.sorted())
      #expect(estimator.input(of: request, for: facts) == counts.last)
    }
  }

  @Test func `what stands around text is charged once for each`() {
    let profile = TokenProfile(
      vocabulary: .bpe200k, perRequest: 1, perMessage: 10, perToolList: 100, perTool: 1_000,
      perSchema: 10_000, perToolCall: 100_000, perToolResult: 1_000_000, picture: .flat(10_000_000),
      perPage: 100_000_000)
    let bare = TokenProfile(
      vocabulary: .bpe200k, perRequest: 0, perMessage: 0, perToolList: 0, perTool: 0, perSchema: 0,
      perToolCall: 0, perToolResult: 0, picture: .flat(1), perPage: 0)
    let charged =
      estimator.input(of: request, for: ModelDescriptor("m", tokens: profile))
      - estimator.input(of: request, for: ModelDescriptor("m", tokens: bare))
    // Five messages and the system text; one picture is free in the other.
    #expect(charged == 111_111_161 - 1)
  }

  /// A quarter of a token a character is what others reckon, and far too little for these.
  @Test(arguments: [
    ("漢", 2_000, 2_000), ("か", 1_000, 1_000), ("한", 1_000, 1_000), ("🥝", 600, 600),
    ("👩‍👩‍👧‍👦", 300, 300 * 7),
  ])
  func `Han, kana, hangul and emoji of an unknown model are not underestimated`(
    character: String, count: Int, least: Int
  ) {
    let text = String(repeating: character, count: count)
    let tokens = estimator.text(text, profile: nil)
    #expect(tokens >= least)
    #expect(tokens >= text.utf8.count / 4)
    #expect(tokens <= 4 * least)
  }

  @Test func `a text of no English is reckoned longer than one of English`() {
    let profile = TokenProfile(vocabulary: .bpe100k)
    let english = "The others think that this is rather the wrong thing to do."
    let german = "Die anderen meinen, dass das eher die falsche Sache sei, ja."
    #expect(english.utf8.count == german.utf8.count - 1)
    #expect(
      estimator.text(german, profile: profile) > estimator.text(english, profile: profile))
  }

  @Test func `no kind of vocabulary reckons absurdly`() {
    let texts = [
      "The ferry takes two hours; bring a coat.", "Der Fjord ist sehr still.", "Фьорд очень тих.",
      "峡湾非常安静。", "for (let i = 0; i < 10; i++) { sum += values[i]; }",
    ]
    let kinds: [TokenVocabulary] = [
      .bpe200k, .bpe152k, .bpe131k, .bpe129k, .bpe100k, .bpe65k, .bpe49k, .pieces32k, .pieces262k,
      .words49k, .words15k, .unknown,
    ]
    for kind in kinds {
      for text in texts {
        let tokens = estimator.text(text, profile: TokenProfile(vocabulary: kind))
        #expect((text.unicodeScalars.count / 8...text.utf8.count).contains(tokens), "\(text)")
      }
    }
  }

  @Test func `documents are read as text, or charged by the page`() {
    let profile = TokenProfile(vocabulary: .bpe200k, perMessage: 0, perPage: 500)
    func tokens(_ media: Media) -> Int {
      estimator.message(.user([.media(media)]), profile: profile)
    }
    let prose = String(repeating: "the boats come in. ", count: 50)
    #expect(
      tokens(Media(bytes: Array(prose.utf8), mime: "text/plain"))
        == estimator.text(prose, profile: profile))
    let pages = "%PDF-1.7 /Type /Pages /Type /Page x /Type/Page\n<</Type\n/Page /Typ"
    #expect(tokens(Media(bytes: Array(pages.utf8))) == 3 * 500)
    #expect(tokens(Media(bytes: Array(("%PDF-1.7" + prose).utf8))) == 500)
    #expect(tokens(Media(url: "https://example.com/a.pdf", mime: "application/pdf")) == 500)
  }
}
