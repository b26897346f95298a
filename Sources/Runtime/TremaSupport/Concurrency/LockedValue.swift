/// A value that is accessed only under its lock.
///
/// The functions that take the lock can be inlined: other modules then know the type of the value,
/// and copy and change it without type metadata. The lock excludes other threads already, so checks
/// of exclusive access are omitted.
///
/// `@unchecked Sendable` holds because every access to `stored` is in this file and under the lock;
/// `Value` is `Sendable`, so returned values can be used anywhere.
@usableFromInline package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  /// The lock of the value.
  @usableFromInline let lock = Lock()
  /// The value.
  @usableFromInline @exclusivity(unchecked) var stored: Value

  /// Creates a locked value.
  @inlinable package init(_ value: Value) { stored = value }

  /// Reads and changes the value in one step. `body` must not access this value again: that traps.
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

  /// Orders the memory accesses of two threads: first the thread that resumes a task calls it,
  /// unless it takes the lock anyway, and then the resumed task.
  ///
  /// The runtime orders them as well. But the Thread Sanitizer does not recognize that if a
  /// continuation is resumed before it is awaited, whereas it recognizes a lock. The value must
  /// have a size: the access to one without, such as `()`, would be taken for one to the object
  /// itself.
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
  /// Sets the value and returns whether it was `false`, which is the case for the first caller
  /// only.
  @inlinable package func trySet() -> Bool { !exchange(true) }
}
