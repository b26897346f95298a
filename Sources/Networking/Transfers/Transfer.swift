import TremaHTTP

/// An upload or download, bound to the client that performs it. Like a ``Call``, it is cold: it is
/// performed each time it is run.
///
///     let run = client.download(.get("film.mp4"), to: path).start()
///     for await progress in run.progress { show(progress.received.fraction) }
///     let file = try await run.value()
public struct Transfer<Value: Sendable>: Sendable {
  /// Performs the transfer and reports its progress to a broadcaster.
  typealias Perform = @Sendable (ProgressBroadcaster) async throws(NetworkError) -> Value

  private let head: HTTPRequest
  private let perform: Perform

  init(_ head: HTTPRequest, _ perform: @escaping Perform) {
    self.head = head
    self.perform = perform
  }

  /// Performs the transfer and returns its value. The progress is not reported.
  public func value() async throws(NetworkError) -> Value {
    try await perform(ProgressBroadcaster())
  }

  /// Performs the transfer and returns its value: `try await download()`.
  public func callAsFunction() async throws(NetworkError) -> Value { try await value() }

  /// Starts the transfer. It continues until it ends or is cancelled, even if the run is released.
  public func start() -> TransferRun<Value> { TransferRun(head, perform) }
}

extension Transfer: Redacted {
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}

/// A transfer that has been started.
public struct TransferRun<Value: Sendable>: Sendable {
  private let head: HTTPRequest
  private let broadcaster: ProgressBroadcaster
  private let task: Task<Result<Value, NetworkError>, Never>

  init(_ head: HTTPRequest, _ perform: @escaping Transfer<Value>.Perform) {
    let broadcaster = ProgressBroadcaster()
    (self.head, self.broadcaster) = (head, broadcaster)
    task = Task {
      defer { broadcaster.finish() }
      do throws(NetworkError) { return .success(try await perform(broadcaster)) } catch {
        return .failure(error)
      }
    }
  }

  /// The progress: the current value, followed by updates. The sequence ends with the transfer.
  /// Each sequence is intended for one reader; a slow reader receives only the newest value.
  public var progress: AsyncStream<TransferProgress> { broadcaster.values }

  /// Waits for the end of the transfer and returns its value. Cancelling the waiting task cancels
  /// the transfer.
  public func value() async throws(NetworkError) -> Value {
    let task = task
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// Cancels the transfer, so ``value()`` throws `cancelled` unless the transfer has already ended.
  public func cancel() { task.cancel() }
}

extension TransferRun: Redacted {
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}

extension HTTPClient {
  /// Creates a transfer that reports the progress of sending a request's body, which may be bytes,
  /// a file, a form or a stream.
  ///
  ///     client.upload(.put("film.mp4").file(path: path).empty)
  ///
  /// The request is sent like any other. A body that can be read only once cannot be sent by a
  /// second run. The total is known unless the body is a stream without a length.
  public func upload<Value>(_ request: Request<Value>) -> Transfer<Value> {
    Transfer(request.builder.request) { broadcaster async throws(NetworkError) in
      var builder = request.builder
      builder.options.observe(broadcaster)
      return try await send(Request(builder, decoder: request.decoder))
    }
  }
}
