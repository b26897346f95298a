internal import CTremaSupport

/// A row of places for values that are made when they are first needed: each place is filled once,
/// by the first thread, and read without a lock. The values lie in the row itself, so that reading
/// one reads one place in memory, where ``PublishedObjects`` reads two.
///
/// `@unchecked Sendable` holds because `memory` is assigned once and given back in `deinit` alone; a value is
/// written by the one thread that took its place, before the place is marked as filled; it is read by
/// those alone who have seen that mark, and does not change until `deinit`.
@usableFromInline
package final class PublishedValues<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let count: Int

  /// The size of a place: a mark, and the value behind it.
  @inlinable static var stride: Int { (PlaceMark.size + MemoryLayout<Value>.size + 7) & ~7 }

  @inlinable package init(count: Int) {
    precondition(MemoryLayout<Value>.alignment <= PlaceMark.size, "a value is aligned to 8 bytes")
    // C: memory of zeros is a row of marks of empty places.
    guard let memory = ZeroedMemory.allocate(max(count, 1) * Self.stride) else {
      preconditionFailure("no memory for \(count) places")
    }
    self.memory = memory
    self.count = count
  }

  @inlinable deinit {
    // The row is not shared any more.
    for index in 0..<count where PlaceMark.isFilled(place(index)) {
      value(at: place(index)).deinitialize(count: 1)
    }
    ZeroedMemory.giveBack(memory, max(count, 1) * Self.stride)
  }

  /// Runs `body` on what is in a place, where it lies: what `body` does not look at is not copied.
  ///
  /// - Returns: nil when the place is empty, or about to be filled.
  @inlinable @inline(__always) package func withValue<Result>(
    at index: Int, _ body: (UnsafePointer<Value>) -> Result
  ) -> Result? {
    let place = place(index)
    guard PlaceMark.isFilled(place) else { return nil }
    return body(UnsafePointer(value(at: place)))
  }

  /// Fills a place, unless it is filled, or another thread is about to.
  @inlinable package func publish(_ value: Value, at index: Int) {
    let place = place(index)
    guard PlaceMark.take(place) else { return }
    (place + PlaceMark.size).initializeMemory(as: Value.self, to: value)
    PlaceMark.fill(place)
  }

  @inlinable @inline(__always) func place(_ index: Int) -> UnsafeMutableRawPointer {
    precondition(index >= 0 && index < count, "there are \(count) places, none is \(index)")
    return memory + index &* Self.stride
  }

  /// Bound: the place is filled.
  @inlinable @inline(__always) func value(
    at place: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Value> {
    (place + PlaceMark.size).assumingMemoryBound(to: Value.self)
  }
}

/// The word at the beginning of a place, which says whether there is a value behind it; zero before.
///
/// Only places of a row are handed over: such a word is touched by these functions alone.
@usableFromInline enum PlaceMark {
  private static let taken: UInt = 1
  private static let filled: UInt = 2

  @inlinable static var size: Int { 8 }

  private static func word(
    _ place: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<CTremaAtomicWord> {
    place.assumingMemoryBound(to: CTremaAtomicWord.self)
  }

  /// If so, all that happened before it was filled is seen.
  @usableFromInline static func isFilled(_ place: UnsafeMutableRawPointer) -> Bool {
    ctrema_atomic_load(word(place)) == filled
  }

  /// - Returns: false for a place that another thread has taken.
  @usableFromInline static func take(_ place: UnsafeMutableRawPointer) -> Bool {
    ctrema_atomic_replace(word(place), 0, taken)
  }

  /// Marks a place as filled, on the thread that took it.
  @usableFromInline static func fill(_ place: UnsafeMutableRawPointer) {
    ctrema_atomic_store(word(place), filled)
  }
}
