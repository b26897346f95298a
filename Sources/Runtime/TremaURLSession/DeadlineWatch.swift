import Dispatch
import Foundation
import TremaHTTP
import TremaSupport

/// Ends exchanges whose time is over. There is one timer, however many there are.
final class DeadlineWatch: Sendable {
  private struct Entry: Sendable {
    weak var exchange: SessionExchange?
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The next time at which the timer fires.
    var wake: ContinuousClock.Instant?
    var turn = 0
    var isClosed = false
  }

  private let queue = DispatchQueue(label: "trema.urlsession.deadlines")
  private let state = LockedValue(State())

  func add(_ exchange: SessionExchange) {
    guard let wake = exchange.nextLook else { return }
    state.withLock { $0.entries[ObjectIdentifier(exchange)] = Entry(exchange: exchange) }
    arm(wake)
  }

  func close() { state.withLock { $0 = State(isClosed: true) } }

  private func arm(_ moment: ContinuousClock.Instant) {
    let turn = state.withLock { state -> Int? in
      if state.isClosed { return nil }
      if let wake = state.wake, wake <= moment { return nil }
      state.wake = moment
      state.turn += 1
      return state.turn
    }
    guard let turn else { return }
    // What is later than a day is looked at again then, and far from what nanoseconds can say.
    let wait = min(max(.zero, moment - .now), .seconds(86_400)).components
    let nanoseconds = Int(wait.seconds) * 1_000_000_000 + Int(wait.attoseconds / 1_000_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      self?.look(turn)
    }
  }

  private func look(_ turn: Int) {
    let exchanges = state.withLock { state -> [SessionExchange]? in
      guard state.turn == turn, !state.isClosed else { return nil }
      state.wake = nil
      state.entries = state.entries.filter { $0.value.exchange?.isOver == false }
      return state.entries.values.compactMap(\.exchange)
    }
    guard let exchanges else { return }
    for exchange in exchanges { exchange.endIfLate() }
    if let next = exchanges.compactMap(\.nextLook).min() { arm(next) }
  }
}

extension SessionExchange {
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  var failure: TransportError? {
    state.withLock { if case .failure(let error) = $0.outcome { error } else { nil } }
  }

  private func deadline(
    _ state: State
  ) -> (moment: ContinuousClock.Instant, TransportError.Timeout)? {
    let isReaderBehind = context.delivery == .stream && state.reader == nil
    return state.progress.next(request.deadlines, isReaderBehind: isReaderBehind)
  }

  fileprivate func endIfLate() {
    let late = state.withLock { state -> TransportError.Timeout? in
      guard state.outcome == nil, let (moment, phase) = deadline(state), moment <= .now else {
        return nil
      }
      return phase
    }
    if let late, isOver(late) { end(TransportError(.timeout(late))) }
  }

  #if canImport(FoundationNetworking)
    /// Whether a deadline that has come is the end. Of a request without a body, Foundation does
    /// not report whether it waits for a connection or for its response.
    private func isOver(_ phase: TransportError.Timeout) -> Bool {
      let isUnclear = state.withLock { $0.progress.toSend == 0 && $0.head == nil }
      guard isUnclear, phase == .connect || phase == .firstByte else { return true }
      let isConnected = mayHaveConnection
      return state.withLock {
        $0.progress.hasLooked(at: .now, for: phase, isConnected: isConnected)
      }
    }

    private var mayHaveConnection: Bool {
      // The port would be that of the proxy.
      let environment = ProcessInfo.processInfo.environment
      if URLSessionTransport.proxyVariable(in: environment) != nil { return true }
      guard let url = URL(string: request.target) else { return true }
      return ProcessSockets.hasOne(to: url.port ?? (url.scheme == "https" ? 443 : 80))
    }
  #else
    private func isOver(_ phase: TransportError.Timeout) -> Bool { true }
  #endif

  /// When to look again: at the next deadline, and no later than the shortest one that may begin
  /// until then. Nil when nothing can be late any more.
  fileprivate var nextLook: ContinuousClock.Instant? {
    state.withLock { state in
      guard state.outcome == nil else { return nil }
      let limits = request.deadlines
      let begin = [limits.connect, limits.firstByte, limits.idle].compactMap(\.self).min()
      let moments = [deadline(state)?.moment, begin.map { .now + $0 }]
      return moments.compactMap(\.self).min()
    }
  }
}
