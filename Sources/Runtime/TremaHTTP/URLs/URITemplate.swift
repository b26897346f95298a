import TremaSupport

/// A URL with places for values: `/users/{id}/posts{?page,tag*}`.
///
/// Source: RFC 6570, all four levels.
public struct URITemplate: Hashable, Sendable {
  /// The text of the template.
  public let text: String
  let parts: [Part]

  enum Part: Hashable, Sendable {
    /// Bytes of the URL.
    case literal([UInt8])
    case expression(Operator, [Variable])
  }

  struct Variable: Hashable, Sendable {
    let name: String
    /// The most characters that are taken.
    var prefix: Int?
    /// Whether each element means itself: `tag=a&tag=b`.
    var explodes = false
    /// The offset in the template, in bytes from 0.
    let offset: Int
  }

  /// - Throws: ``URITemplateError`` for what is no template.
  public init(_ text: String) throws(URITemplateError) {
    self.text = text
    var parser = URITemplateParser(text)
    parts = try parser.parts()
  }

  /// The names of its variables, in the order in which they are first named.
  public var names: [String] {
    var seen: Set<String> = []
    return parts.flatMap { part -> [String] in
      if case .expression(_, let variables) = part { variables.map(\.name) } else { [] }
    }.filter { seen.insert($0).inserted }
  }

  /// Whether both have the same text.
  public static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension URITemplate: CustomStringConvertible {
  /// The text of the template.
  public var description: String { text }
}

/// Why a text is no template, or why its values do not fit. Values are not quoted.
public struct URITemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset, in bytes of UTF-8 from 0.
  public let offset: Int
  /// A sentence without its end.
  public let reason: String

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A description for logs and messages.
  public var description: String { "\(reason) (byte \(offset) of the template)" }
}

extension URITemplate {
  /// The value of a variable.
  public enum Value: Hashable, Sendable {
    case text(String)
    /// An empty one is as if it were not there.
    case list([String])
    /// Names and values in their order.
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
  var templateValue: URITemplate.Value { get }
}

/// A value that is one text.
public protocol URITemplateText: URITemplateConvertible {
  var templateText: String { get }
}

extension URITemplateText {
  /// The value as a URI template takes it.
  public var templateValue: URITemplate.Value { .text(templateText) }
}

extension URITemplateText where Self: CustomStringConvertible {
  /// The text that a URI template inserts.
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
  /// The value as a URI template takes it.
  public var templateValue: URITemplate.Value { .list(map(\.templateText)) }
}

/// Sorted by name, for a dictionary has no order; ``URITemplate/Value/pairs(_:)`` keeps one.
extension Dictionary: URITemplateConvertible where Key == String, Value: URITemplateText {
  /// The value as a URI template takes it.
  public var templateValue: URITemplate.Value {
    .pairs(
      sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { URITemplate.Value.Pair($0.key, $0.value.templateText) })
  }
}

extension URITemplate.Value: URITemplateConvertible {
  /// The value as a URI template takes it.
  public var templateValue: URITemplate.Value { self }
}

extension URITemplate {
  /// The names that are plain in the path, `{id}`: without them it is another path.
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
