#if canImport(Dispatch)
  import Dispatch
  import TremaLock

  extension HTTPClient {
    /// Sends a request, and holds the thread that it is called on until its value is there. For
    /// command-line programs and threads of one's own.
    ///
    /// - Throws: `unsupported` where a task runs: holding its thread could hold up all others for
    ///   ever. There it is `try await send(request)`.
    public func sendBlocking<Value>(_ request: Request<Value>) throws(NetworkError) -> Value {
      if withUnsafeCurrentTask(body: { $0 != nil }) {
        throw NetworkError(
          .unsupported("a task must not block its thread: use 'await send' instead"),
          request: request.draft.request)
      }
      let call = call(request)
      let outcome = LockedValue<Result<Value, NetworkError>?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      Task(priority: call.priority) {
        outcome.value = await call.result
        isOver.signal()
      }
      isOver.wait()
      guard let result = outcome.value else {
        throw call.cancelled(.failure(NetworkError(.cancelled)))
      }
      return try result.get()
    }
  }
#endif
