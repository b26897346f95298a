// Unavailable functions that let the compiler explain common mistakes. No call to these functions
// compiles, so their preconditions can't fail.

extension KeyValueStore {
  /// Unavailable. Use a namespace: `store["settings"].set("theme", theme)`.
  @available(
    *, unavailable, message: "use a namespace: store[\"settings\"].set(\"theme\", theme)"
  )
  public func set<Value: Encodable>(_ key: String, _ value: Value) throws(StoreError) {
    preconditionFailure("unavailable")
  }

  /// Unavailable. Use a namespace: `store["settings"].get("theme", as: Theme.self)`.
  @available(
    *, unavailable,
    message: "use a namespace: store[\"settings\"].get(\"theme\", as: Theme.self)"
  )
  public func get<Value: Decodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(StoreError) -> Value? { preconditionFailure("unavailable") }
}

extension KeyValueStore.Namespace {
  /// Unavailable. Specify the type of the value: `get("theme", as: Theme.self)`.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type of the value: get(\"theme\", as: Theme.self)"
  )
  public func get(_ key: String) throws(StoreError) -> Never {
    preconditionFailure("unavailable")
  }
}
