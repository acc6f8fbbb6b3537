import SwitchboardCore
import Testing

@testable import SwitchboardCLI

struct ExitCodeTests {
  @Test(
    arguments: [
      (.configuration, nil, 2), (.invalidRequest, nil, 2), (.invalidRequest, 400, 7),
      (.authentication, 401, 3), (.permission, 403, 3), (.rateLimited, 429, 4), (.quota, 402, 4),
      (.budget, nil, 4), (.contentFilter, 400, 5), (.contextLength, 400, 6), (.server, 500, 7),
      (.overloaded, 529, 7), (.timeout, nil, 7), (.network, nil, 7), (.truncated, nil, 7),
      (.decoding, nil, 7), (.notFound, 404, 7), (.noRoute, nil, 8), (.unsupported, nil, 8),
      (.cancelled, nil, 130), (SwitchboardError.Kind(rawValue: "new"), nil, 7),
    ] as [(SwitchboardError.Kind, Int?, Int32)])
  func `every kind of failure has its code`(
    kind: SwitchboardError.Kind, status: Int?, code: Int32
  ) {
    #expect(ExitCode.of(SwitchboardError(kind, "x", status: status)).number == code)
  }

  @Test(
    arguments: [
      (FinishReason.Kind.stop, 0), (.length, 0), (.toolCalls, 0), (.contentFilter, 5),
      (.refusal, 5),
    ] as [(FinishReason.Kind, Int32)])
  func `an answer that was filtered or refused is no success`(
    kind: FinishReason.Kind, code: Int32
  ) {
    #expect(ExitCode.of(FinishReason(kind)).number == code)
  }
}

struct FiguresTests {
  @Test(arguments: [
    (Duration.milliseconds(4), "4 ms"), (.milliseconds(350), "350 ms"), (.seconds(4.2), "4.20 s"),
    (.seconds(42), "42.0 s"), (.seconds(125), "2 min 5 s"),
  ])
  func `a time is short to read`(duration: Duration, text: String) {
    #expect(Figures.time(duration) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func `a large number has its thousands set apart`(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}

struct PictureTests {
  @Test(arguments: [
    ("A red square, please!", "a-red-square-please"), ("…", "picture"), ("../../etc", "etc"),
    ("ein Fähnchen", "ein-fähnchen"), ("", "picture"),
  ])
  func `a picture is named after its prompt`(prompt: String, name: String) {
    #expect(PictureFiles.name(prompt) == name)
  }

  @Test(arguments: [
    ("a.png", "a-2.png"), ("d.x/a", "d.x/a-2"), ("d/a.b.jpg", "d/a.b-2.jpg"), (".png", ".png-2"),
  ])
  func `several pictures are numbered before the ending`(path: String, numbered: String) {
    #expect(PictureFiles.numbered(path, 2) == numbered)
  }

  @Test(arguments: [
    ("https://x.test/a.png", true), ("http://127.0.0.1:8080/a", true), ("http://[::1]:1/a", true),
    ("http://localhost/a", true), ("http://x.test/a", false), ("file:///etc/passwd", false),
    ("http://127.0.0.1@x.test/", false), ("http://127.0.0.1.x.test/", false),
    ("https://x.test/a b", false), ("ftp://x.test", false), ("http://localhost:1@x.test/", false),
    ("HTTP://LOCALHOST/a", true), ("", false),
  ])
  func `little is fetched by address`(url: String, isAllowed: Bool) {
    #expect((PictureDownload.problem(with: url) == nil) == isAllowed)
  }
}
