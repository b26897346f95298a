/// The one lock of the run time. It is not recursive: locking it twice on one thread traps instead
/// of waiting for ever.
///
/// `Synchronization.Mutex` would do, but it asks for iOS 18, and the Thread Sanitizer does not see
/// that it locks.
///
/// `@unchecked Sendable` holds because `raw` is assigned once, points to memory that only `deinit`
/// gives back, and what it points to is made to be called from any thread.
@usableFromInline package final class Lock: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Raw = os_unfair_lock
  #else
    private typealias Raw = pthread_mutex_t
  #endif

  // In its own memory: a lock must not move, and Swift may copy a stored property to pass it inout.
  private let raw: UnsafeMutablePointer<Raw>

  @usableFromInline package init() {
    raw = .allocate(capacity: 1)
    raw.initialize(to: Raw())
    #if !canImport(Darwin)
      var attributes = pthread_mutexattr_t()
      Self.require(pthread_mutexattr_init(&attributes), "make a lock")
      // The constant is an `Int` in one C library and an `Int32` in the others.
      let kind = Int32(PTHREAD_MUTEX_ERRORCHECK)
      Self.require(pthread_mutexattr_settype(&attributes, kind), "make a lock that checks")
      Self.require(pthread_mutex_init(raw, &attributes), "make a lock")
      pthread_mutexattr_destroy(&attributes)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(raw)
    #endif
    raw.deinitialize(count: 1)
    raw.deallocate()
  }

  /// Runs `body` while no other thread runs one under this lock.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  @usableFromInline package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(raw)
    #else
      Self.require(pthread_mutex_lock(raw), "lock; is it held by this thread already?")
    #endif
  }

  @usableFromInline package func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(raw)
    #else
      Self.require(pthread_mutex_unlock(raw), "unlock")
    #endif
  }

  #if !canImport(Darwin)
    /// A lock fails only when it is misused or memory has run out, and nothing can go on then.
    private static func require(_ status: Int32, _ action: String) {
      precondition(status == 0, "cannot \(action) (error \(status))")
    }
  #endif
}
