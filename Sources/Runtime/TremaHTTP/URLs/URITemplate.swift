import TremaSupport

/// A URL with variables: `/users/{id}/posts{?page,tag*}`.
///
/// See RFC 6570, all four levels.
public struct URITemplate: Hashable, Sendable {
  /// The template as written.
  public let text: String
  /// The parsed template.
  let parts: [Part]

  /// A part of a template.
  enum Part: Hashable, Sendable {
    /// Bytes that are copied to the URL, percent-encoded.
    case literal([UInt8])
    /// An expression in braces with its operator.
    case expression(Operator, [Variable])
  }

  /// A variable of an expression.
  struct Variable: Hashable, Sendable {
    let name: String
    /// The maximum number of characters taken from the value (`{name:3}`), or `nil` for all.
    var prefix: Int?
    /// Whether each element is expanded separately (`{name*}`): `tag=a&tag=b`.
    var explodes = false
    /// The offset in the template, in bytes from 0.
    let offset: Int
  }

  /// Parses a template.
  ///
  /// - Throws: ``URITemplateError`` if the string is not a valid template.
  public init(_ text: String) throws(URITemplateError) {
    self.text = text
    var parser = URITemplateParser(text)
    parts = try parser.parts()
  }

  /// The variable names, in order of first occurrence.
  public var names: [String] {
    var seen: Set<String> = []
    return parts.flatMap { part -> [String] in
      if case .expression(_, let variables) = part { variables.map(\.name) } else { [] }
    }.filter { seen.insert($0).inserted }
  }

  /// Returns whether the two templates are written identically.
  public static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension URITemplate: CustomStringConvertible {
  /// The template as written.
  public var description: String { text }
}

/// The reason that a string is not a valid template, or that values cannot be expanded. Values are
/// not quoted.
public struct URITemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset in the template, in bytes of UTF-8 from 0.
  public let offset: Int
  /// The problem, as a sentence without a full stop.
  public let reason: String

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A textual representation of the error.
  public var description: String { "\(reason) (byte \(offset) of the template)" }
}

extension URITemplate {
  /// A variable's value.
  public enum Value: Hashable, Sendable {
    /// A single string.
    case text(String)
    /// A list of strings. An empty list is omitted like a missing value.
    case list([String])
    /// Names and values in their order. An empty list is omitted like a missing value.
    case pairs([Pair])

    /// A name with a value.
    public struct Pair: Hashable, Sendable {
      /// The name.
      public var name: String
      /// The value.
      public var value: String

      /// Creates a pair.
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }
  }
}

/// A type whose values can replace a variable of a template.
public protocol URITemplateConvertible: Sendable {
  /// The variable's value.
  var templateValue: URITemplate.Value { get }
}

/// A type whose values expand to a single string.
public protocol URITemplateText: URITemplateConvertible {
  /// The string that replaces the variable, before percent-encoding.
  var templateText: String { get }
}

extension URITemplateText {
  /// The string as the value of a variable.
  public var templateValue: URITemplate.Value { .text(templateText) }
}

extension URITemplateText where Self: CustomStringConvertible {
  /// The value's description.
  public var templateText: String { description }
}

extension String: URITemplateText {}
extension Substring: URITemplateText {}
extension Bool: URITemplateText {}
extension Int: URITemplateText {}
extension Int8: URITemplateText {}
extension Int16: URITemplateText {}
extension Int32: URITemplateText {}
extension Int64: URITemplateText {}
extension UInt: URITemplateText {}
extension UInt8: URITemplateText {}
extension UInt16: URITemplateText {}
extension UInt32: URITemplateText {}
extension UInt64: URITemplateText {}
extension Double: URITemplateText {}
extension Float: URITemplateText {}

extension Array: URITemplateConvertible where Element: URITemplateText {
  /// The elements as a list.
  public var templateValue: URITemplate.Value { .list(map(\.templateText)) }
}

/// Pairs sorted by name, because a dictionary has no order. Use ``URITemplate/Value/pairs(_:)`` to
/// keep an order.
extension Dictionary: URITemplateConvertible where Key == String, Value: URITemplateText {
  /// The entries as pairs, sorted by the UTF-8 bytes of their names.
  public var templateValue: URITemplate.Value {
    .pairs(
      sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { URITemplate.Value.Pair($0.key, $0.value.templateText) })
  }
}

extension URITemplate.Value: URITemplateConvertible {
  /// The value itself.
  public var templateValue: URITemplate.Value { self }
}

extension URITemplate {
  /// The names of variables in simple path expressions, such as `{id}`, which determine the path.
  /// Variables of the query and the fragment are not included.
  package var namesInPath: [String] {
    var names: [String] = []
    for part in parts {
      switch part {
      case .literal(let bytes):
        if bytes.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
          return names
        }
      case .expression(.simple, let variables): names += variables.map(\.name)
      case .expression(.query, _), .expression(.fragment, _): return names
      case .expression: break
      }
    }
    return names
  }
}
