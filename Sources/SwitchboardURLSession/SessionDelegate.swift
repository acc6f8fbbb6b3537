import Foundation
import SwitchboardCore
import SwitchboardWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands the session's callbacks to the transfers they belong to.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let transfers = Locked<[Int: SessionTransfer]>([:])

  /// Expects callbacks of a task.
  func add(_ transfer: SessionTransfer, for task: Int) {
    transfers.withLock { $0[task] = transfer }
  }

  private func transfer(of task: URLSessionTask) -> SessionTransfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Followed, a redirect would carry the credential to another host.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    transfer(of: task)?.sent()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let goOn = (response as? HTTPURLResponse).flatMap { transfer(of: dataTask)?.received($0) }
    completionHandler(goOn == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.completed(error)
  }
}
