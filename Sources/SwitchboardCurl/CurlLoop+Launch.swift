#if os(Linux)
import CCurl
import CSwitchboardCurl
import Glibc

extension CurlLoop {
  /// What the thread is started with.
  final class Launch: Sendable {
    let mailbox: CurlMailbox
    let bell: Int32
    let queue: Int32

    init(mailbox: CurlMailbox, bell: Int32, queue: Int32) {
      self.mailbox = mailbox
      self.bell = bell
      self.queue = queue
    }

    /// Starts the thread.
    ///
    /// - Returns: Why it could not be started, `nil` when it was.
    func detach() -> Int32? {
      var thread = pthread_t()
      let me = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Launch>.fromOpaque(context).takeRetainedValue().main() }
          return nil
        }, me.toOpaque())
      guard result == 0 else {
        me.release()
        return result
      }
      pthread_detach(thread)
      return nil
    }

    private func main() {
      sb_prepare_thread("switchboard-net")
      _ = CurlLibrary.isReady
      let loop = CurlLoop(self)
      loop.run()
      loop.close()
      Glibc.close(queue)
      Glibc.close(bell)
    }
  }
}

/// The library's own start, once a process.
private enum CurlLibrary {
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
#endif
