import TremaHTTP
import TremaSupport

/// An observer that records one exchange in a store.
final class ExchangeRecorder: Sendable {
  let store: ExchangeStore
  /// The number of the exchange in the store.
  private let number: Int
  private let clock: NetworkClock
  /// The start time, in terms of `NetworkClock.uptime`.
  private let start: Duration

  /// Adds the exchange to the store.
  ///
  /// - Parameter attempt: The attempt number, from 1.
  init(
    _ request: HTTPRequest, _ body: HTTPBody, in store: ExchangeStore, clock: NetworkClock,
    attempt: Int = 1
  ) {
    self.store = store
    self.clock = clock
    start = clock.uptime
    number = store.add {
      var exchange = RecordedExchange(request, start: clock.date(), attempt: attempt)
      if case .bytes(let bytes) = body {
        exchange.requestBody.append(bytes, limit: store.limits.body)
      }
      return exchange
    }
  }

  /// Returns the body to send. A file or stream is recorded while it is read.
  func recording(_ body: HTTPBody) -> HTTPBody {
    guard body.isStreamed, !body.isConsumed else { return body }
    // A body whose length cannot be determined is left to the transport, which reports the error.
    guard let length = try? body.length() else {
      if case .file = body { return body }
      return recordedStream(body, length: nil)
    }
    return recordedStream(body, length: length)
  }

  /// Returns a body that is recorded while it is read.
  private func recordedStream(_ body: HTTPBody, length: Int64?) -> HTTPBody {
    .stream(
      HTTPBodyStream(length: length, isReplayable: body.isReplayable) {
        () async throws(TransportError) in
        guard let opened = try await body.opened() else { return BytesSource([]) }
        self.change { $0.exchange.requestBody = RecordedExchange.Body() }
        return ObservedSource(
          opened.source,
          onChunk: { chunk in
            self.change {
              $0.exchange.requestBody.append(chunk, limit: self.store.limits.body)
            }
          }, onEnd: { _ in })
      })
  }

  /// Handles a transport event. Only the metrics at the end are recorded.
  func handleEvent(_ event: TransportEvent) {
    guard case .ended(let metrics) = event else { return }
    change { slot in
      slot.isMeasured = true
      slot.exchange.metrics = metrics
    }
  }

  /// Records a response.
  ///
  /// - Parameter response: The response. If its body is a stream, it is replaced with one that is
  ///   recorded while it is read.
  func record(_ response: inout HTTPResponse) {
    guard !response.body.isInMemory, let source = response.body.source else {
      return end { exchange in
        exchange.response = response.head
        if response.metrics != nil { exchange.metrics = response.metrics }
        if let bytes = response.body.bytes {
          exchange.responseBody.append(bytes, limit: store.limits.body)
        }
      }
    }
    let (head, metrics) = (response.head, response.metrics)
    change { slot in
      slot.exchange.response = head
      if slot.exchange.metrics == nil { slot.exchange.metrics = metrics }
    }
    response.body = .stream(
      ObservedSource(
        source,
        onChunk: { chunk in
          self.change {
            $0.exchange.responseBody.append(chunk, limit: self.store.limits.body)
          }
        },
        onEnd: { ending in
          self.end(isStream: true) { exchange in
            switch ending {
            case .complete: break
            case .failed(let error): exchange.error = error
            case .abandoned:
              exchange.responseBody.bytes = nil
              exchange.responseBody.absence = .unread
            }
          }
        }))
  }

  /// Records the error of the exchange.
  func recordFailure(_ error: TransportError) { end { $0.error = error } }

  /// Completes the record.
  ///
  /// - Parameter isStream: Whether the transport's metrics may precede the end of the body.
  private func end(isStream: Bool = false, _ change: (inout RecordedExchange) -> Void) {
    let total = clock.uptime - start
    self.change { slot in
      change(&slot.exchange)
      slot.exchange.isOver = true
      // A measuring transport reports more. Its last event may come before or after this call.
      guard slot.exchange.metrics != nil else {
        return slot.exchange.metrics = TransportMetrics(total: total)
      }
      // Metrics that were received with a stream's head do not include its end.
      slot.exchange.metrics?.end(after: total, isOpen: isStream && !slot.isMeasured)
    }
  }

  /// Changes the record.
  private func change(_ change: (inout ExchangeStore.Slot) -> Void) {
    store.change(number, change)
  }
}

extension TransportMetrics {
  /// Sets the total time.
  ///
  /// - Parameter isOpen: Whether the measured total does not include the end of the body.
  fileprivate mutating func end(after total: Duration, isOpen: Bool) {
    if isOpen || self.total == .zero { self.total = total }
  }
}

extension HTTPBody {
  /// Whether the body is read in chunks.
  var isStreamed: Bool {
    switch self {
    case .empty, .bytes: false
    case .file, .stream: true
    }
  }
}

/// A source that passes on another source's chunks and reports them.
final class ObservedSource: HTTPBodySource {
  /// The end of the source.
  enum Ending: Sendable {
    /// All chunks have been read.
    case complete
    /// The source failed.
    case failed(TransportError)
    /// The reader cancelled or released the source.
    case abandoned
  }

  private let source: any HTTPBodySource
  private let onChunk: @Sendable ([UInt8]) -> Void
  private let onEnd: @Sendable (Ending) -> Void
  private let hasEnded = LockedValue(false)

  init(
    _ source: any HTTPBodySource, onChunk: @escaping @Sendable ([UInt8]) -> Void,
    onEnd: @escaping @Sendable (Ending) -> Void
  ) {
    self.source = source
    self.onChunk = onChunk
    self.onEnd = onEnd
  }

  deinit { finish(.abandoned) }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      guard let next = try await source.next() else {
        finish(.complete)
        return nil
      }
      onChunk(next)
      return next
    } catch {
      // A second reader failed, but the first one continues.
      if error != .secondReader { finish(.failed(error)) }
      throw error
    }
  }

  func cancel() {
    finish(.abandoned)
    source.cancel()
  }

  /// Reports the end once.
  private func finish(_ ending: Ending) { if hasEnded.trySet() { onEnd(ending) } }
}
