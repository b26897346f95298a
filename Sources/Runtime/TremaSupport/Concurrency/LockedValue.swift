/// A value that is only ever seen under its lock.
///
/// What takes the lock can be inlined: other modules then know the type of the value, and copy and
/// change it without asking for it at run time. The lock has excluded all others, so checks of exclusive
/// access would say nothing.
///
/// `@unchecked Sendable` holds because every access to `stored` is in this file and under the lock;
/// `Value` is Sendable, so that what leaves can be used anywhere.
@usableFromInline package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var stored: Value

  @inlinable package init(_ value: Value) { stored = value }

  /// Reads and changes the value in one step. `body` must not come back to this value: that traps.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&stored)
  }

  /// The value now; it may be another one as soon as this returns.
  @inlinable package var value: Value {
    get { withLock { $0 } }
    // Replacing releases the old value, which may run anybody's `deinit`: not under the lock.
    set { _ = exchange(newValue) }
  }

  /// Orders two threads: to be called by a task that was resumed, and before, unless it had the lock
  /// anyway, by who made what the task was resumed with.
  ///
  /// The runtime orders them too. But the Thread Sanitizer does not see that where a continuation is
  /// resumed before it is awaited; a lock it sees. Of a value without a size, such as `()`, it would take
  /// the access for one to the object itself.
  package func handOver() { withLock { _ in } }

  /// Puts `new` in place and gives back what was there.
  @inlinable package func exchange(_ new: Value) -> Value {
    withLock { stored in
      let old = stored
      stored = new
      return old
    }
  }
}

extension LockedValue where Value: FixedWidthInteger {
  /// Adds to the number, wrapping around at its ends, and returns what it was before.
  @discardableResult
  @inlinable package func add(_ difference: Value) -> Value {
    withLock { number in
      defer { number &+= difference }
      return number
    }
  }
}

extension LockedValue where Value == Bool {
  /// True for the first caller alone: what must happen once.
  @inlinable package func takeFirst() -> Bool { !exchange(true) }
}
