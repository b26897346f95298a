import Foundation

/// Makes values of XML.
///
/// | key | what it reads |
/// |---|---|
/// | `name` | the elements of that name, else the attribute |
/// | `@name` | the attribute |
/// | `#text` | the text of the element itself |
///
/// A list takes all elements of the name, none too; anything else takes one. The root means the
/// value; for a list, the elements in it do. Prefixes of namespaces are left out.
public struct XMLAnswerDecoder: Sendable {
  /// The limits of a document.
  public var limits: XMLLimits
  /// Reads dates; nil for what is none.
  public var date: @Sendable (String) -> Date?

  /// Creates a decoder.
  ///
  /// - Parameters:
  /// - limits: the limits of a document.
  /// - date: reads a date; `nil` is an error.
  public init(
    limits: XMLLimits = XMLLimits(), date: @escaping @Sendable (String) -> Date? = XMLText.date
  ) {
    self.limits = limits
    self.date = date
  }

  /// - Throws: ``XMLDecodingError``.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(XMLDecodingError) -> Value {
    let root = try XMLTree.root(of: bytes, limits)
    let decoder = XMLValueDecoder(
      .root(root), rules: XMLRules(date: date), place: root, codingPath: [])
    return try decoder.value(of: type)
  }
}

struct XMLRules: Sendable {
  let date: @Sendable (String) -> Date?
}
