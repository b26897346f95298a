import TremaSupport

/// A JSON value and where it is. Two values are equal when they say the same, wherever they
/// are.
public struct JSONValue: Sendable {
  /// The content of a value, by its kind.
  public enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
  }

  /// The content.
  public var content: Content
  /// The location from the first byte of the value to the one after its last; `nil` when it was not read.
  public var location: SourceLocation?

  /// Creates a value.
  public init(_ content: Content, at location: SourceLocation? = nil) {
    self.content = content
    self.location = location
  }
}

extension JSONValue: Hashable {
  /// Whether the contents are the same; places do not count.
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.content == b.content }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONValue {
  /// The Boolean, or `nil` for a value of another kind.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The number, or `nil` for a value of another kind.
  public var number: JSONNumber? { if case .number(let value) = content { value } else { nil } }
  /// The string, or `nil` for a value of another kind.
  public var string: String? { if case .string(let value) = content { value } else { nil } }
  /// The elements, or `nil` for a value of another kind.
  public var array: [JSONValue]? { if case .array(let value) = content { value } else { nil } }
  /// The object, or `nil` for a value of another kind.
  public var object: JSONObject? { if case .object(let value) = content { value } else { nil } }
  /// Whether it is `null`.
  public var isNull: Bool { content == .null }

  /// The kind of the value, for a message: `a string`.
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

/// The members of an object in file order; no name is twice.
public struct JSONObject: Hashable, Sendable {
  /// A name with its value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The name with its quotation marks.
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

  /// The members in their order.
  public var members: [Member]

  /// Creates an object.
  public init(_ members: [Member] = []) { self.members = members }

  /// The value of a member. Names are compared byte for byte, as everywhere in this module: `é`
  /// in one and in two scalars are two names.
  public subscript(name: String) -> JSONValue? {
    members.first { ExactName($0.name) == ExactName(name) }?.value
  }
}

extension JSONObject.Member: Hashable {
  /// Whether both have the same members in the same order; places do not count.
  public static func == (a: Self, b: Self) -> Bool {
    ExactName(a.name) == ExactName(b.name) && a.value == b.value
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactName(name))
    hasher.combine(value)
  }
}

/// A string that equals another only byte for byte; Swift's own equality is canonical equivalence.
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

/// A number as the document spells it, so that writing it changes nothing. Equal when spelled
/// alike: `1.0` is not `1`.
public struct JSONNumber: Hashable, Sendable {
  /// In the grammar of RFC 8259, section 6.
  public let text: String

  init(verified text: String) { self.text = text }

  /// Creates an integer.
  public init(_ value: Int) { text = String(value) }

  /// Creates an integer.
  public init(_ value: UInt64) { text = String(value) }

  /// nil for what JSON cannot say: infinity and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The number when it is a whole one, also as `1.0` or `1e3`; nil when it has a fraction or does
  /// not fit.
  public var int: Int? {
    if let value = Int(text) { return value }
    // A Double holds every whole number up to 2^53; beyond that it might be a neighbour's.
    guard let value = double, value.magnitude < 0x1p53 else { return nil }
    // Int(exactly:) would do the same by way of libm, which nothing else here links.
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// The nearest Double; nil when the number is too large for one.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON in one line, members in their order.
  public var description: String {
    String(
      decoding: JSONWriter(layout: .compact, finalNewline: false).bytes(of: self), as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON in one line.
  public var description: String { JSONValue(.object(self)).description }
}
