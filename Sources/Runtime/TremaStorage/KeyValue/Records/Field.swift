/// A part of a record that is indexed: what records are found and sorted by.
///
///     extension Person {
///       static let age = Field<Person, Int>("age", \.age)
///     }
///
/// The value is kept as JSON and compared as SQLite compares what JSON holds: numbers by size, texts
/// byte by byte, null as nothing else.
public struct Field<Root, Value: Encodable & Sendable>: Sendable {
  /// The path in the JSON of a record; in an object of it after a point: `address.city`.
  public let name: String
  let path: KeyPath<Root, Value> & Sendable

  /// Creates a field.
  ///
  /// - Parameter name: the name of the property in encoded records.
  public init(_ name: String, _ path: KeyPath<Root, Value> & Sendable) {
    self.name = name
    self.path = path
  }
}

/// A field without the type of its value.
struct RecordColumn<Root>: Sendable {
  let name: String
  let path: PartialKeyPath<Root> & Sendable
  let value: @Sendable (Root) -> any Encodable

  init<Value>(_ field: Field<Root, Value>) {
    name = field.name
    path = field.path
    value = { [path = field.path] in $0[keyPath: path] }
  }

  /// The name as an identifier of SQL.
  var quoted: String { "\"\(name)\"" }

  /// The name as a path of SQLite's JSON functions.
  var jsonPath: String {
    "$" + name.split(separator: ".").map { ".\"\($0)\"" }.joined()
  }
}

enum RecordName {
  /// Letters, digits and `_` of ASCII, a letter first, and parts of a field with a point between.
  static func check(_ name: String, mayHavePoints: Bool = false) throws(StoreError) {
    let parts = name.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isGood = parts.allSatisfy { part in
      part.first.map(isLetter) == true
        && part.allSatisfy { isLetter($0) || $0 == 0x5F || (0x30...0x39).contains($0) }
    }
    if !isGood || parts.count > 1 && !mayHavePoints { throw .invalidName(name) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
