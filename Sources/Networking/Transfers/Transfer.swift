import TremaHTTP

/// An upload or a download, bound to the client that does it. Cold, as a ``Call``: each run does it
/// anew.
///
///     let run = client.download(.get("film.mp4"), to: path).start()
///     for await progress in run.progress { show(progress.received.fraction) }
///     let file = try await run.value()
public struct Transfer<Value: Sendable>: Sendable {
  typealias Perform = @Sendable (ProgressBoard) async throws(NetworkError) -> Value

  private let head: HTTPRequest
  private let perform: Perform

  init(_ head: HTTPRequest, _ perform: @escaping Perform) {
    self.head = head
    self.perform = perform
  }

  /// Performs the transfer and returns its value, without progress.
  public func value() async throws(NetworkError) -> Value { try await perform(ProgressBoard()) }

  /// The same: `try await download()`.
  public func callAsFunction() async throws(NetworkError) -> Value { try await value() }

  /// Starts the transfer. It goes on until it ends or is cancelled, also when the run is released.
  public func start() -> TransferRun<Value> { TransferRun(head, perform) }
}

extension Transfer: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}

/// A transfer that has begun.
public struct TransferRun<Value: Sendable>: Sendable {
  private let head: HTTPRequest
  private let board: ProgressBoard
  private let task: Task<Result<Value, NetworkError>, Never>

  init(_ head: HTTPRequest, _ perform: @escaping Transfer<Value>.Perform) {
    let board = ProgressBoard()
    (self.head, self.board) = (head, board)
    task = Task {
      defer { board.finish() }
      do throws(NetworkError) { return .success(try await perform(board)) } catch {
        return .failure(error)
      }
    }
  }

  /// The progress: the current value, then changes; the sequence ends with the transfer. Each sequence
  /// is for one reader, who may be slow: only the newest value is kept.
  public var progress: AsyncStream<TransferProgress> { board.values }

  /// Waits for its end. Cancelling the task that waits cancels the transfer.
  public func value() async throws(NetworkError) -> Value {
    let task = task
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// Ends it: ``value()`` throws `cancelled`, unless it has ended already.
  public func cancel() { task.cancel() }
}

extension TransferRun: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}

extension HTTPClient {
  /// A request that tells how much of its body has been sent: bytes, a file, a form, or a stream.
  ///
  ///     client.upload(.put("film.mp4").file(path: path).empty)
  ///
  /// It is sent as any other: a body that can be read only once can be sent only once, also by a
  /// second run. The total is known unless a stream does not know its length.
  public func upload<Value>(_ request: Request<Value>) -> Transfer<Value> {
    Transfer(request.draft.request) { board async throws(NetworkError) in
      var draft = request.draft
      draft.options.observe(board)
      return try await send(Request(draft, decoder: request.decoder))
    }
  }
}
