import SwitchboardCore

/// A size as the vendor's words: an aspect ratio, and a class of size.
///
/// ai.google.dev/gemini-api/docs/image-generation, "Aspect ratios and image size", and
/// …/docs/imagen, "Imagen configuration".
struct GeminiImageSize {
  let ratio: String
  /// `512`, `1K`, `2K` or `4K`; `nil` for models that know one class.
  let word: String?

  static let ratios = [
    "1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9",
  ]

  static let imagenRatios = ["1:1", "3:4", "4:3", "9:16", "16:9"]

  /// The classes of a model, from small to large.
  static func words(of model: String) -> [String] {
    if model.contains("2.5-flash-image") || model.contains("lite-image") { return [] }
    if model.contains("flash-image") { return ["512", "1K", "2K", "4K"] }
    if model.hasPrefix("imagen") { return model.contains("fast") ? [] : ["1K", "2K"] }
    return ["1K", "2K", "4K"]
  }

  /// The nearest to a size, with a warning unless it is the size itself.
  init(
    _ size: ImageRequest.Size, ratios: [String], words: [String],
    _ negotiation: inout Negotiation
  ) throws {
    let wanted = Double(size.width) / Double(size.height)
    func distance(_ ratio: String) -> Double {
      let sides = ratio.split(separator: ":").compactMap { Double($0) }
      let given = sides.count == 2 ? sides[0] / sides[1] : 1
      return max(given / wanted, wanted / given)
    }
    let ratio = ratios.min { distance($0) < distance($1) } ?? "1:1"
    // The classes double, so the border lies at the root of two above each.
    let area = Double(size.width) * Double(size.height)
    let borders = ["512": 724.0 * 724, "1K": 1448.0 * 1448, "2K": 2896.0 * 2896]
    let word = words.first { area <= borders[$0] ?? .infinity } ?? words.last
    self.ratio = ratio
    self.word = word
    let side = ["512": 512, "1K": 1024, "2K": 2048, "4K": 4096][word ?? "1K"]
    if ratio == "1:1", size.width == side, size.height == side { return }
    let named = word.map { " and size '\($0)'" } ?? ""
    try negotiation.warn(
      .translatedParameter, "Size \(size) was sent as aspect ratio '\(ratio)'\(named).")
  }
}
