internal import CTremaSupport

/// A fixed number of slots for values that are created on demand. Each slot is filled once, by
/// the first thread, and read without a lock. The values are stored in the collection itself, so
/// reading one accesses one location in memory, where `PublishedObjects` accesses two.
///
/// `@unchecked Sendable` holds because `memory` is assigned once and released only in `deinit`; a
/// value is written only by the thread that acquired its slot, before the slot is marked as filled;
/// it is read only after the mark has been observed, and does not change until `deinit`.
@usableFromInline
package final class PublishedValues<Value: Sendable>: @unchecked Sendable {
  /// The memory of all slots.
  @usableFromInline let memory: UnsafeMutableRawPointer
  /// The number of slots.
  @usableFromInline let count: Int

  /// The size of a slot in bytes: a mark, followed by the value.
  @inlinable static var stride: Int { (SlotMark.size + MemoryLayout<Value>.size + 7) & ~7 }

  /// Creates empty slots.
  @inlinable package init(count: Int) {
    precondition(
      MemoryLayout<Value>.alignment <= SlotMark.size,
      "the alignment of a value must not exceed 8 bytes")
    // In C, zeroed memory is an array of empty-slot marks.
    guard let memory = ZeroedMemory.allocate(max(count, 1) * Self.stride) else {
      preconditionFailure("out of memory: \(count) slots cannot be allocated")
    }
    self.memory = memory
    self.count = count
  }

  @inlinable deinit {
    // The collection is no longer shared.
    for index in 0..<count where SlotMark.isFilled(slotAddress(index)) {
      valueAddress(at: slotAddress(index)).deinitialize(count: 1)
    }
    ZeroedMemory.deallocate(memory, max(count, 1) * Self.stride)
  }

  /// Calls `body` with a pointer to the value of a slot. Parts that `body` does not read are not
  /// copied.
  ///
  /// - Returns: `nil` if the slot is empty or is being filled.
  @inlinable @inline(__always) package func withValue<Result>(
    at index: Int, _ body: (UnsafePointer<Value>) -> Result
  ) -> Result? {
    let slot = slotAddress(index)
    guard SlotMark.isFilled(slot) else { return nil }
    return body(UnsafePointer(valueAddress(at: slot)))
  }

  /// Stores a value in a slot, unless it is filled or another thread is filling it.
  @inlinable package func publish(_ value: Value, at index: Int) {
    let slot = slotAddress(index)
    guard SlotMark.tryAcquire(slot) else { return }
    (slot + SlotMark.size).initializeMemory(as: Value.self, to: value)
    SlotMark.fill(slot)
  }

  /// Returns a slot's address.
  @inlinable @inline(__always) func slotAddress(_ index: Int) -> UnsafeMutableRawPointer {
    precondition(
      index >= 0 && index < count, "index \(index) is out of range: there are \(count) slots")
    return memory + index &* Self.stride
  }

  /// Returns the address of a filled slot's value.
  @inlinable @inline(__always) func valueAddress(
    at slot: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Value> {
    (slot + SlotMark.size).assumingMemoryBound(to: Value.self)
  }
}

/// The word at the start of a slot, which indicates whether a value follows it. Initially 0.
///
/// The functions receive only slots of a collection, whose words are accessed only by these
/// functions.
@usableFromInline enum SlotMark {
  /// The state of a slot that a thread is filling.
  private static let filling: UInt = 1
  /// The state of a slot with a value.
  private static let filled: UInt = 2

  /// The size of a mark in bytes.
  @inlinable static var size: Int { 8 }

  /// Returns the mark of a slot as an atomic word.
  private static func word(
    _ slot: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<CTremaAtomicWord> {
    slot.assumingMemoryBound(to: CTremaAtomicWord.self)
  }

  /// Returns whether a slot has a value. If so, all memory accesses before it was filled are
  /// visible.
  @usableFromInline static func isFilled(_ slot: UnsafeMutableRawPointer) -> Bool {
    ctrema_atomic_load(word(slot)) == filled
  }

  /// Acquires an empty slot for this thread, or returns `false` if another thread has acquired it.
  @usableFromInline static func tryAcquire(_ slot: UnsafeMutableRawPointer) -> Bool {
    ctrema_atomic_replace(word(slot), 0, filling)
  }

  /// Marks a slot as filled. Must be called by the thread that acquired it.
  @usableFromInline static func fill(_ slot: UnsafeMutableRawPointer) {
    ctrema_atomic_store(word(slot), filled)
  }
}
