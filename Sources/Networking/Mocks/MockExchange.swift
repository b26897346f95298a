import TremaHTTP
import TremaSupport

/// A mock transport's exchange, from the request's body to the last byte of the response. Each wait
/// ends when a deadline has passed, the task is cancelled, or the transport is closed.
final class MockExchange: Sendable {
  /// The exchange's state.
  private struct State {
    /// The error that ended the exchange, or `nil` if it has not been stopped.
    var stopError: TransportError?
    var hasEnded = false
    /// Ends the current wait with an error, or `nil` if nothing is waiting.
    var wake: (@Sendable (TransportError) -> Void)?
    var metrics = TransportMetrics()
    /// The time at which the request was complete, measured from the start of the exchange.
    var requestTime: Duration = .zero
  }

  /// The earliest deadline and the remaining time.
  private struct Limit {
    let remaining: Duration
    let phase: TransportError.Timeout
  }

  private let deadlines: HTTPDeadlines
  private let observer: (@Sendable (TransportEvent) -> Void)?
  private let time: MockTime
  /// Returns the time since the start of the exchange.
  private let elapsed: @Sendable () -> Duration
  /// A closure that is called once at the end of the exchange.
  private let onEnd: @Sendable () -> Void
  private let state = LockedValue(State())

  init(
    _ request: HTTPRequest, _ context: TransportContext, _ time: MockTime,
    onEnd: @escaping @Sendable () -> Void
  ) {
    deadlines = request.deadlines
    observer = context.observer
    self.time = time
    elapsed = time.start()
    self.onEnd = onEnd
  }

  var metrics: TransportMetrics { state.value.metrics }

  /// Reads the request's body to its end.
  func read(_ body: HTTPBody) async throws(TransportError) -> [UInt8] {
    let all: [UInt8]
    switch body {
    case .empty: all = []
    case .bytes(let bytes):
      try check()
      all = bytes
      reportSent(all.count, of: Int64(all.count))
    case .file, .stream: all = try await readSource(of: body)
    }
    let now = elapsed()
    state.withLock { $0.requestTime = now }
    return all
  }

  /// Reads a file or a stream. Each chunk must arrive within the idle deadline.
  private func readSource(of body: HTTPBody) async throws(TransportError) -> [UInt8] {
    var all: [UInt8] = []
    let opened = try await withDeadline(
      .idle, { () throws(TransportError) in try await body.opened() })
    guard let opened else { return all }
    let source = opened.source
    do throws(TransportError) {
      while let chunk = try await withDeadline(
        .idle, { () throws(TransportError) in try await source.next() })
      {
        all += chunk
        reportSent(all.count, of: opened.length)
      }
    } catch {
      source.cancel()
      throw error
    }
    return all
  }

  /// Reports the progress of sending.
  private func reportSent(_ count: Int, of length: Int64?) {
    state.withLock { $0.metrics.bytesSent = Int64(count) }
    observer?(.sent(Int64(count), of: length))
  }

  /// Records the time at which the response's head is sent.
  func recordHeadTime() {
    let now = elapsed()
    state.withLock { $0.metrics.firstByte = now }
  }

  /// Reports the progress of receiving.
  func reportReceived(_ count: Int, of total: Int64?) {
    let all = state.withLock { state in
      state.metrics.bytesReceived += Int64(count)
      return state.metrics.bytesReceived
    }
    observer?(.received(all, of: total))
  }

  /// Waits, according to the transport's clock.
  ///
  /// - Parameters:
  ///   - duration: The duration; `nil` means unlimited.
  ///   - phase: The deadline that applies in addition to the total deadline.
  /// - Throws: A timeout if the deadline is earlier.
  func pause(
    _ duration: Duration?, _ phase: TransportError.Timeout
  ) async throws(TransportError) {
    // A response without a delay can't exceed a deadline, even if the machine is busy.
    if let duration, duration <= .zero { return try check() }
    let limit = limit(of: phase)
    if let duration, limit.map({ duration < $0.remaining }) ?? true {
      return try await wait { [time] () throws(TransportError) in
        do { try await time.sleep(duration) } catch { throw TransportError(.cancelled) }
      }
    }
    try await wait { [time] () throws(TransportError) in
      guard let limit else {
        // The stream yields no elements. The loop ends when the task is cancelled.
        let emptyStream = AsyncStream<Never>.makeStream()
        for await _ in emptyStream.stream {}
        throw TransportError(.cancelled)
      }
      if limit.remaining > .zero {
        do { try await time.sleep(limit.remaining) } catch { throw TransportError(.cancelled) }
      }
      throw TransportError(.timeout(limit.phase), mayHaveBeenSent: true)
    }
  }

  /// Waits for work of unknown duration, until a deadline.
  func withDeadline<Value: Sendable>(
    _ phase: TransportError.Timeout,
    _ work: @escaping @Sendable () async throws(TransportError) -> Value
  ) async throws(TransportError) -> Value {
    let timeoutTask = limit(of: phase).map { limit in
      Task { [time] in
        guard (try? await time.waitForTimeLimit(limit.remaining)) != nil else { return }
        stop(TransportError(.timeout(limit.phase), mayHaveBeenSent: true))
      }
    }
    defer { timeoutTask?.cancel() }
    return try await wait(work)
  }

  /// Ends the current wait and all later waits with an error.
  func stop(_ error: TransportError) {
    let wake = state.withLock { state in
      if state.stopError == nil { state.stopError = error }
      defer { state.wake = nil }
      return state.wake
    }
    wake?(error)
  }

  /// Ends the exchange: reports the metrics and calls `onEnd`. Further calls have no effect.
  func end() {
    let total = elapsed()
    let metrics: TransportMetrics? = state.withLock { state in
      if state.hasEnded { return nil }
      state.hasEnded = true
      state.metrics.total = total
      return state.metrics
    }
    guard let metrics else { return }
    observer?(.ended(metrics))
    onEnd()
  }

  /// Throws if the exchange has been stopped or the task is cancelled.
  private func check() throws(TransportError) {
    if let stopError = state.value.stopError { throw stopError }
    if Task.isCancelled {
      let error = TransportError(.cancelled, mayHaveBeenSent: true)
      stop(error)
      throw error
    }
  }

  /// Returns the earlier of the phase's deadline and the total deadline, or `nil` if there is none.
  private func limit(of phase: TransportError.Timeout) -> Limit? {
    let now = elapsed()
    var limits: [Limit] = []
    switch phase {
    case .idle: deadlines.idle.map { limits.append(Limit(remaining: $0, phase: .idle)) }
    default:
      let requestTime = state.value.requestTime
      deadlines.firstByte.map {
        limits.append(Limit(remaining: $0 - (now - requestTime), phase: .firstByte))
      }
    }
    deadlines.total.map { limits.append(Limit(remaining: $0 - now, phase: .total)) }
    return limits.min { $0.remaining < $1.remaining }
  }

  /// Runs work in a task, and returns its outcome or the error that ends the wait.
  private func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(TransportError) -> Value
  ) async throws(TransportError) -> Value {
    typealias Outcome = Result<Value, TransportError>
    // The outcome is stored and read under the same lock. Thread Sanitizer recognizes this
    // synchronization, but not a resumption.
    let result = LockedValue<Outcome?>(nil)
    let waiter = LockedValue<CheckedContinuation<Void, Never>?>(nil)
    let settle: @Sendable (Outcome) -> Void = { outcome in
      guard let waiter = waiter.exchange(nil) else { return }
      result.value = outcome
      waiter.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.value = continuation
        let task = Task {
          do throws(TransportError) { settle(.success(try await work())) } catch {
            settle(.failure(error))
          }
        }
        let wake: @Sendable (TransportError) -> Void = { error in
          settle(.failure(error))
          task.cancel()
        }
        let stopError: TransportError? = state.withLock { state in
          if state.stopError == nil { state.wake = wake }
          return state.stopError
        }
        if let stopError { wake(stopError) }
      }
    } onCancel: {
      stop(TransportError(.cancelled, mayHaveBeenSent: true))
    }
    state.withLock { $0.wake = nil }
    // The continuation is resumed only after an outcome has been stored.
    guard let outcome = result.value else { throw TransportError(.cancelled) }
    return try outcome.get()
  }
}
