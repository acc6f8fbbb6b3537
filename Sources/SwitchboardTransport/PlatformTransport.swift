public import SwitchboardWire

#if os(Linux)
import SwitchboardCurl
#else
import SwitchboardURLSession
#endif

/// The transport that suits the system a program runs on.
public enum PlatformTransport {
  /// Makes the system's transport: libcurl on Linux, `URLSession` on Apple's systems.
  ///
  /// It keeps connections open for the next request, so make one and share it.
  public static func make() -> any HTTPTransport {
    #if os(Linux)
    CurlTransport()
    #else
    URLSessionTransport()
    #endif
  }
}
