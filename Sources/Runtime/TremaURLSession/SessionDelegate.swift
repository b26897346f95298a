import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what a session says to the exchange it is about.
///
/// `@unchecked Sendable` because `NSObject` is not; the properties are constants and Sendable.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Entry: Sendable {
    let exchange: SessionExchange
    /// Its file stays while it is sent.
    let outgoing: OutgoingRequest
  }

  private let setup: SessionSetup
  private let entries = LockedValue<[Int: Entry]>([:])
  private let whenInvalid = LockedValue<(@Sendable () -> Void)?>(nil)

  init(_ setup: SessionSetup) { self.setup = setup }

  func add(_ exchange: SessionExchange, _ outgoing: OutgoingRequest, for identifier: Int) {
    entries.withLock { $0[identifier] = Entry(exchange: exchange, outgoing: outgoing) }
  }

  func atEnd(_ body: @escaping @Sendable () -> Void) { whenInvalid.value = body }

  private func exchange(of task: URLSessionTask) -> SessionExchange? {
    let identifier = task.taskIdentifier
    return entries.withLock { $0[identifier]?.exchange }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      exchange(of: dataTask)?.received(response)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if !data.isEmpty { exchange(of: dataTask)?.received([UInt8](data)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
    totalBytesSent sent: Int64, totalBytesExpectedToSend expected: Int64
  ) {
    exchange(of: task)?.sent(sent)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStream: @escaping (InputStream?) -> Void
  ) {
    // Nothing is sent a second time.
    needNewBodyStream(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // Head and body are here already. Every other answer hangs, traps or asks again for ever.
      exchange(of: task)?.end(nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      let (disposition, credential) = setup.trust.answer(to: challenge) { failure in
        self.exchange(of: task)?.end(TransportError(.tls(failure)))
      }
      completionHandler(disposition, credential)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let identifier = task.taskIdentifier
    guard let entry = entries.withLock({ $0.removeValue(forKey: identifier) }) else { return }
    if let error {
      entry.exchange.end(TransportError(failure: error))
    } else {
      // On Linux a redirection to an unusable URL is not reported.
      if let response = task.response as? HTTPURLResponse {
        entry.exchange.received(response)
      }
      entry.exchange.end(nil)
    }
    entry.exchange.left()
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    whenInvalid.exchange(nil)?()
  }
}
