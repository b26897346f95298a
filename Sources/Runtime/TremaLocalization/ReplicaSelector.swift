internal import TremaSupport

/// Selects which replica of a text a thread receives.
///
/// Returning a text increments its reference count, which is stored in the text itself. If multiple
/// threads use the same text at once, their processors bounce its cache line back and forth, which
/// takes several times as long as finding the text. The first thread that looks up texts therefore
/// receives the original texts. Every other thread receives the replicas for the processor that it
/// runs on, which are created on first use. An app with one thread has no replicas. One replica per
/// thread would exceed the cache of a processor.
struct ReplicaSelector {
  /// The number of replicas in addition to the original texts. If there are more processors, some
  /// of them share a replica.
  static let replicaCount = 8

  /// The number of calls after which the current processor is determined again.
  private static let callsBetweenChecks = 64

  /// The thread's index, in the order that threads first looked up texts.
  private let thread: Int
  /// The current processor's replica.
  private var number = 0
  /// The number of calls until the processor is determined again.
  private var remainingCalls: Int

  /// Creates a selector for a thread.
  ///
  /// - Parameter thread: The thread's index, in the order that threads first looked up texts.
  init(thread: Int) {
    self.thread = thread
    // The first thread always uses the original texts, so its processor is irrelevant.
    remainingCalls = thread == 0 ? .max : 0
  }

  /// Returns the replica for the thread's next call: 0 for the original texts, or a replica's
  /// number from 1.
  mutating func next() -> Int {
    // A thread usually stays on its processor for many calls. A wrong replica costs only time.
    if remainingCalls == 0 {
      remainingCalls = Self.callsBetweenChecks
      number = 1 + (Processor.current ?? thread) % Self.replicaCount
    }
    remainingCalls &-= 1
    return number
  }
}
