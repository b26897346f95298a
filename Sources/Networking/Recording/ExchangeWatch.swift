import TremaHTTP
import TremaSupport

/// Sees one exchange go by, and keeps what it saw in a store.
final class ExchangeWatch: Sendable {
  let store: ExchangeStore
  private let number: Int
  private let clock: NetworkClock
  private let start: Duration

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

  /// The body as it is to be sent: what is read piece by piece is seen while it is.
  func watching(_ body: HTTPBody) -> HTTPBody {
    guard body.isStreamed, !body.isSpent else { return body }
    // What cannot be opened is for the transport to say.
    guard let length = try? body.length() else {
      if case .file = body { return body }
      return watched(body, length: nil)
    }
    return watched(body, length: length)
  }

  private func watched(_ body: HTTPBody, length: Int64?) -> HTTPBody {
    .stream(
      HTTPBodyStream(length: length, isReplayable: body.isReplayable) {
        () async throws(TransportError) in
        guard let opened = try await body.opened() else { return BytesSource([]) }
        self.change { $0.exchange.requestBody = RecordedExchange.Body() }
        return WatchedSource(
          opened.source,
          piece: { piece in
            self.change {
              $0.exchange.requestBody.append(piece, limit: self.store.limits.body)
            }
          }, end: { _ in })
      })
  }

  /// Handles an event of the transport.
  func see(_ event: TransportEvent) {
    guard case .ended(let metrics) = event else { return }
    change { slot in
      slot.isMeasured = true
      slot.exchange.metrics = metrics
    }
  }

  /// - Parameter response: becomes what is to be handed on.
  func watch(_ response: inout HTTPResponse) {
    guard !response.body.isWhole, let source = response.body.source else {
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
      WatchedSource(
        source,
        piece: { piece in
          self.change {
            $0.exchange.responseBody.append(piece, limit: self.store.limits.body)
          }
        },
        end: { ending in
          self.end(isStream: true) { exchange in
            switch ending {
            case .complete: break
            case .failed(let error): exchange.error = error
            case .left:
              exchange.responseBody.bytes = nil
              exchange.responseBody.absence = .unread
            }
          }
        }))
  }

  func failed(_ error: TransportError) { end { $0.error = error } }

  private func end(isStream: Bool = false, _ change: (inout RecordedExchange) -> Void) {
    let total = clock.uptime - start
    self.change { slot in
      change(&slot.exchange)
      slot.exchange.isOver = true
      // A transport that measures says more; its last word may come before this, or after.
      guard slot.exchange.metrics != nil else {
        return slot.exchange.metrics = TransportMetrics(total: total)
      }
      // What came with the head of a stream does not know its end.
      slot.exchange.metrics?.end(after: total, isOpen: isStream && !slot.isMeasured)
    }
  }

  private func change(_ change: (inout ExchangeStore.Slot) -> Void) {
    store.change(number, change)
  }
}

extension TransportMetrics {
  /// - Parameter isOpen: whether what it says of the total is not about all of it.
  fileprivate mutating func end(after total: Duration, isOpen: Bool) {
    if isOpen || self.total == .zero { self.total = total }
  }
}

extension HTTPBody {
  var isStreamed: Bool {
    switch self {
    case .empty, .bytes: false
    case .file, .stream: true
    }
  }
}

/// Hands on what a source gives, piece by piece as it is asked for, and tells what went by.
final class WatchedSource: HTTPBodySource {
  enum Ending: Sendable {
    case complete
    case failed(TransportError)
    /// The reader has cancelled.
    case left
  }

  private let source: any HTTPBodySource
  private let piece: @Sendable ([UInt8]) -> Void
  private let end: @Sendable (Ending) -> Void
  private let hasEnded = LockedValue(false)

  init(
    _ source: any HTTPBodySource, piece: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable (Ending) -> Void
  ) {
    self.source = source
    self.piece = piece
    self.end = end
  }

  deinit { finish(.left) }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      guard let next = try await source.next() else {
        finish(.complete)
        return nil
      }
      piece(next)
      return next
    } catch {
      // The first reader goes on.
      if error != .secondReader { finish(.failed(error)) }
      throw error
    }
  }

  func cancel() {
    finish(.left)
    source.cancel()
  }

  private func finish(_ ending: Ending) { if hasEnded.takeFirst() { end(ending) } }
}
