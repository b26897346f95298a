/// A value that is accessed only under its lock.
///
/// The functions that acquire the lock can be inlined, so other modules know the type of the value,
/// and copy and change it without type metadata. The lock already excludes other threads, so checks
/// of exclusive access are omitted.
///
/// `@unchecked Sendable` holds because every access to `stored` is in this file and under the lock;
/// `Value` is `Sendable`, so returned values can be used anywhere.
@usableFromInline package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  /// The value's lock.
  @usableFromInline let lock = Lock()
  /// The value.
  @usableFromInline @exclusivity(unchecked) var stored: Value

  /// Creates a locked value.
  @inlinable package init(_ value: Value) { stored = value }

  /// Reads and changes the value atomically. `body` must not access this value again, which would
  /// trap.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&stored)
  }

  /// A copy of the value. Another thread may change the value as soon as this returns.
  @inlinable package var value: Value {
    get { withLock { $0 } }
    // Replacing the value may run a `deinit`, which must not happen under the lock.
    set { _ = exchange(newValue) }
  }

  /// Orders the memory accesses of two threads. It is called first by the thread that resumes a
  /// task, unless that thread acquires the lock anyway, and then by the resumed task.
  ///
  /// The runtime orders them as well, but the Thread Sanitizer does not recognize this if a
  /// continuation is resumed before it is awaited, whereas it recognizes a lock. The value must
  /// have a nonzero size: an access to a value such as `()` would be mistaken for an access to the
  /// object itself.
  package func synchronizeMemory() { withLock { _ in } }

  /// Replaces the value and returns the previous one.
  @inlinable package func exchange(_ new: Value) -> Value {
    withLock { stored in
      let old = stored
      stored = new
      return old
    }
  }
}

extension LockedValue where Value: FixedWidthInteger {
  /// Adds to the number with wraparound and returns the previous value.
  @discardableResult
  @inlinable package func add(_ difference: Value) -> Value {
    withLock { number in
      defer { number &+= difference }
      return number
    }
  }
}

extension LockedValue where Value == Bool {
  /// Sets the value and returns whether it was `false`, which is the case only for the first
  /// caller.
  @inlinable package func trySet() -> Bool { !exchange(true) }
}
