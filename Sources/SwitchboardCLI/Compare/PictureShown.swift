import SwitchboardCore

/// A picture of an answer, and where it is now.
struct PictureShown: Sendable {
  /// The picture.
  var media: Media

  /// The path of its file, the address its vendor gave, or why there is neither.
  var path: String

  /// Writes the pictures of an answer to files, named after who painted them and the prompt.
  ///
  /// One that cannot be written says so in its place: the answer stands.
  static func written(of message: Message, by model: ModelReference, prompt: String) -> [Self] {
    let media = message.parts.compactMap { part -> Media? in
      guard case .media(let media) = part.content else { return nil }
      return media
    }
    let files = PictureFiles(out: nil, prompt: "\(model) \(prompt)")
    let count = media.count
    return media.enumerated().map { place, media in
      if let url = media.url { return PictureShown(media: media, path: url) }
      do {
        return PictureShown(
          media: media, path: try files.write(media, place + 1, of: count))
      } catch {
        return PictureShown(media: media, path: FailureReport.failure(error).message)
      }
    }
  }
}
