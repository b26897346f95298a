/// An instance, its type forgotten. All that leaves the type system is in this file.
class Box: @unchecked Sendable {
  // `@unchecked Sendable` holds: a box has one `let`, and what is in it either is of a Sendable type
  // (all keys but fresh ones ask for that), or was made for the one caller who takes it out
  // (`perRequest`), or is a singleton of the main actor, which is taken out there alone.
  fileprivate init() {}

  static func of<Value>(_ value: sending Value) -> Box { TypedBox(value) }

  /// A value that stays on the main actor, where `make` is called.
  static func confined<Value>(to make: () throws -> Value) rethrows -> Box { TypedBox(try make()) }

  /// The value, of the type it was put in as.
  ///
  /// The downcast holds: a box comes from the slot or the factory of one key; a `Key<Value>` is known
  /// by the object that its initialiser made together with the factory, a type by its metatype, and
  /// `register` and overrides take factories of the key's own `Value` alone.
  /// `sending` holds: see the type.
  func take<Value>(as type: Value.Type) -> sending Value {
    assert(self is TypedBox<Value>)
    nonisolated(unsafe) let value = unsafeDowncast(self, to: TypedBox<Value>.self).value
    return value
  }

  static func release<Value>(by body: (@Sendable (Value) async -> Void)?) -> Release? {
    guard let body else { return nil }
    return { await body($0.take(as: Value.self)) }
  }

  /// The object, where the value is one.
  var object: AnyObject? { nil }
  /// Makes a box of the same type round an object; nil when the object is of another type.
  var reboxing: @Sendable (AnyObject) -> Box? { { _ in nil } }
}

private final class TypedBox<Value>: Box, @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  override var object: AnyObject? {
    Swift.type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }

  override var reboxing: @Sendable (AnyObject) -> Box? {
    { ($0 as? Value).map { TypedBox($0) } }
  }
}
