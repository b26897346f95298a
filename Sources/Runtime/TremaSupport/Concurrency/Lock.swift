/// A non-recursive lock. Locking it twice on one thread traps instead of deadlocking.
///
/// `Synchronization.Mutex` is not used because it requires iOS 18, and the Thread Sanitizer does
/// not recognize it.
///
/// `@unchecked Sendable` holds because `raw` is assigned once, points to memory that only `deinit`
/// releases, and the lock in it may be used from any thread.
@usableFromInline package final class Lock: @unchecked Sendable {
  #if canImport(Darwin)
    /// The platform's lock type.
    private typealias Raw = os_unfair_lock
  #else
    private typealias Raw = pthread_mutex_t
  #endif

  // Allocated separately: a lock must not move, and Swift may copy a stored property to pass it
  // inout.
  private let raw: UnsafeMutablePointer<Raw>

  /// Creates an unlocked lock.
  @usableFromInline package init() {
    raw = .allocate(capacity: 1)
    raw.initialize(to: Raw())
    #if !canImport(Darwin)
      var attributes = pthread_mutexattr_t()
      Self.require(pthread_mutexattr_init(&attributes), "create a lock")
      // The constant is an `Int` in some C libraries and an `Int32` in others.
      let kind = Int32(PTHREAD_MUTEX_ERRORCHECK)
      Self.require(pthread_mutexattr_settype(&attributes, kind), "create an error-checking lock")
      Self.require(pthread_mutex_init(raw, &attributes), "create a lock")
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

  /// Runs `body` while no other thread holds this lock.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Acquires the lock, waiting if necessary.
  @usableFromInline package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(raw)
    #else
      Self.require(pthread_mutex_lock(raw), "acquire a lock; does this thread already hold it?")
    #endif
  }

  /// Releases the lock, which this thread must hold.
  @usableFromInline package func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(raw)
    #else
      Self.require(pthread_mutex_unlock(raw), "release a lock; does this thread hold it?")
    #endif
  }

  #if !canImport(Darwin)
    /// Traps if a function of the lock failed. This happens only on misuse or when memory is
    /// exhausted.
    private static func require(_ status: Int32, _ action: String) {
      precondition(status == 0, "cannot \(action) (error \(status))")
    }
  #endif
}
