import Dispatch
import TremaSupport

/// Threads for calls that block: the threads of Swift's tasks are as few as processors, and
/// one that waits for a file or a person is missing to all.
///
/// There are eight at most, however many calls there are; the others wait for their turn, in the
/// order they came. A call that has begun is ended, whether its task is cancelled or not: half of a
/// write is worse than one whose result is not used.
enum BlockingPool {
  static let limit = 8

  /// Serial queues, because libdispatch makes a thread for each that has something to do. A concurrent
  /// one shares few threads with everybody, and adds to them, up to hundreds, when they wait.
  private static let queues = (0..<limit).map { DispatchQueue(label: "trema.storage.\($0)") }

  private struct Line {
    var idle = Array(0..<limit)
    var jobs: [@Sendable () -> Void] = []
    /// The number of finished ``jobs``, which are dropped now and then.
    var taken = 0

    mutating func next() -> (@Sendable () -> Void)? {
      guard taken < jobs.count else {
        jobs.removeAll()
        taken = 0
        return nil
      }
      let job = jobs[taken]
      jobs[taken] = {}
      taken += 1
      if taken > 64, taken * 2 > jobs.count {
        jobs.removeFirst(taken)
        taken = 0
      }
      return job
    }
  }

  private static let line = LockedValue(Line())

  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let order = LockedValue(false)
    let result = await withCheckedContinuation { continuation in
      start {
        let result = Result { () throws(Failure) in try body() }
        order.handOver()
        continuation.resume(returning: result)
      }
    }
    order.handOver()
    return try result.get()
  }

  private static func start(_ job: @escaping @Sendable () -> Void) {
    let thread = line.withLock { line in
      line.jobs.append(job)
      return line.idle.popLast()
    }
    guard let thread else { return }
    queues[thread].async {
      while let job = nextJob(of: thread) { job() }
    }
  }

  /// Nil when there is none; then the thread is idle, in the same step.
  private static func nextJob(of thread: Int) -> (@Sendable () -> Void)? {
    line.withLock { line in
      let job = line.next()
      if job == nil { line.idle.append(thread) }
      return job
    }
  }
}
