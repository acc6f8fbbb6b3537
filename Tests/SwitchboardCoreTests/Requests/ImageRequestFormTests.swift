import SwitchboardCore
import Testing

/// The public JSON form of requests for pictures, and their sizes.
struct ImageRequestFormTests {
  @Test func `a full request is read`() throws {
    let text = """
      {"id":"i","model":"bedrock/amazon.titan-image-generator-v1","route":"r","task":"edit",\
      "prompt":"p","negativePrompt":"n","count":4,"size":"512x256","seed":0,"guidance":10,\
      "quality":"hd","format":"png","inputs":[{"type":"media","url":"u","mime":"image/png"}],\
      "mask":{"type":"media","file":"m"},"strict":true,"vendorOptions":{"k":{"a":1}},"later":[]}
      """
    let request = try ImageRequest(json: JSON(parsing: text)) { _ in [1] }
    let expected = ImageRequest(
      id: "i", model: "bedrock/amazon.titan-image-generator-v1", route: "r", task: .edit,
      prompt: "p", negativePrompt: "n", count: 4, size: .init(width: 512, height: 256), seed: 0,
      guidance: 10, quality: "hd", format: "png",
      inputs: [.media(Media(url: "u", mime: "image/png"))],
      mask: .media(Media(bytes: [1], name: "m")), strict: true, vendorOptions: ["k": ["a": 1]])
    #expect(request == expected)
  }

  @Test func `the smallest request has every usual value`() throws {
    #expect(try ImageRequest(json: ["prompt": "p"]) == ImageRequest(prompt: "p"))
    #expect(
      try ImageRequest(json: ["prompt": "p", "size": nil, "count": nil, "mask": nil])
        == ImageRequest(prompt: "p"))
  }

  @Test func `a variation needs no words`() throws {
    #expect(
      try ImageRequest(json: ["task": "variation"]) == ImageRequest(task: .variation, prompt: ""))
  }

  @Test(arguments: [
    ("512x512", 512, 512), ("1x65536", 1, 65_536), ("1024x01", 1024, 1),
  ])
  func `a size is a width and a height`(text: String, width: Int, height: Int) {
    #expect(ImageRequest.Size(text) == ImageRequest.Size(width: width, height: height))
  }

  @Test(arguments: [
    "", "x", "512", "512x", "x512", "0x1", "1x0", "-1x1", "1x1x1", "1X1", "a x b", "1 x1",
    "65537x1", "1x99999999999999999999", "1.0x1", "auto",
  ])
  func `what is no size is refused with its place`(text: String) {
    #expect(ImageRequest.Size(text) == nil)
    let error = #expect(throws: SwitchboardError.self) {
      try ImageRequest(json: ["prompt": "p", "size": JSON(text)])
    }
    #expect(error?.message == "Field 'size' must be WIDTHxHEIGHT, as 512x512, not '\(text)'.")
  }

  @Test func `a size is written as it is read`() {
    #expect(ImageRequest.Size(width: 64, height: 32).description == "64x32")
  }

  static let wrong: [(String, String)] = [
    ("[]", "The value must be an object, not an array."),
    ("{}", "Field 'prompt' must be a string, not nothing."),
    (#"{"prompt":null}"#, "Field 'prompt' must be a string, not null."),
    (#"{"prompt":5}"#, "Field 'prompt' must be a string, not 5."),
    (#"{"task":"variation","prompt":5}"#, "Field 'prompt' must be a string, not 5."),
    (
      #"{"prompt":"p","task":"paint"}"#,
      "Field 'task' must be one of 'generate', 'edit', 'variation', not 'paint'."
    ),
    (
      #"{"prompt":"p","count":0}"#, "Field 'count' must be a whole number from 1 to 100, not 0."
    ),
    (
      #"{"prompt":"p","count":101}"#,
      "Field 'count' must be a whole number from 1 to 100, not 101."
    ),
    (#"{"prompt":"p","count":1.5}"#, "Field 'count' must be a whole number, not 1.5."),
    (#"{"prompt":"p","size":[512,512]}"#, "Field 'size' must be a string, not an array."),
    (#"{"prompt":"p","guidance":"7"}"#, "Field 'guidance' must be a number, not '7'."),
    (#"{"prompt":"p","inputs":{}}"#, "Field 'inputs' must be an array, not an object."),
    (#"{"prompt":"p","inputs":["a"]}"#, "Field 'inputs[0]' must be an object, not 'a'."),
    (#"{"prompt":"p","mask":"a"}"#, "Field 'mask' must be an object, not 'a'."),
    (
      #"{"prompt":"p","mask":{"type":"media"}}"#, "Field 'mask.data' must be a string, not nothing."
    ),
    (#"{"prompt":"p","id":[]}"#, "Field 'id' must be a string or a number, not an array."),
    (#"{"prompt":"p","strict":1}"#, "Field 'strict' must be true or false, not 1."),
    (
      #"{"prompt":"p","vendorOptions":{"k":1}}"#,
      "Field 'vendorOptions.k' must be an object, not 1."
    ),
  ]

  @Test(arguments: wrong)
  func `what is of the wrong type is named with its place`(
    text: String, message: String
  ) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: SwitchboardError.self) { try ImageRequest(json: json) }
    #expect(error?.message == message)
    #expect(error?.kind == .invalidRequest)
  }
}
