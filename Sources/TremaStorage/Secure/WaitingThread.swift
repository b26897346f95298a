import Dispatch

/// Where calls wait that tasks must not: the threads of Swift's tasks are as few as processors, and
/// one that waits for a file or a person is missing to all.
enum WaitingThread {
  private static let queue = DispatchQueue(label: "trema.storage", attributes: .concurrent)

  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result = Result { () throws(Failure) in try body() }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
