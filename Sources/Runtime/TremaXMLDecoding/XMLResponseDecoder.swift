import Foundation

/// A decoder that creates values from XML.
///
/// | key | value |
/// |---|---|
/// | `name` | the elements with that name, otherwise the attribute |
/// | `@name` | the attribute |
/// | `#text` | the text of the element itself |
///
/// An array or a set contains all elements with the name, possibly none. Any other value requires
/// exactly one. The root element corresponds to the decoded value; for an array or a set, its child
/// elements are the values. Namespace prefixes are ignored.
public struct XMLResponseDecoder: Sendable {
  /// The limits on the size of a document.
  public var limits: XMLLimits
  /// Parses dates. Returns `nil` for a string that is not a date.
  public var date: @Sendable (String) -> Date?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - limits: The limits on the size of a document.
  ///   - date: Parses dates. If it returns `nil`, an error is thrown.
  public init(
    limits: XMLLimits = XMLLimits(), date: @escaping @Sendable (String) -> Date? = XMLText.date
  ) {
    self.limits = limits
    self.date = date
  }

  /// Decodes a value from a document.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - bytes: The whole document, in UTF-8 or the encoding that it declares.
  /// - Throws: ``XMLDecodingError`` if the document is not well-formed, exceeds a limit or does not
  ///   match the type.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(XMLDecodingError) -> Value {
    let root = try XMLTree.root(of: bytes, limits)
    let decoder = XMLValueDecoder(
      .root(root), rules: XMLRules(date: date), locationElement: root, codingPath: [])
    return try decoder.value(of: type)
  }
}

/// The options that all values of a document share.
struct XMLRules: Sendable {
  /// Parses dates.
  let date: @Sendable (String) -> Date?
}
