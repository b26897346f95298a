internal import CTremaSupport

/// A row of places for objects that are made when they are first needed: each place is filled once,
/// by the first thread, and read without a lock. They live as long as the row.
///
/// What reads can be inlined: other modules then know the type of the objects, where the type itself is
/// usable from inlined code.
///
/// `@unchecked Sendable` holds because ``addresses`` gives nothing out but what ``publish(_:at:)`` put
/// there: the address of a Sendable object that was retained before, and stays until `deinit`.
@usableFromInline
package final class PublishedObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
  @usableFromInline let addresses: PublishedAddresses

  @inlinable package init(count: Int) { addresses = PublishedAddresses(count: count) }

  @inlinable deinit {
    // The row is not shared any more, nor is an object that is not retained.
    addresses.forEach { Unmanaged<Object>.fromOpaque($0).release() }
  }

  @inlinable package var count: Int { addresses.count }

  /// The object of a place; `nil` when it is empty.
  @inlinable package subscript(index: Int) -> Object? {
    reference(at: index)?.takeUnretainedValue()
  }

  /// Runs `body` on what is in a place, without counting a reference: threads that read the same
  /// object do not wait for each other's counts.
  ///
  /// - Returns: nil when the place is empty.
  @inlinable @inline(__always) package func withObject<Result>(
    at index: Int, _ body: (Object) -> Result
  ) -> Result? {
    // The row keeps it, and this call keeps the row.
    reference(at: index)?._withUnsafeGuaranteedRef(body)
  }

  /// Fills a place, unless another thread was faster.
  ///
  /// - Returns: what is in the place now.
  @inlinable package func publish(_ object: Object, at index: Int) -> Object {
    let new = Unmanaged.passRetained(object)
    if addresses.publish(new.toOpaque(), at: index) { return object }
    new.release()
    return self[index] ?? object
  }

  @inlinable func reference(at index: Int) -> Unmanaged<Object>? {
    guard let address = addresses[index] else { return nil }
    return Unmanaged.fromOpaque(address)
  }
}

/// A row of addresses, each written once.
///
/// `@unchecked Sendable` holds because `words` is assigned once, points to `count` words that only
/// `deinit` gives back, and is touched by atomic operations alone, each at an index that was checked.
@usableFromInline final class PublishedAddresses: @unchecked Sendable {
  // In its own memory: an atomic word must not move.
  private let words: UnsafeMutablePointer<CTremaAtomicWord>
  @usableFromInline let count: Int
  /// A word for each so many places says whether one of them was ever written; those words are behind
  /// the places. Who looks for all addresses of a row that is hardly used need not look at every place.
  private static let blockLength = 512

  @usableFromInline init(count: Int) {
    self.count = count
    let length = Self.length(count)
    // C: memory of zeros is a row of atomic words that are 0.
    guard let memory = ZeroedMemory.allocate(Self.size(length)) else {
      preconditionFailure("no memory for \(count) places")
    }
    words = memory.bindMemory(to: CTremaAtomicWord.self, capacity: length)
  }

  deinit { ZeroedMemory.giveBack(words, Self.size(Self.length(count))) }

  /// Returns the length of the places and the words behind them.
  private static func length(_ count: Int) -> Int {
    count + (count + blockLength - 1) / blockLength
  }

  private static func size(_ length: Int) -> Int {
    max(length, 1) * MemoryLayout<CTremaAtomicWord>.stride
  }

  /// Nil before one is published, and all that happened before that is seen.
  @usableFromInline subscript(index: Int) -> UnsafeRawPointer? {
    precondition((0..<count).contains(index), "there are \(count) places, none is \(index)")
    return UnsafeRawPointer(bitPattern: ctrema_atomic_load(words + index))
  }

  /// - Returns: false when there was one already.
  @usableFromInline func publish(_ address: UnsafeRawPointer, at index: Int) -> Bool {
    precondition((0..<count).contains(index), "there are \(count) places, none is \(index)")
    guard ctrema_atomic_replace(words + index, 0, UInt(bitPattern: address)) else { return false }
    ctrema_atomic_store(words + count + index / Self.blockLength, 1)
    return true
  }

  /// Calls `body` for each object, once no thread publishes any more.
  @usableFromInline func forEach(_ body: (UnsafeRawPointer) -> Void) {
    for start in stride(from: 0, to: count, by: Self.blockLength)
    where ctrema_atomic_load(words + count + start / Self.blockLength) != 0 {
      for index in start..<min(start + Self.blockLength, count) {
        if let address = self[index] { body(address) }
      }
    }
  }
}
