internal import CTremaSupport

/// A value that is read by many threads and rarely replaced. Reading acquires no lock and never
/// waits.
///
/// Published values are never freed, because a reader may still have their address. The class is
/// therefore not suitable for values that are replaced often.
///
/// `@unchecked Sendable` holds because `word` is assigned once, points to memory that lives as long
/// as this object, and is accessed only by atomic operations; its bits point to an immutable,
/// `Sendable` object that is retained forever before the address is stored with release order.
package final class PublishedValue<Value: Sendable>: @unchecked Sendable {
  /// An object with a value.
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  // Allocated separately: an atomic word must not move.
  private let word: UnsafeMutablePointer<CTremaAtomicWord>

  /// Creates an object without a value.
  package init() {
    word = .allocate(capacity: 1)
    ctrema_atomic_initialize(word, 0)
  }

  deinit { word.deallocate() }

  /// The last published value, or `nil` before the first one. Setting `nil` has no effect.
  package var value: Value? {
    get { Self.value(at: ctrema_atomic_load(word)) }
    set {
      guard let newValue else { return }
      ctrema_atomic_store(word, Self.address(of: newValue))
    }
  }

  /// Returns the published value. If there is none, calls `make` and publishes its result, unless
  /// another thread publishes first.
  package func value(orPublish make: () -> Value) -> Value {
    if let value { return value }
    let created = make()
    if ctrema_atomic_replace(word, 0, Self.address(of: created)) { return created }
    return value ?? created
  }

  /// Returns the address of a new, retained object with a value.
  private static func address(of value: Value) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(Box(value)).toOpaque())
  }

  /// Returns the value at an address, or `nil` for 0.
  private static func value(at address: UInt) -> Value? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().value
  }
}
