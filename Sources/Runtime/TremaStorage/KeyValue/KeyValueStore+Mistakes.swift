// Messages for mistakes that the compiler could not explain otherwise. No call of these functions
// compiles, so their preconditions cannot fail.

extension KeyValueStore {
  /// Unavailable: explains that a value is stored in a namespace.
  @available(
    *, unavailable, message: "use a namespace: store[\"settings\"].set(\"theme\", theme)"
  )
  public func set<Value: Encodable>(_ key: String, _ value: Value) throws(StoreError) {
    preconditionFailure("unavailable")
  }

  /// Unavailable: explains that a value is read from a namespace.
  @available(
    *, unavailable,
    message: "use a namespace: store[\"settings\"].get(\"theme\", as: Theme.self)"
  )
  public func get<Value: Decodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(StoreError) -> Value? { preconditionFailure("unavailable") }
}

extension KeyValueStore.Namespace {
  /// Unavailable: explains that the type of the value is unknown.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type of the value: get(\"theme\", as: Theme.self)"
  )
  public func get(_ key: String) throws(StoreError) -> Never {
    preconditionFailure("unavailable")
  }
}
