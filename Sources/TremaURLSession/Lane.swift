import Foundation
import TremaHTTP
import TremaLock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One session, which is kept.
///
/// On Linux all exchanges of a session share one thread. Whoever must wait for a reader or for a
/// body that is made while it is sent stops that thread, and so has a lane of its own. Lanes that
/// are `fresh` use no connection twice: libcurl sends a request again by itself when a connection
/// that was kept alive ends without an answer.
final class Lane: Sendable {
  enum Kind: Hashable, Sendable {
    case shared
    /// For one exchange at a time.
    case own
  }

  let kind: Kind
  let isFresh: Bool
  private let session: URLSession
  private let delegate: SessionDelegate
  private let queue: DelegateQueue
  /// Where tasks are cancelled: never inside a cancellation handler or a callback of the session,
  /// which would wait for themselves.
  private let control = DispatchQueue(label: "trema.urlsession.control")

  init(_ setup: SessionSetup, _ kind: Kind, isFresh: Bool) {
    self.kind = kind
    self.isFresh = isFresh
    #if canImport(FoundationNetworking)
      queue = DelegateQueue(slots: kind == .own ? 64 : nil)
    #else
      queue = DelegateQueue(slots: nil)
    #endif
    delegate = SessionDelegate(queue, setup)
    session = URLSession(
      configuration: setup.foundation, delegate: delegate, delegateQueue: queue)
  }

  func start(_ outgoing: OutgoingRequest, _ exchange: Exchange) {
    control.async {
      if exchange.isOver {
        outgoing.upload?.cancel()
        return exchange.left()
      }
      outgoing.upload?.begin { length in exchange.hasBody(of: length) }
      let task = outgoing.task(in: self.session, isFresh: self.isFresh)
      self.delegate.add(exchange, for: task.taskIdentifier, upload: outgoing.upload)
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

/// What an exchange may do with its task.
struct SessionTask: Sendable {
  let cancel: @Sendable () -> Void
  let suspend: @Sendable () -> Void
  let resume: @Sendable () -> Void
}
