import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and its response, shared by the session and the waiting tasks.
final class SessionExchange: Sendable {
  /// The result for the caller that waits for the response.
  typealias ResponseResult = Result<HTTPResponse, TransportError>
  /// The result for the reader that waits for a chunk.
  typealias ChunkResult = Result<[UInt8]?, TransportError>

  /// The state, protected by the lock.
  struct State: Sendable {
    /// The task of the session, from its creation until it has completed.
    var task: SessionTask?
    /// The closure that is called when the task has completed.
    var taskCompletionHandler: (@Sendable () -> Void)?
    /// The caller that waits for the response.
    var responseWaiter: CheckedContinuation<ResponseResult, Never>?
    /// The reader that waits for a chunk.
    var reader: CheckedContinuation<ChunkResult, Never>?
    /// The response head, or `nil` until it has been received.
    var head: HTTPResponseHead?
    /// The received chunks that have not been read.
    var chunks = ChunkBuffer()
    /// The received body, if it is delivered as a whole.
    var collectedBody: [UInt8] = []
    /// Whether the session decodes the content.
    var isDecoded = false
    /// The response body's length, or `nil` if it is unknown or there is none.
    var expected: Int64?
    /// Whether the task is suspended because the reader is slow.
    var isSuspended = false
    /// The source of a stream while it is written to a temporary file, before anything is sent.
    var source: (any HTTPBodySource)?
    /// The app's file that is sent.
    var file: SentFile?
    /// The outcome, or `nil` while the exchange is in progress.
    var outcome: Result<Void, TransportError>?
    /// The progress, for deadlines and metrics.
    var progress: Progress
  }

  let request: HTTPRequest
  let context: TransportContext
  let start = ContinuousClock.now
  let state: LockedValue<State>

  /// Creates an exchange, which starts its `total` limit.
  init(_ request: HTTPRequest, _ context: TransportContext) {
    self.request = request
    self.context = context
    state = LockedValue(State(progress: Progress(start: start)))
  }

  /// Starts the exchange and waits for the head, or for the whole response if the delivery is
  /// `whole`.
  func waitForHead(_ startTask: @Sendable () -> Void) async -> ResponseResult {
    let result = await withCheckedContinuation { waiter in
      let failure = state.withLock { state -> TransportError? in
        if case .failure(let error) = state.outcome { return error }
        state.responseWaiter = waiter
        return nil
      }
      // The task is started even if the exchange has already ended, because the exchange is in the
      // pool and is removed from it only when the task ends.
      startTask()
      if let failure { waiter.resume(returning: .failure(failure)) }
    }
    state.synchronizeMemory()
    return result
  }

  /// Stores the task before it is started. The task is cancelled if the exchange has already ended.
  func attach(_ task: SessionTask) {
    let hasEnded = state.withLock { state -> Bool in
      state.task = task
      return state.outcome != nil
    }
    if hasEnded { task.cancel() }
  }

  /// Sets the closure that is called when the task has completed.
  func setTaskCompletionHandler(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.taskCompletionHandler = body }
  }

  /// Records that the task has completed, and calls its completion handler.
  func taskDidComplete() {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      state.task = nil
      return state.taskCompletionHandler.take()
    }
    body?()
  }

  /// Records the total number of sent bytes, and ends the exchange if the file has been truncated.
  func didSend(_ count: Int64) {
    let (expected, file) = state.withLock { state -> (Int64, SentFile?) in
      state.progress.sent = count
      state.progress.lastProgress = .now
      return (state.progress.bodyLength, state.file)
    }
    context.observer?(.sent(count, of: expected))
    if count < expected, let failure = file?.failure { end(failure) }
  }

  /// Records the head of the response, and returns a streamed response to the caller.
  func didReceive(_ response: HTTPURLResponse) {
    // Informational responses are ignored. The final one follows.
    guard response.statusCode >= 200 else { return }
    let head = HTTPResponseHead(response, to: request)
    do throws(TransportError) {
      try MessageFraming.check(head.fields)
    } catch {
      return end(error)
    }
    let isDecoded = head.isDecoded(of: request.method)
    let limit: Int? = if case .whole(let limit) = context.delivery { limit } else { nil }
    let resumption = state.withLock {
      state -> (waiter: CheckedContinuation<ResponseResult, Never>, ResponseResult)? in
      guard state.head == nil, state.outcome == nil else { return nil }
      state.expected = isDecoded || request.method == .head ? nil : head.length
      state.isDecoded = isDecoded
      state.head = isDecoded ? head.decoded : head
      state.progress.recordHead(at: .now)
      guard limit == nil, let waiter = state.responseWaiter.take() else { return nil }
      return (waiter, .success(self.response(state, .stream(SessionExchangeBody(self)))))
    }
    if let (waiter, result) = resumption { waiter.resume(returning: result) }
    if let limit, let length = state.value.expected, length > limit {
      end(TransportError(.bodyTooLarge(limit: limit)))
    }
  }

  /// Records a chunk of the body, and passes it to the waiting reader or stores it.
  ///
  /// The limits are checked here, and the task is suspended if too many bytes are unread.
  func didReceive(_ bytes: [UInt8]) {
    var error: TransportError?
    var reader: CheckedContinuation<ChunkResult, Never>?
    var suspendedTask: SessionTask?
    var (total, expected) = (Int64(0), Int64?.none)
    state.withLock { state in
      guard state.outcome == nil else { return }
      state.progress.received += Int64(bytes.count)
      state.progress.lastProgress = .now
      (total, expected) = (state.progress.received, state.expected)
      if state.isDecoded, total > Int64(context.decodedLimit) {
        error = TransportError(.content(.tooLarge(limit: context.decodedLimit)))
      } else if case .whole(let limit) = context.delivery {
        if bytes.count > limit - state.collectedBody.count {
          error = TransportError(.bodyTooLarge(limit: limit))
        } else {
          state.collectedBody += bytes
        }
      } else if let waitingReader = state.reader.take() {
        reader = waitingReader
      } else {
        do throws(TransportError) {
          try state.append(bytes)
        } catch let failure {
          error = failure
        }
        suspendedTask = state.suspensionIfFull()
      }
    }
    if let error { return end(error) }
    suspendedTask?.suspend()
    if total > 0 { context.observer?(.received(total, of: expected)) }
    reader?.resume(returning: .success(bytes))
  }
}

extension SessionExchange {
  /// Sets the source of a stream that is read before anything is sent.
  ///
  /// - Returns: `false` if the exchange has already ended.
  func setSource(_ source: any HTTPBodySource) -> Bool {
    state.withLock { state in
      guard state.outcome == nil else { return false }
      state.source = source
      return true
    }
  }

  /// Records progress, which restarts the `idle` limit.
  func recordProgress() { state.withLock { $0.progress.lastProgress = .now } }

  /// Removes the source after it has been read.
  ///
  /// - Returns: The source, or `nil` if it was cancelled because the exchange ended.
  func removeSource() -> (any HTTPBodySource)? { state.withLock { $0.source.take() } }

  /// Records that the body has been prepared and the request is being passed to the session.
  func recordStart(ofSending body: OutgoingBody) {
    state.withLock { state in
      state.progress.begin(sending: body.length, at: .now)
      if case .file(let url, let length) = body { state.file = SentFile(url, length: length) }
    }
  }
}
