extension KeyValueStore {
  /// An indexed property of a record, used to find and sort records.
  ///
  ///     extension Person {
  ///       static let age = KeyValueStore.Field<Person, Int>("age", \.age)
  ///     }
  ///
  /// The value is stored as JSON and compared by SQLite: numbers by value, strings byte by byte.
  /// Null is equal only to null.
  public struct Field<Root, Value: Encodable & Sendable>: Sendable {
    /// The property's path in a record's JSON, with dots between nested properties: `address.city`.
    public let name: String
    /// The key path that conditions use to refer to the field.
    let path: KeyPath<Root, Value> & Sendable

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The property's path in a record's JSON: ASCII letters, digits and `_`, starting
    ///     with a letter, with dots between nested properties.
    public init(_ name: String, _ path: KeyPath<Root, Value> & Sendable) {
      self.name = name
      self.path = path
    }
  }
}

/// A field without its value type, which corresponds to one table column.
struct RecordColumn<Root>: Sendable {
  /// The field's name.
  let name: String
  /// The key path that conditions use to refer to the field.
  let path: PartialKeyPath<Root> & Sendable
  /// Reads the value of the field from a record.
  let value: @Sendable (Root) -> any Encodable

  init<Value>(_ field: KeyValueStore.Field<Root, Value>) {
    name = field.name
    path = field.path
    value = { [path = field.path] in $0[keyPath: path] }
  }

  /// The name as a quoted SQL identifier.
  var quoted: String { "\"\(name)\"" }

  /// The name as a path for SQLite's JSON functions.
  var jsonPath: String {
    "$" + name.split(separator: ".").map { ".\"\($0)\"" }.joined()
  }
}

/// The rules for record and field names.
enum RecordName {
  /// Verifies a name, which must consist of ASCII letters, digits and `_`, and start with a letter.
  ///
  /// - Parameter allowsDots: Whether the name may have multiple such parts, separated by dots.
  /// - Throws: `invalidName`.
  static func check(_ name: String, allowsDots: Bool = false) throws(StoreError) {
    let parts = name.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isValid = parts.allSatisfy { part in
      part.first.map(isLetter) == true
        && part.allSatisfy { isLetter($0) || $0 == 0x5F || (0x30...0x39).contains($0) }
    }
    if !isValid || parts.count > 1 && !allowsDots { throw .invalidName(name) }
  }

  /// Returns whether a byte is an ASCII letter.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
