import SwitchboardCore
import Testing

@testable import SwitchboardGemini

struct GeminiImageSizeTests {
  static let rows: [(String, String, String, String?, Bool)] = [
    ("1024x1024", "gemini-3-pro-image", "1:1", "1K", false),
    ("2048x2048", "gemini-3-pro-image", "1:1", "2K", false),
    ("4096x4096", "gemini-3-pro-image", "1:1", "4K", false),
    ("512x512", "gemini-3.1-flash-image", "1:1", "512", false),
    ("512x512", "gemini-3-pro-image", "1:1", "1K", true),
    ("1920x1080", "gemini-3-pro-image", "16:9", "1K", true),
    ("3840x2160", "gemini-3-pro-image", "16:9", "2K", true),
    ("1000x3000", "gemini-3-pro-image", "9:16", "2K", true),
    ("1024x1024", "gemini-2.5-flash-image", "1:1", nil, false),
    ("2048x2048", "gemini-2.5-flash-image", "1:1", nil, true),
    ("65536x1", "gemini-3-pro-image", "21:9", "1K", true),
    ("1024x1024", "imagen-4.0-generate-001", "1:1", "1K", false),
    ("4096x4096", "imagen-4.0-generate-001", "1:1", "2K", true),
    ("1200x800", "imagen-4.0-fast-generate-001", "4:3", nil, true),
  ]

  @Test(arguments: rows)
  func `a size becomes a ratio and a class`(
    size: String, model: String, ratio: String, word: String?, warns: Bool
  ) throws {
    var negotiation = Negotiation(isStrict: false, model: ModelDescriptor(model))
    let isImagen = model.hasPrefix("imagen")
    let chosen = try GeminiImageSize(
      #require(ImageRequest.Size(size)),
      ratios: isImagen ? GeminiImageSize.imagenRatios : GeminiImageSize.ratios,
      words: GeminiImageSize.words(of: model), &negotiation)
    #expect(chosen.ratio == ratio)
    #expect(chosen.word == word)
    #expect(negotiation.warnings.map(\.code) == (warns ? [.translatedParameter] : []))
  }
}
