import Dispatch
import TremaSupport

/// A pool of threads for blocking calls.
///
/// Swift's tasks share as many threads as there are processors, so a thread that waits for a file
/// or the user would be unavailable to all tasks. The pool has at most eight threads; further calls
/// wait in order. A call that has begun runs to its end even if its task is cancelled, because a
/// partial write is worse than an unused result.
enum BlockingPool {
  /// The maximum number of threads.
  static let limit = 8

  /// One serial queue per thread, because libdispatch creates a thread for each serial queue that
  /// has work. A concurrent queue shares a few threads with the whole process, and may add hundreds
  /// of threads if they block.
  private static let queues = (0..<limit).map { DispatchQueue(label: "trema.storage.\($0)") }

  /// The state of the pool: idle threads and waiting operations.
  private struct State {
    /// The indices of the idle queues.
    var idle = Array(0..<limit)
    /// The waiting operations in order, after `takenCount` finished ones.
    var operations: [@Sendable () -> Void] = []
    /// The number of operations already taken from the front of `operations`. They are removed from
    /// time to time.
    var takenCount = 0

    /// Removes and returns the next operation, or `nil` if there is none. Takes constant time on
    /// average.
    mutating func next() -> (@Sendable () -> Void)? {
      guard takenCount < operations.count else {
        operations.removeAll()
        takenCount = 0
        return nil
      }
      let operation = operations[takenCount]
      // This releases the closure immediately, together with the values that it captures.
      operations[takenCount] = {}
      takenCount += 1
      if takenCount > 64, takenCount * 2 > operations.count {
        operations.removeFirst(takenCount)
        takenCount = 0
      }
      return operation
    }
  }

  /// The state, protected by the lock.
  private static let state = LockedValue(State())

  /// Runs `body` on a thread of the pool and returns its result.
  ///
  /// - Throws: The error of `body`.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    // The value orders the memory accesses of the two threads for the Thread Sanitizer.
    let order = LockedValue(false)
    let result = await withCheckedContinuation { continuation in
      start {
        let result = Result { () throws(Failure) in try body() }
        order.synchronizeMemory()
        continuation.resume(returning: result)
      }
    }
    order.synchronizeMemory()
    return try result.get()
  }

  /// Appends an operation and wakes an idle thread, if there is one.
  private static func start(_ operation: @escaping @Sendable () -> Void) {
    let thread = state.withLock { pool in
      pool.operations.append(operation)
      return pool.idle.popLast()
    }
    guard let thread else { return }
    queues[thread].async {
      while let operation = nextOperation(of: thread) { operation() }
    }
  }

  /// Returns the next operation, or `nil` if there is none. If there is none, the thread becomes
  /// idle in the same step so that no operation is missed.
  private static func nextOperation(of thread: Int) -> (@Sendable () -> Void)? {
    state.withLock { pool in
      let operation = pool.next()
      if operation == nil { pool.idle.append(thread) }
      return operation
    }
  }
}
