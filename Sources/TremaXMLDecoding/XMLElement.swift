/// An element as it was read: names without their prefixes.
final class XMLElement {
  let name: String
  /// Where its start tag was read, both from 1.
  let line: Int
  let column: Int
  /// In the order of their names as they were written; those that declare namespaces are left out.
  let attributes: [(name: String, value: String)]
  var children: [XMLElement] = []
  /// All text that stands directly in it.
  var text = ""

  init(
    _ name: String, _ attributes: [(name: String, value: String)], line: Int, column: Int
  ) {
    self.name = name
    self.attributes = attributes
    self.line = line
    self.column = column
  }

  func attribute(_ name: String) -> String? {
    attributes.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  func children(_ name: String) -> [XMLElement] {
    children.filter { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// How much of a document is read.
public struct XMLLimits: Hashable, Sendable {
  /// Of the document.
  public var bytes: Int
  /// Elements within one another.
  public var depth: Int
  public var elements: Int

  public init(bytes: Int = 16 << 20, depth: Int = 128, elements: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.elements = elements
  }
}
