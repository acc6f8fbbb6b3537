import Foundation
import SwitchboardCore
import SwitchboardWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error of the session turned into one sentence.
///
/// The session's own text is left out: it may quote the whole address.
struct SessionFailure {
  let code: URLError.Code
  let origin: HTTPOrigin
  let hasHead: Bool
  let received: Int

  init(error: any Error, origin: HTTPOrigin, hasHead: Bool, received: Int) {
    code = (error as? URLError)?.code ?? .unknown
    self.origin = origin
    self.hasHead = hasHead
    self.received = received
  }

  /// The failure to hand to the reader.
  var error: SwitchboardError {
    if hasHead {
      return SwitchboardError(
        .truncated,
        "\(origin) broke its answer off after \(received) bytes of the body; try again.")
    }
    return SwitchboardError(.network, sentence)
  }

  private var sentence: String {
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      "The name \(origin.host) cannot be resolved; check the address and the network."
    case .cannotConnectToHost:
      "\(origin) refused the connection; check that the service runs there."
    case .notConnectedToInternet:
      "\(origin) cannot be reached; check the network."
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "The certificate of \(origin) is not trusted; check the host name, or add its authority to the "
        + "system's trust settings."
    case .secureConnectionFailed:
      "No TLS connection to \(origin); check that the port speaks TLS 1.2 or newer."
    case .networkConnectionLost:
      "\(origin) closed the connection without an answer; try again."
    default:
      "The call to \(origin) failed (URL error \(code.rawValue)); try again."
    }
  }
}
