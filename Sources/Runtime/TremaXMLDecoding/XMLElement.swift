/// An element of a document. Names have no namespace prefixes.
final class XMLElement {
  /// The name without its prefix.
  let name: String
  /// The start tag's line, from 1.
  let line: Int
  /// The start tag's column, from 1.
  let column: Int
  /// The attributes in the order of their full names, with attributes without a prefix first.
  /// Namespace declarations are omitted.
  let attributes: [(name: String, value: String)]
  /// The child elements in document order.
  var children: [XMLElement] = []
  /// The element's text, without its child elements' text.
  var text = ""

  /// Creates an element without children or text.
  init(
    _ name: String, _ attributes: [(name: String, value: String)], line: Int, column: Int
  ) {
    self.name = name
    self.attributes = attributes
    self.line = line
    self.column = column
  }

  /// Returns an attribute's value, or `nil` if it is missing.
  func attribute(_ name: String) -> String? { attributesByName[Array(name.utf8)] }

  /// Returns the child elements with a name, in document order.
  func children(_ name: String) -> [XMLElement] { childrenByName[Array(name.utf8)] ?? [] }

  // Decoding a dictionary looks up each of its names, so a linear search would take quadratic time.
  // The tables are created after the element has been read completely, when it no longer changes.

  private lazy var attributesByName = Dictionary(
    attributes.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })

  private lazy var childrenByName = Dictionary(grouping: children) { Array($0.name.utf8) }
}

/// The limits on the size of a document.
public struct XMLLimits: Hashable, Sendable {
  /// The maximum document size, in bytes.
  public var bytes: Int
  /// The maximum nesting depth of elements.
  public var depth: Int
  /// The maximum number of elements.
  public var elements: Int

  /// Creates limits.
  public init(bytes: Int = 16 << 20, depth: Int = 128, elements: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.elements = elements
  }
}
