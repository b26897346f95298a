import TremaSupport

/// A JSON value and where it stands. Two values are equal when they say the same, wherever they
/// stand.
public struct JSONValue: Sendable {
  public enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
  }

  public var content: Content
  /// From the first byte of the value to the one after its last; nil when it was not read.
  public var location: SourceLocation?

  public init(_ content: Content, at location: SourceLocation? = nil) {
    self.content = content
    self.location = location
  }
}

extension JSONValue: Hashable {
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.content == b.content }
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONValue {
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  public var number: JSONNumber? { if case .number(let value) = content { value } else { nil } }
  public var string: String? { if case .string(let value) = content { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let value) = content { value } else { nil } }
  public var object: JSONObject? { if case .object(let value) = content { value } else { nil } }
  public var isNull: Bool { content == .null }

  /// What it is, to be put into a message: `a string`.
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

/// The members of an object in file order; no name stands twice.
public struct JSONObject: Hashable, Sendable {
  public struct Member: Sendable {
    public var name: String
    /// The name with its quotation marks.
    public var nameLocation: SourceLocation?
    public var value: JSONValue

    public init(_ name: String, at nameLocation: SourceLocation? = nil, _ value: JSONValue) {
      self.name = name
      self.nameLocation = nameLocation
      self.value = value
    }
  }

  public var members: [Member]

  public init(_ members: [Member] = []) { self.members = members }

  /// The value of a member. Names are compared byte for byte, as everywhere in this module: `é`
  /// in one and in two scalars are two names.
  public subscript(name: String) -> JSONValue? {
    members.first { ExactName($0.name) == ExactName(name) }?.value
  }
}

extension JSONObject.Member: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    ExactName(a.name) == ExactName(b.name) && a.value == b.value
  }

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
