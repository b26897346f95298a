import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that passes a session's callbacks to the exchanges.
///
/// `@unchecked Sendable` because `NSObject` is not; the properties are constants and Sendable.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// An exchange with the request that its task sends.
  private struct Entry: Sendable {
    let exchange: SessionExchange
    /// The request, which keeps a temporary file alive while it is sent.
    let outgoing: OutgoingRequest
  }

  /// The session's settings.
  private let setup: SessionSetup
  /// The exchanges in progress, by task identifier.
  private let entries = LockedValue<[Int: Entry]>([:])
  /// The closure that is called when the session has been invalidated.
  private let invalidationHandler = LockedValue<(@Sendable () -> Void)?>(nil)

  init(_ setup: SessionSetup) { self.setup = setup }

  /// Registers the exchange of a task.
  func add(_ exchange: SessionExchange, _ outgoing: OutgoingRequest, for identifier: Int) {
    entries.withLock { $0[identifier] = Entry(exchange: exchange, outgoing: outgoing) }
  }

  /// Sets the closure that is called when the session has been invalidated.
  func setInvalidationHandler(_ body: @escaping @Sendable () -> Void) {
    invalidationHandler.value = body
  }

  /// Returns a task's exchange, or `nil` if it has ended.
  private func exchange(of task: URLSessionTask) -> SessionExchange? {
    let identifier = task.taskIdentifier
    return entries.withLock { $0[identifier]?.exchange }
  }

  /// Passes the head of a response to its exchange.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      exchange(of: dataTask)?.didReceive(response)
    }
    completionHandler(.allow)
  }

  /// Passes a chunk of a body to its exchange.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if !data.isEmpty { exchange(of: dataTask)?.didReceive([UInt8](data)) }
  }

  /// Passes the number of sent bytes to the exchange.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
    totalBytesSent sent: Int64, totalBytesExpectedToSend expected: Int64
  ) {
    exchange(of: task)?.didSend(sent)
  }

  /// Refuses to provide the body again.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStream: @escaping (InputStream?) -> Void
  ) {
    // A request body is never sent a second time.
    needNewBodyStream(nil)
  }

  /// Refuses redirects so that the redirect itself is the response.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Handles an authentication challenge. On Linux, the response has already been received in full;
  /// on Apple platforms, the trust in the server is evaluated.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // The head and the body have been received. All other dispositions block, trap, or repeat the
      // challenge indefinitely.
      exchange(of: task)?.end(nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      let (disposition, credential) = setup.trust.answer(to: challenge) { failure in
        self.exchange(of: task)?.end(TransportError(.tls(failure)))
      }
      completionHandler(disposition, credential)
    #endif
  }

  /// Ends the exchange of a task.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let identifier = task.taskIdentifier
    guard let entry = entries.withLock({ $0.removeValue(forKey: identifier) }) else { return }
    if let error {
      entry.exchange.end(TransportError(failure: error))
    } else {
      // On Linux, a redirect to an unusable URL is not reported to the delegate.
      if let response = task.response as? HTTPURLResponse {
        entry.exchange.didReceive(response)
      }
      entry.exchange.end(nil)
    }
    entry.exchange.taskDidComplete()
  }

  /// Reports that the session has been invalidated.
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    invalidationHandler.exchange(nil)?()
  }
}
