internal import CTremaSupport

/// A number that any thread can read and replace at the cost of a non-atomic access. The memory
/// order is relaxed: reading the number does not make other writes of the writing thread visible.
///
/// `@unchecked Sendable` holds because `word` is assigned once, points to memory that lives as long
/// as this object, and is accessed only by atomic operations.
package final class RelaxedNumber: @unchecked Sendable {
  // Allocated separately: an atomic word must not move.
  private let word: UnsafeMutablePointer<CTremaAtomicWord>

  /// Creates a number.
  package init(_ number: Int = 0) {
    word = .allocate(capacity: 1)
    ctrema_atomic_initialize(word, UInt(bitPattern: number))
  }

  deinit { word.deallocate() }

  /// The number.
  package var value: Int {
    get { Int(bitPattern: ctrema_atomic_load_relaxed(word)) }
    set { ctrema_atomic_store_relaxed(word, UInt(bitPattern: newValue)) }
  }

  /// Adds with wraparound and returns the previous number.
  @discardableResult
  package func add(_ difference: Int) -> Int {
    Int(bitPattern: ctrema_atomic_add_relaxed(word, UInt(bitPattern: difference)))
  }
}
