import SwitchboardCore
import Testing

struct MediaObjectionTests {
  static let model = ModelDescriptor(
    "m", can: [.imageInput, .documentInput], cannot: [.audioInput],
    inputs: [
      MediaLimit("image/png", count: 2, bytes: 100, side: 10),
      MediaLimit("image/jpeg", count: 2, bytes: 100, side: 10), MediaLimit("application/pdf"),
    ])
  static let delivery = MediaDelivery(url: false, totalBytes: 300)

  static func media(_ mime: String, bytes: Int = 1, side: Int? = nil) -> Media {
    var media = Media(bytes: [UInt8](repeating: 0, count: bytes), mime: mime)
    (media.width, media.height) = (side, 1)
    return media
  }

  static let cases: [([Media], [MediaObjection.Kind], String)] = [
    ([], [], ""),
    ([media("image/png", bytes: 100, side: 10), media("application/pdf", bytes: 200)], [], ""),
    ([media("image/png", bytes: 101)], [.size], "at most 100 bytes of image/png, not 101"),
    ([media("image/png", side: 11)], [.size], "at most 10 pixels a side, not 11"),
    ([media("application/pdf", bytes: 301)], [.total], "at most 300 bytes of media, not 301"),
    ([media("image/webp")], [.type], "does not take image/webp"),
    ([Media(url: "https://a.example/b", mime: "image/png")], [.type], "fetches no addresses"),
    ([media("audio/wav")], [], ""),
    (
      [media("image/png"), media("image/jpeg"), media("image/png")], [.count],
      "at most 2 pieces of image"
    ),
  ]

  @Test(arguments: cases)
  func `what the facts say against media is said`(
    media: [Media], kinds: [MediaObjection.Kind], words: String
  ) {
    let objections = Self.model.objections(to: media, sent: Self.delivery)
    #expect(objections.map(\.kind) == kinds)
    #expect(objections.isEmpty || objections[0].message.contains(words))
  }

  @Test func `a model of which no limits are known has no objections of its own`() {
    let media = [Self.media("image/png", bytes: 250), Self.media("what/ever", bytes: 250)]
    let free = ModelDescriptor("m")
    #expect(free.objections(to: media, sent: MediaDelivery(url: true)).isEmpty)
    #expect(free.objections(to: media, sent: Self.delivery).map(\.kind) == [.total])
  }
}
