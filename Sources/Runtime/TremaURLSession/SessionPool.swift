import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of a transport and the exchanges that use them.
final class SessionPool: Sendable {
  /// The state, protected by the lock.
  private struct State: Sendable {
    /// The reusable sessions.
    var sessions: [PooledSession] = []
    /// The exchanges whose tasks have not completed.
    var activeExchanges: [ObjectIdentifier: SessionExchange] = [:]
    /// Whether new exchanges are refused.
    var isClosed = false
    /// The callers of `close()` that wait for the last exchange.
    var closeWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let setup: SessionSetup
  private let state = LockedValue(State())

  /// Creates a pool without sessions. Sessions are created on demand.
  init(_ setup: SessionSetup) { self.setup = setup }

  /// Whether the pool has been closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns a session for an exchange, and counts the exchange until its task has completed.
  ///
  /// - Throws: `closed` if the pool has been closed.
  func enter(_ exchange: SessionExchange, _ outgoing: OutgoingRequest) throws(TransportError)
    -> PooledSession
  {
    #if canImport(FoundationNetworking)
      let isFresh = outgoing.mustNotBeRepeated
    #else
      let isFresh = false
    #endif
    let session = try state.withLock { (state) throws(TransportError) in
      if state.isClosed { throw TransportError(.closed) }
      state.activeExchanges[ObjectIdentifier(exchange)] = exchange
      // A separate session is used because some servers don't close the connection despite
      // `Connection: close`. It is closed together with the session.
      if isFresh { return PooledSession(setup, isFresh: true) }
      if let session = state.sessions.first { return session }
      let session = PooledSession(setup, isFresh: false)
      state.sessions.append(session)
      return session
    }
    let identity = ObjectIdentifier(exchange)
    // The closure keeps the session alive until the task has completed, even if the transport is
    // released.
    exchange.setTaskCompletionHandler { [weak self] in self?.leave(identity, session) }
    return session
  }

  /// Removes an exchange, and resumes the callers that wait for the last one.
  private func leave(_ exchange: ObjectIdentifier, _ session: PooledSession) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.activeExchanges[exchange] = nil
      guard state.activeExchanges.isEmpty else { return [] }
      defer { state.closeWaiters = [] }
      return state.closeWaiters
    }
    for continuation in waiters { continuation.resume() }
  }

  /// Cancels all exchanges, waits for their tasks and invalidates the sessions.
  func close() async {
    let exchanges = state.withLock { state -> [SessionExchange] in
      state.isClosed = true
      return Array(state.activeExchanges.values)
    }
    for exchange in exchanges { exchange.end(TransportError(.cancelled)) }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isEmpty = state.withLock { state -> Bool in
        if !state.activeExchanges.isEmpty { state.closeWaiters.append(continuation) }
        return state.activeExchanges.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
    let sessions = state.withLock { state -> [PooledSession] in
      defer { state.sessions = [] }
      return state.sessions
    }
    for session in sessions { await session.close() }
  }
}

/// A session with its delegate.
///
/// One session is shared and reused. On Linux, a request that must not be repeated has its own
/// session (`isFresh`), because libcurl automatically sends a request again if a reused connection
/// is closed without a response. Such a session is released after its task has completed.
final class PooledSession: Sendable {
  /// Whether the session is used for only one request.
  let isFresh: Bool
  private let session: URLSession
  private let delegate: SessionDelegate
  /// The queue on which tasks are cancelled. Cancelling inside a cancellation handler or a callback
  /// of the session would deadlock.
  private let control = DispatchQueue(label: "trema.urlsession.control")

  /// Creates a session whose delegate is called on a serial queue.
  init(_ setup: SessionSetup, isFresh: Bool) {
    self.isFresh = isFresh
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    delegate = SessionDelegate(setup)
    session = URLSession(
      configuration: setup.foundation, delegate: delegate, delegateQueue: queue)
  }

  /// Creates and starts the task of an exchange, unless the exchange has already ended.
  func start(_ outgoing: OutgoingRequest, _ exchange: SessionExchange) {
    control.async {
      if exchange.hasEnded { return exchange.taskDidComplete() }
      let task = outgoing.task(in: self.session, isFresh: self.isFresh)
      self.delegate.add(exchange, outgoing, for: task.taskIdentifier)
      exchange.attach(
        SessionTask(
          cancel: { [control = self.control] in control.async { task.cancel() } },
          suspend: { task.suspend() }, resume: { task.resume() }))
      task.resume()
    }
  }

  /// Invalidates the session and waits for completion. No exchanges may be in progress.
  func close() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      delegate.setInvalidationHandler { continuation.resume() }
      session.finishTasksAndInvalidate()
    }
  }

  deinit { session.finishTasksAndInvalidate() }
}

/// The operations of an exchange on its task.
struct SessionTask: Sendable {
  /// Cancels the task asynchronously.
  let cancel: @Sendable () -> Void
  /// Suspends the task.
  let suspend: @Sendable () -> Void
  /// Resumes the task.
  let resume: @Sendable () -> Void
}
