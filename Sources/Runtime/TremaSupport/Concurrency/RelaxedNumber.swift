internal import CTremaSupport

/// A number that any thread reads and replaces for the price of a plain one. It is alone: reading
/// it says nothing about what else the thread that wrote it has done.
///
/// `@unchecked Sendable` holds because `word` is assigned once, points to memory that lives as long
/// as this object, and is touched by atomic operations alone.
package final class RelaxedNumber: @unchecked Sendable {
  // In its own memory: an atomic word must not move.
  private let word: UnsafeMutablePointer<CTremaAtomicWord>

  package init(_ number: Int = 0) {
    word = .allocate(capacity: 1)
    ctrema_atomic_initialize(word, UInt(bitPattern: number))
  }

  deinit { word.deallocate() }

  package var value: Int {
    get { Int(bitPattern: ctrema_atomic_load_relaxed(word)) }
    set { ctrema_atomic_store_relaxed(word, UInt(bitPattern: newValue)) }
  }

  /// Adds, wrapping around, and returns what it was before.
  @discardableResult
  package func add(_ difference: Int) -> Int {
    Int(bitPattern: ctrema_atomic_add_relaxed(word, UInt(bitPattern: difference)))
  }
}
