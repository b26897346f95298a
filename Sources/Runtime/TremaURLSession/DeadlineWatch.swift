import Dispatch
import Foundation
import TremaHTTP
import TremaSupport

/// A watchdog that ends exchanges whose deadline is exceeded. All exchanges share one timer.
final class DeadlineWatch: Sendable {
  /// A reference that does not keep the exchange alive.
  private struct Entry: Sendable {
    weak var exchange: SessionExchange?
  }

  /// The state, protected by the lock.
  private struct State: Sendable {
    /// The watched exchanges, including some that have ended.
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The time at which the timer fires next, or `nil` if it is not set.
    var nextFireTime: ContinuousClock.Instant?
    /// The number of the last timer. Earlier timers are ignored when they fire.
    var timerNumber = 0
    var isClosed = false
  }

  private let queue = DispatchQueue(label: "trema.urlsession.deadlines")
  private let state = LockedValue(State())

  /// Watches an exchange until it ends or is released.
  func add(_ exchange: SessionExchange) {
    guard let wake = exchange.nextCheck else { return }
    state.withLock { $0.entries[ObjectIdentifier(exchange)] = Entry(exchange: exchange) }
    arm(wake)
  }

  /// Stops watching. A pending timer is ignored when it fires.
  func close() { state.withLock { $0 = State(isClosed: true) } }

  /// Sets the timer, unless it already fires early enough.
  private func arm(_ time: ContinuousClock.Instant) {
    let timerNumber = state.withLock { state -> Int? in
      if state.isClosed { return nil }
      if let wake = state.nextFireTime, wake <= time { return nil }
      state.nextFireTime = time
      state.timerNumber += 1
      return state.timerNumber
    }
    guard let timerNumber else { return }
    // The wait is limited to a day, after which the deadlines are checked again. This keeps the
    // number of nanoseconds in range.
    let wait = min(max(.zero, time - .now), .seconds(86_400)).components
    let nanoseconds = Int(wait.seconds) * 1_000_000_000 + Int(wait.attoseconds / 1_000_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      self?.checkDeadlines(timerNumber)
    }
  }

  /// Ends overdue exchanges, and sets the timer for the next deadline.
  private func checkDeadlines(_ timerNumber: Int) {
    let exchanges = state.withLock { state -> [SessionExchange]? in
      guard state.timerNumber == timerNumber, !state.isClosed else { return nil }
      state.nextFireTime = nil
      state.entries = state.entries.filter { $0.value.exchange?.hasEnded == false }
      return state.entries.values.compactMap(\.exchange)
    }
    guard let exchanges else { return }
    for exchange in exchanges { exchange.endIfLate() }
    if let next = exchanges.compactMap(\.nextCheck).min() { arm(next) }
  }
}

extension SessionExchange {
  /// Whether the exchange has ended.
  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  /// The error with which the exchange has ended, or `nil` if it succeeded or is in progress.
  var failure: TransportError? {
    state.withLock { if case .failure(let error) = $0.outcome { error } else { nil } }
  }

  /// Returns the next deadline and its kind, or `nil` if no limit applies.
  private func deadline(
    _ state: State
  ) -> (time: ContinuousClock.Instant, TransportError.Timeout)? {
    let isReaderBehind = context.delivery == .stream && state.reader == nil
    return state.progress.next(request.deadlines, isReaderBehind: isReaderBehind)
  }

  /// Ends the exchange if its deadline is exceeded.
  fileprivate func endIfLate() {
    let timeout = state.withLock { state -> TransportError.Timeout? in
      guard state.outcome == nil, let (time, phase) = deadline(state), time <= .now else {
        return nil
      }
      return phase
    }
    if let timeout, shouldEnd(timeout) { end(TransportError(.timeout(timeout))) }
  }

  #if canImport(FoundationNetworking)
    /// Returns whether an exceeded deadline ends the exchange. For a request without a body,
    /// Foundation does not report whether it waits for a connection or for its response.
    private func shouldEnd(_ phase: TransportError.Timeout) -> Bool {
      let isUnclear = state.withLock { $0.progress.bodyLength == 0 && $0.head == nil }
      guard isUnclear, phase == .connect || phase == .firstByte else { return true }
      let isConnected = mightHaveConnection
      return state.withLock {
        $0.progress.recordCheck(at: .now, for: phase, isConnected: isConnected)
      }
    }

    /// Whether the process may have a connection to the server.
    private var mightHaveConnection: Bool {
      // With a proxy, the port would be the proxy's port.
      let environment = ProcessInfo.processInfo.environment
      if URLSessionTransport.proxyVariable(in: environment) != nil { return true }
      guard let url = URL(string: request.target) else { return true }
      return ProcessSockets.hasConnection(to: url.port ?? (url.scheme == "https" ? 443 : 80))
    }
  #else
    private func shouldEnd(_ phase: TransportError.Timeout) -> Bool { true }
  #endif

  /// The time of the next check: the next deadline, but no later than the shortest limit that may
  /// start until then, or `nil` if no limit can still be exceeded.
  fileprivate var nextCheck: ContinuousClock.Instant? {
    state.withLock { state in
      guard state.outcome == nil else { return nil }
      let limits = request.deadlines
      let shortestLimit = [limits.connect, limits.firstByte, limits.idle].compactMap(\.self).min()
      let times = [deadline(state)?.time, shortestLimit.map { .now + $0 }]
      return times.compactMap(\.self).min()
    }
  }
}
