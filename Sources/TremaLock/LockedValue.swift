/// A value that is only ever seen under its lock.
///
/// `@unchecked Sendable` holds because `stored` is private and every access to it in this file is
/// inside `lock.withLock`; `Value` is Sendable, so that what leaves can be used anywhere.
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var stored: Value

  package init(_ value: Value) { stored = value }

  /// Reads and changes the value in one step. `body` must not come back to this value: that traps.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&stored) }
  }

  /// The value now; it may be another one as soon as this returns.
  package var value: Value {
    get { lock.withLock { stored } }
    // Replacing releases the old value, which may run anybody's `deinit`: not under the lock.
    set { _ = exchange(newValue) }
  }

  /// Puts `new` in place and gives back what was there.
  package func exchange(_ new: Value) -> Value {
    lock.withLock {
      let old = stored
      stored = new
      return old
    }
  }
}

extension LockedValue where Value: FixedWidthInteger {
  /// Adds to the number, wrapping around at its ends, and returns what it was before.
  @discardableResult
  package func add(_ difference: Value) -> Value {
    withLock { number in
      defer { number &+= difference }
      return number
    }
  }
}

extension LockedValue where Value == Bool {
  /// True for the first caller alone: what must happen once.
  package func takeFirst() -> Bool { !exchange(true) }
}
