import TremaSupport

/// A JSON value with its location. Equality ignores the location.
public struct JSONValue: Sendable {
  /// The content of a value, by its kind.
  public enum Content: Hashable, Sendable {
    /// The literal `null`.
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
  }

  /// The value's content.
  public var content: Content
  /// The location from the first byte of the value to the byte after its last, or `nil` if the
  /// value was not read from a file.
  public var location: SourceLocation?

  /// Creates a value.
  public init(_ content: Content, at location: SourceLocation? = nil) {
    self.content = content
    self.location = location
  }
}

extension JSONValue: Hashable {
  /// Returns whether the contents are equal. Locations are ignored.
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.content == b.content }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONValue {
  /// The Boolean, or `nil` for a value of a different kind.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The number, or `nil` for a value of a different kind.
  public var number: JSONNumber? { if case .number(let value) = content { value } else { nil } }
  /// The string, or `nil` for a value of a different kind.
  public var string: String? { if case .string(let value) = content { value } else { nil } }
  /// The elements, or `nil` for a value of a different kind.
  public var array: [JSONValue]? { if case .array(let value) = content { value } else { nil } }
  /// The object, or `nil` for a value of a different kind.
  public var object: JSONObject? { if case .object(let value) = content { value } else { nil } }
  /// Whether the value is `null`.
  public var isNull: Bool { content == .null }

  /// The kind of the value for use in messages, such as `a string`.
  public var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object in their order. Names are unique unless the reader keeps
/// duplicates.
public struct JSONObject: Hashable, Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The location of the name, including its quotes.
    public var nameLocation: SourceLocation?
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(_ name: String, at nameLocation: SourceLocation? = nil, _ value: JSONValue) {
      self.name = name
      self.nameLocation = nameLocation
      self.value = value
    }
  }

  /// The members in the order of the document.
  public var members: [Member]

  /// Creates an object.
  public init(_ members: [Member] = []) { self.members = members }

  /// The value of the member with a name, or `nil` if there is none. Names are compared byte for
  /// byte, as everywhere in this module: `é` as one scalar and as two scalars are different names.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public subscript(name: String) -> JSONValue? {
    members.first { ExactName($0.name) == ExactName(name) }?.value
  }
}

extension JSONObject.Member: Hashable {
  /// Returns whether the names and values are equal. Locations are ignored.
  public static func == (a: Self, b: Self) -> Bool {
    ExactName(a.name) == ExactName(b.name) && a.value == b.value
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactName(name))
    hasher.combine(value)
  }
}

/// A string that is compared byte for byte instead of by canonical equivalence.
struct ExactName: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.count == b.text.utf8.count && a.text.utf8.elementsEqual(b.text.utf8)
  }

  static func < (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A number as written in the document, kept so that it can be written back unchanged. Numbers are
/// equal only if they are written identically: `1.0` is not equal to `1`.
public struct JSONNumber: Hashable, Sendable {
  /// The number in the grammar of RFC 8259, section 6.
  public let text: String

  /// Creates a number from a string that has been validated.
  init(verified text: String) { self.text = text }

  /// Creates a number from an integer.
  public init(_ value: Int) { text = String(value) }

  /// Creates a number from an unsigned integer.
  public init(_ value: UInt64) { text = String(value) }

  /// Creates a number with the fewest digits that read back as the same value, or returns `nil` for
  /// infinity and NaN, which JSON cannot represent.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The value if it is an integer, even if it is written as `1.0` or `1e3`, or `nil` if it has a
  /// fraction or is out of range.
  public var int: Int? {
    if let value = Int(text) { return value }
    // `Double` represents all integers up to 2^53 exactly. Beyond that, the nearest value may be a
    // different integer.
    guard let value = double, value.magnitude < 0x1p53 else { return nil }
    // `Int(exactly:)` has the same result, but requires libm, which nothing else here links.
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// The nearest `Double`, or `nil` if the number is out of range.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line, with members in document order.
  public var description: String {
    String(
      decoding: JSONWriter(layout: .compact, endsWithNewline: false).bytes(of: self), as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON on one line, with members in document order.
  public var description: String { JSONValue(.object(self)).description }
}
