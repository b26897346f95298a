import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lanes of a transport, and who is in them.
final class SessionPool: Sendable {
  private struct State: Sendable {
    var lanes: [PooledSession] = []
    var inside: [ObjectIdentifier: SessionExchange] = [:]
    var isClosed = false
    var whenEmpty: [CheckedContinuation<Void, Never>] = []
  }

  private let setup: SessionSetup
  private let state = LockedValue(State())

  init(_ setup: SessionSetup) { self.setup = setup }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// A lane for an exchange, which is in it until its task has ended.
  func enter(_ exchange: SessionExchange, _ outgoing: OutgoingRequest) throws(TransportError)
    -> PooledSession
  {
    #if canImport(FoundationNetworking)
      let isFresh = outgoing.mustNotBeRepeated
    #else
      let isFresh = false
    #endif
    let lane = try state.withLock { (state) throws(TransportError) in
      if state.isClosed { throw TransportError(.closed) }
      state.inside[ObjectIdentifier(exchange)] = exchange
      // Not all servers close what they are asked to close: its connection is gone with the lane.
      if isFresh { return PooledSession(setup, isFresh: true) }
      if let lane = state.lanes.first { return lane }
      let lane = PooledSession(setup, isFresh: false)
      state.lanes.append(lane)
      return lane
    }
    let identity = ObjectIdentifier(exchange)
    // It keeps the session until then, also when the transport is released.
    exchange.whenLeft { [weak self] in self?.leave(identity, lane) }
    return lane
  }

  private func leave(_ exchange: ObjectIdentifier, _ lane: PooledSession) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.inside[exchange] = nil
      guard state.inside.isEmpty else { return [] }
      defer { state.whenEmpty = [] }
      return state.whenEmpty
    }
    for continuation in waiting { continuation.resume() }
  }

  func close() async {
    let inside = state.withLock { state -> [SessionExchange] in
      state.isClosed = true
      return Array(state.inside.values)
    }
    for exchange in inside { exchange.end(TransportError(.cancelled)) }
    await withCheckedContinuation { (empty: CheckedContinuation<Void, Never>) in
      let isEmpty = state.withLock { state -> Bool in
        if !state.inside.isEmpty { state.whenEmpty.append(empty) }
        return state.inside.isEmpty
      }
      if isEmpty { empty.resume() }
    }
    let lanes = state.withLock { state -> [PooledSession] in
      defer { state.lanes = [] }
      return state.lanes
    }
    for lane in lanes { await lane.close() }
  }
}

/// One session.
///
/// There is one that is kept. On Linux a request that must not be repeated has one of its own, which
/// is `fresh`: libcurl sends a request again by itself when a connection that was used before ends
/// without an answer. It goes away only after its task has ended.
final class PooledSession: Sendable {
  let isFresh: Bool
  private let session: URLSession
  private let delegate: SessionDelegate
  /// The queue on which tasks are cancelled: never inside a cancellation handler or a callback of the session,
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
