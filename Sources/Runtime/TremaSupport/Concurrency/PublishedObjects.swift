internal import CTremaSupport

/// A fixed number of slots for objects that are created on demand. Each slot is filled once, by
/// the first thread, and read without a lock. The objects live as long as the collection.
///
/// The functions that read can be inlined, so other modules know the type of the objects if the
/// type itself is usable from inlined code.
///
/// `@unchecked Sendable` holds because `addresses` returns only what `publish(_:at:)` stored: the
/// address of a `Sendable` object that has already been retained and is released only in `deinit`.
@usableFromInline
package final class PublishedObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
  /// The addresses of the objects.
  @usableFromInline let addresses: PublishedAddresses

  /// Creates empty slots.
  @inlinable package init(count: Int) { addresses = PublishedAddresses(count: count) }

  @inlinable deinit {
    // The collection is no longer shared, so every stored object can be released.
    addresses.forEach { Unmanaged<Object>.fromOpaque($0).release() }
  }

  /// The number of slots.
  @inlinable package var count: Int { addresses.count }

  /// A slot's object, or `nil` if it is empty.
  @inlinable package subscript(index: Int) -> Object? {
    reference(at: index)?.takeUnretainedValue()
  }

  /// Calls `body` with the object of a slot without retaining it, so threads that read the same
  /// object don't contend for its reference count.
  ///
  /// - Returns: `nil` if the slot is empty.
  @inlinable @inline(__always) package func withObject<Result>(
    at index: Int, _ body: (Object) -> Result
  ) -> Result? {
    // The collection retains the object, and this call retains the collection.
    reference(at: index)?._withUnsafeGuaranteedRef(body)
  }

  /// Stores an object in a slot if it is empty.
  ///
  /// - Returns: The object that is in the slot afterwards, which is a different object if another
  ///   thread was faster.
  @inlinable package func publish(_ object: Object, at index: Int) -> Object {
    let new = Unmanaged.passRetained(object)
    if addresses.publish(new.toOpaque(), at: index) { return object }
    new.release()
    return self[index] ?? object
  }

  /// Returns a slot's unretained reference.
  @inlinable func reference(at index: Int) -> Unmanaged<Object>? {
    guard let address = addresses[index] else { return nil }
    return Unmanaged.fromOpaque(address)
  }
}

/// A fixed number of addresses. Each one is written once.
///
/// `@unchecked Sendable` holds because `words` is assigned once, points to `count` words that only
/// `deinit` releases, and is accessed only by atomic operations, each at an index that was checked.
@usableFromInline final class PublishedAddresses: @unchecked Sendable {
  // Allocated separately: an atomic word must not move.
  private let words: UnsafeMutablePointer<CTremaAtomicWord>
  /// The number of addresses.
  @usableFromInline let count: Int
  /// The number of addresses per flag. A flag, stored after the addresses, is set when one of its
  /// addresses is written. It lets enumeration skip the empty parts of a sparsely used collection.
  private static let blockLength = 512

  @usableFromInline init(count: Int) {
    self.count = count
    let length = Self.length(count)
    // In C, zeroed memory is an array of atomic words that are 0.
    guard let memory = ZeroedMemory.allocate(Self.size(length)) else {
      preconditionFailure("out of memory: \(count) slots cannot be allocated")
    }
    words = memory.bindMemory(to: CTremaAtomicWord.self, capacity: length)
  }

  deinit { ZeroedMemory.deallocate(words, Self.size(Self.length(count))) }

  /// Returns the number of words: the addresses and the flags after them.
  private static func length(_ count: Int) -> Int {
    count + (count + blockLength - 1) / blockLength
  }

  /// Returns the size of words in bytes.
  private static func size(_ length: Int) -> Int {
    max(length, 1) * MemoryLayout<CTremaAtomicWord>.stride
  }

  /// The address at an index, or `nil` if none has been published. All memory accesses before its
  /// publication are visible.
  @usableFromInline subscript(index: Int) -> UnsafeRawPointer? {
    precondition(
      (0..<count).contains(index), "index \(index) is out of range: there are \(count) slots")
    return UnsafeRawPointer(bitPattern: ctrema_atomic_load(words + index))
  }

  /// Stores an address, or returns `false` if there already was one.
  @usableFromInline func publish(_ address: UnsafeRawPointer, at index: Int) -> Bool {
    precondition(
      (0..<count).contains(index), "index \(index) is out of range: there are \(count) slots")
    guard ctrema_atomic_replace(words + index, 0, UInt(bitPattern: address)) else { return false }
    ctrema_atomic_store(words + count + index / Self.blockLength, 1)
    return true
  }

  /// Calls `body` with each address. No thread may publish at the same time.
  @usableFromInline func forEach(_ body: (UnsafeRawPointer) -> Void) {
    for start in stride(from: 0, to: count, by: Self.blockLength)
    where ctrema_atomic_load(words + count + start / Self.blockLength) != 0 {
      for index in start..<min(start + Self.blockLength, count) {
        if let address = self[index] { body(address) }
      }
    }
  }
}
