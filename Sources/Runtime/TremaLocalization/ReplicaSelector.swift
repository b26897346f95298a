internal import TremaSupport

/// Which of the copies of a text a thread is given.
///
/// Getting a text counts a reference, and the count is stored in the text itself: processors whose
/// threads count the same text at the same time bounce its cache line between them, which takes
/// several times as long as finding the text. So the first thread that looks up a text gets the
/// texts themselves, and each other one the copies of the processor that it runs on, which are made
/// when they are first needed. An app with one thread has no copies. Copies for each thread would
/// be more than the cache of a processor holds.
struct ReplicaSelector {
  /// The number of copies, beside the texts themselves. Where there are more processors, some share one.
  static let most = 8

  private static let callsBetweenLooks = 64

  private let thread: Int
  private var number = 0
  private var callsLeft: Int

  /// - Parameter thread: how many threads asked before this one.
  init(thread: Int) {
    self.thread = thread
    // The first one need never look where it is.
    callsLeft = thread == 0 ? .max : 0
  }

  /// For the next call of the thread: 0 for the texts themselves, then the copies from 1.
  mutating func next() -> Int {
    // A thread stays on its processor for longer than a few calls take. Where it does not, nothing but time
    // is lost.
    if callsLeft == 0 {
      callsLeft = Self.callsBetweenLooks
      number = 1 + (Processor.current ?? thread) % Self.most
    }
    callsLeft &-= 1
    return number
  }
}
