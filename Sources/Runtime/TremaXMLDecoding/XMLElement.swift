/// An element as it was read: names without their prefixes.
final class XMLElement {
  let name: String
  /// The place of its start tag, both from 1.
  let line: Int
  let column: Int
  /// In the order of their names as they were written; those that declare namespaces are left out.
  let attributes: [(name: String, value: String)]
  var children: [XMLElement] = []
  /// All text that is directly in it.
  var text = ""

  init(
    _ name: String, _ attributes: [(name: String, value: String)], line: Int, column: Int
  ) {
    self.name = name
    self.attributes = attributes
    self.line = line
    self.column = column
  }

  func attribute(_ name: String) -> String? { attributesByName[Array(name.utf8)] }

  func children(_ name: String) -> [XMLElement] { childrenByName[Array(name.utf8)] ?? [] }

  // A dictionary asks for each of its names: looking through all each time would take for ever. They
  // are made when the element is read, and it stays as it is then.

  private lazy var attributesByName = Dictionary(
    attributes.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })

  private lazy var childrenByName = Dictionary(grouping: children) { Array($0.name.utf8) }
}

/// How much of a document is read.
public struct XMLLimits: Hashable, Sendable {
  /// The most bytes of a document.
  public var bytes: Int
  /// Elements within one another.
  public var depth: Int
  /// The most elements.
  public var elements: Int

  /// Creates limits.
  ///
  /// - Parameters:
  /// - bytes: the longest document.
  /// - depth: the most elements inside each other.
  /// - elements: the most elements.
  public init(bytes: Int = 16 << 20, depth: Int = 128, elements: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.elements = elements
  }
}
