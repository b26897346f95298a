import TremaHTTP
import TremaSupport

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
    // It holds the lane until then, also when nobody holds the transport.
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
