import TremaSupport

extension Threads {
  /// The maximum number of threads, which bounds the number of files that are open at once.
  private static let maxCount = 64

  /// Performs independent operations on multiple threads, and passes on their results in order.
  ///
  /// A result is passed on as soon as all earlier ones have been. Results are passed on one at a
  /// time, on any of the threads. When a termination signal arrives, no further operation is
  /// started, and no further result is passed on; see ``SharedSignals``.
  ///
  /// - Parameters:
  ///   - count: The number of operations.
  ///   - threads: The maximum number of threads. With one, all operations run on the current
  ///     thread, one after the other.
  ///   - work: Performs the operation with an index.
  ///   - deliver: Receives the index and the result of an operation.
  package static func inOrder<Result: Sendable>(
    _ count: Int, threads: Int, _ work: @escaping @Sendable (Int) -> Result,
    deliver: @escaping @Sendable (Int, Result) -> Void
  ) {
    let threads = min(threads, count, maxCount)
    guard threads > 1 else {
      for index in 0..<count { deliver(index, work(index)) }
      return
    }
    SharedSignals.receive()
    let next = LockedValue(0)
    let results = LockedValue(OrderedResults<Result>())
    run(threads) {
      while !SharedSignals.haveArrived {
        let index = next.add(1)
        guard index < count else { return }
        let result = work(index)
        results.withLock { $0.insert(result, at: index, deliver) }
      }
    }
  }
}

/// Results that arrive in any order and are passed on in the order of their indices.
private struct OrderedResults<Result: Sendable>: Sendable {
  /// The number of results that were passed on.
  private var deliveredCount = 0
  /// The results that must wait for an earlier one, by index.
  private var waiting: [Int: Result] = [:]

  /// Adds a result, and passes on all results that need not wait any more.
  mutating func insert(_ result: Result, at index: Int, _ deliver: (Int, Result) -> Void) {
    waiting[index] = result
    while let result = waiting[deliveredCount], !SharedSignals.haveArrived {
      waiting[deliveredCount] = nil
      deliver(deliveredCount, result)
      deliveredCount += 1
    }
  }
}
