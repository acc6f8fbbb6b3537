import SwitchboardCore
import Testing

struct MediaTests {
  @Test(arguments: MediaSamples.pictures.indices)
  func `a picture is of the type and size that its bytes show`(index: Int) {
    let sample = MediaSamples.pictures[index]
    let media = Media(bytes: sample.bytes, mime: "image/x-wrong")
    #expect(media.mime == sample.mime)
    let size = ImageDimensions.read(sample.bytes)
    #expect(media.width == size?.width)
    #expect(media.height == size?.height)
  }

  @Test(arguments: MediaSamples.others.indices)
  func `other files are of the type that their bytes show`(index: Int) {
    let sample = MediaSamples.others[index]
    #expect(Media(bytes: sample.bytes, mime: "x/y").mime == sample.mime ?? "x/y")
  }

  @Test(arguments: [
    ("text/plain", "text/plain"), ("application/octet-stream", "application/octet-stream"),
    ("image/jpg", "image/jpeg"), ("IMAGE/JPEG", "image/jpeg"), ("image/pjpeg", "image/jpeg"),
    ("image/PNG; charset=binary", "image/png"), (" image/x-png ", "image/png"),
    ("Text/Plain; charset=UTF-8", "text/plain; charset=UTF-8"), ("audio/x-wav", "audio/wav"),
    ("audio/mp3", "audio/mpeg"),
    ("audio/L16;codec=pcm;rate=24000", "audio/l16;codec=pcm;rate=24000"),
    ("image/svg+xml", "image/svg+xml"), ("", ""), (";", ";"),
  ])
  func `a type that is only declared is written as it is registered`(
    declared: String, registered: String
  ) {
    #expect(Media(bytes: [1], mime: declared).mime == registered)
    #expect(Media(url: "u", mime: declared).mime == registered)
  }

  @Test(arguments: [
    ("image/png", MediaFamily.image, Ability.imageInput), ("Image/PNG", .image, .imageInput),
    ("audio/mpeg", .audio, .audioInput), ("VIDEO/mp4", .video, .videoInput),
    ("application/pdf", .document, .documentInput), ("text/plain", .document, .documentInput),
    ("imagery/x", .document, .documentInput), ("", .document, .documentInput),
    ("image", .document, .documentInput),
  ])
  func `the family of a type decides which ability it needs`(
    mime: String, family: MediaFamily, input: Ability
  ) {
    #expect(MediaFamily(mime: mime) == family)
    #expect(family.input == input)
  }

  @Test func `the hash of nothing is that of no bytes`() {
    #expect(
      Media(bytes: []).sha256
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
