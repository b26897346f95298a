import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and its response, shared by the session and the waiting tasks.
final class SessionExchange: Sendable {
  typealias Answer = Result<HTTPResponse, TransportError>
  typealias Piece = Result<[UInt8]?, TransportError>

  struct State: Sendable {
    var task: SessionTask?
    var whenLeft: (@Sendable () -> Void)?
    /// The task that waits for the head.
    var asker: CheckedContinuation<Answer, Never>?
    /// The task that waits for a chunk.
    var reader: CheckedContinuation<Piece, Never>?
    var head: HTTPResponseHead?
    var pieces = ChunkBuffer()
    /// The body of a delivery as a whole.
    var whole: [UInt8] = []
    var isDecoded = false
    var expected: Int64?
    var isSuspended = false
    /// The source of a stream that is being read before anything is sent.
    var source: (any HTTPBodySource)?
    /// The file that is sent.
    var file: SentFile?
    /// The outcome.
    var outcome: Result<Void, TransportError>?
    var progress: Progress
  }

  let request: HTTPRequest
  let context: TransportContext
  let start = ContinuousClock.now
  let state: LockedValue<State>

  init(_ request: HTTPRequest, _ context: TransportContext) {
    self.request = request
    self.context = context
    state = LockedValue(State(progress: Progress(start: start)))
  }

  /// Begins, and waits for the head, or for all where the delivery is `whole`.
  func head(_ begin: @Sendable () -> Void) async -> Answer {
    let answer = await withCheckedContinuation { asker in
      let failure = state.withLock { state -> TransportError? in
        if case .failure(let error) = state.outcome { return error }
        state.asker = asker
        return nil
      }
      // Also when it has ended already: it is in a lane, and must leave it.
      begin()
      if let failure { asker.resume(returning: .failure(failure)) }
    }
    state.handOver()
    return answer
  }

  /// Its task is there; the session has not begun it.
  func begin(_ task: SessionTask) {
    let isOver = state.withLock { state -> Bool in
      state.task = task
      return state.outcome != nil
    }
    if isOver { task.cancel() }
  }

  func whenLeft(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenLeft = body }
  }

  /// Its task is gone.
  func left() {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      state.task = nil
      return state.whenLeft.take()
    }
    body?()
  }

  func sent(_ count: Int64) {
    let (expected, file) = state.withLock { state -> (Int64, SentFile?) in
      state.progress.sent = count
      state.progress.lastMove = .now
      return (state.progress.toSend, state.file)
    }
    context.observer?(.sent(count, of: expected))
    if count < expected, let failure = file?.failure { end(failure) }
  }

  func received(_ response: HTTPURLResponse) {
    // An informational one; the one that counts comes after it.
    guard response.statusCode >= 200 else { return }
    let head = HTTPResponseHead(response, to: request)
    do throws(TransportError) {
      try MessageFraming.check(head.fields)
    } catch {
      return end(error)
    }
    let isDecoded = head.isDecoded(of: request.method)
    let limit: Int? = if case .whole(let limit) = context.delivery { limit } else { nil }
    let asked = state.withLock { state -> (asker: CheckedContinuation<Answer, Never>, Answer)? in
      guard state.head == nil, state.outcome == nil else { return nil }
      state.expected = isDecoded || request.method == .head ? nil : head.length
      state.isDecoded = isDecoded
      state.head = isDecoded ? head.decoded : head
      state.progress.hasHead(at: .now)
      guard limit == nil, let asker = state.asker.take() else { return nil }
      return (asker, .success(self.response(state, .stream(SessionExchangeBody(self)))))
    }
    if let (asker, answer) = asked { asker.resume(returning: answer) }
    if let limit, let length = state.value.expected, length > limit {
      end(TransportError(.bodyTooLarge(limit: limit)))
    }
  }

  func received(_ bytes: [UInt8]) {
    var error: TransportError?
    var reader: CheckedContinuation<Piece, Never>?
    var suspending: SessionTask?
    var (total, expected) = (Int64(0), Int64?.none)
    state.withLock { state in
      guard state.outcome == nil else { return }
      state.progress.received += Int64(bytes.count)
      state.progress.lastMove = .now
      (total, expected) = (state.progress.received, state.expected)
      if state.isDecoded, total > Int64(context.decodedLimit) {
        error = TransportError(.content(.tooLarge(limit: context.decodedLimit)))
      } else if case .whole(let limit) = context.delivery {
        if bytes.count > limit - state.whole.count {
          error = TransportError(.bodyTooLarge(limit: limit))
        } else {
          state.whole += bytes
        }
      } else if let waiting = state.reader.take() {
        reader = waiting
      } else {
        do throws(TransportError) {
          try state.append(bytes)
        } catch let failure {
          error = failure
        }
        suspending = state.suspensionIfFull()
      }
    }
    if let error { return end(error) }
    suspending?.suspend()
    if total > 0 { context.observer?(.received(total, of: expected)) }
    reader?.resume(returning: .success(bytes))
  }
}

extension SessionExchange {
  /// A stream is read before anything is sent.
  ///
  /// - Returns: false when it has ended already.
  func reads(_ source: any HTTPBodySource) -> Bool {
    state.withLock { state in
      guard state.outcome == nil else { return false }
      state.source = source
      return true
    }
  }

  func hasMoved() { state.withLock { $0.progress.lastMove = .now } }

  /// - Returns: the source, when its end has not cancelled it.
  func hasRead() -> (any HTTPBodySource)? { state.withLock { $0.source.take() } }

  /// The body is there, and the request is handed to the session.
  func isReady(toSend body: OutgoingBody) {
    state.withLock { state in
      state.progress.begin(sending: body.length, at: .now)
      if case .file(let url, let length) = body { state.file = SentFile(url, length: length) }
    }
  }
}
