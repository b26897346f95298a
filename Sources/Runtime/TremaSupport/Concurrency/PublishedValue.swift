internal import CTremaSupport

/// A value that many threads read and few replace: reading takes no lock and never waits.
///
/// What was published is never freed, because a reader may have its address still: a value that is
/// replaced often does not belong here.
///
/// `@unchecked Sendable` holds because `word` is assigned once, points to memory that lives as long
/// as this object, and is touched by atomic operations alone; what its bits point to is immutable,
/// Sendable, and retained for ever before the address is stored with release order.
package final class PublishedValue<Value: Sendable>: @unchecked Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  // In its own memory: an atomic word must not move.
  private let word: UnsafeMutablePointer<CTremaAtomicWord>

  package init() {
    word = .allocate(capacity: 1)
    ctrema_atomic_initialize(word, 0)
  }

  deinit { word.deallocate() }

  /// The last published value; `nil` before the first.
  package var value: Value? {
    get { Self.value(at: ctrema_atomic_load(word)) }
    set {
      guard let newValue else { return }
      ctrema_atomic_store(word, Self.address(of: newValue))
    }
  }

  /// Returns the published value; when there is none, `make` is called and its result published, unless
  /// another thread was faster.
  package func value(orPublish make: () -> Value) -> Value {
    if let value { return value }
    let made = make()
    if ctrema_atomic_replace(word, 0, Self.address(of: made)) { return made }
    return value ?? made
  }

  private static func address(of value: Value) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(Box(value)).toOpaque())
  }

  private static func value(at address: UInt) -> Value? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().value
  }
}
