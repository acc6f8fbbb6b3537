#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the process was started with.
enum ProcessEnvironment {
  /// The environment variables.
  ///
  /// Of a variable given twice the first counts, as for `getenv`.
  static func variables() -> [String: String] {
    var result: [String: String] = [:]
    #if canImport(Darwin)
    var next = _NSGetEnviron().pointee
    #else
    // The C variable `environ`, read before any thread could change it.
    guard let symbol = dlsym(nil, "environ") else { return result }
    var next = symbol.assumingMemoryBound(
      to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self
    ).pointee
    #endif
    while let place = next, let entry = place.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if result[name] == nil { result[name] = String(text[text.index(after: equals)...]) }
      }
      next = place + 1
    }
    return result
  }

  /// Opens `/dev/null` in the place of standard streams that are closed, so that no other file takes
  /// their numbers.
  static func openStandardStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the one that is missing. A closed standard output must stay one
      // that cannot be written: an answer would be lost without a word.
      _ = open("/dev/null", descriptor == 1 ? O_RDONLY : O_RDWR)
    }
  }

  /// No file with the memory of the process, which may hold keys, is left behind when it crashes.
  static func protectMemory() {
    #if canImport(Darwin)
    let resource = RLIMIT_CORE
    #else
    let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #endif
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(resource, &limit)
  }
}
