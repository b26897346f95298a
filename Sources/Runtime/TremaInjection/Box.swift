/// An instance without its static type. All code that circumvents the type system is in this file.
class Box: @unchecked Sendable {
  /// Only the subclass creates boxes.
  fileprivate init() {}

  /// Returns a box that contains a value.
  static func of<Value>(_ value: sending Value) -> Box { TypedBox(value) }

  /// Returns a box that contains a value confined to the main actor. `make` is called on the main
  /// actor.
  static func confinedToMainActor<Value>(by make: () throws -> Value) rethrows -> Box {
    TypedBox(try make())
  }

  /// Returns the value with its stored type.
  ///
  /// The downcast is safe: a box comes from the slot or the factory of one key; a `Key<Value>` is
  /// identified by the object that its initializer created together with the factory, a type by its
  /// metatype, and `register` and overrides accept only factories of the key's own `Value`.
  /// `sending` is safe for the reasons given in the documentation of the type.
  func unbox<Value>(as type: Value.Type) -> sending Value {
    assert(self is TypedBox<Value>)
    nonisolated(unsafe) let value = unsafeDowncast(self, to: TypedBox<Value>.self).value
    return value
  }

  /// Returns the function that releases a boxed value, or `nil` if there is no body.
  static func release<Value>(by body: (@Sendable (Value) async -> Void)?) -> ReleaseHandler? {
    guard let body else { return nil }
    return { await body($0.unbox(as: Value.self)) }
  }

  /// The value if its dynamic type is a class, otherwise `nil`.
  var object: AnyObject? { nil }
  /// A function that returns an object in a box of the same type, or `nil` if the object has a
  /// different type.
  var reboxing: @Sendable (AnyObject) -> Box? { { _ in nil } }
}

/// A box of a known type.
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
