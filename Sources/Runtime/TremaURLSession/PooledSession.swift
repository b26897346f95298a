import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One session.
///
/// There is one that is kept. On Linux a request that must not be repeated has one of its own, which
/// is `fresh`: libcurl sends a request again by itself when a connection that was used before ends
/// without an answer. It goes away only after its task has ended.
final class PooledSession: Sendable {
  let isFresh: Bool
  private let session: URLSession
  private let delegate: SessionDelegate
  /// Where tasks are cancelled: never inside a cancellation handler or a callback of the session,
  /// which would wait for themselves.
  private let control = DispatchQueue(label: "trema.urlsession.control")

  init(_ setup: SessionSetup, isFresh: Bool) {
    self.isFresh = isFresh
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    delegate = SessionDelegate(setup)
    session = URLSession(
      configuration: setup.foundation, delegate: delegate, delegateQueue: queue)
  }

  func start(_ outgoing: OutgoingRequest, _ exchange: SessionExchange) {
    control.async {
      if exchange.isOver { return exchange.left() }
      let task = outgoing.task(in: self.session, isFresh: self.isFresh)
      self.delegate.add(exchange, outgoing, for: task.taskIdentifier)
      exchange.begin(
        SessionTask(
          cancel: { [control = self.control] in control.async { task.cancel() } },
          suspend: { task.suspend() }, resume: { task.resume() }))
      task.resume()
    }
  }

  /// Only when no exchange is left.
  func close() async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      delegate.atEnd { done.resume() }
      session.finishTasksAndInvalidate()
    }
  }

  deinit { session.finishTasksAndInvalidate() }
}

/// The operations of an exchange on its task.
struct SessionTask: Sendable {
  let cancel: @Sendable () -> Void
  let suspend: @Sendable () -> Void
  let resume: @Sendable () -> Void
}
