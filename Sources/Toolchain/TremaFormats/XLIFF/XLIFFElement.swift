import TremaSupport
import TremaXML

/// An element in a unit, and its content.
struct XLIFFElement {
  /// The local name.
  let name: String
  /// Whether the element is in an XLIFF namespace.
  let isXLIFF: Bool
  /// The attributes, with qualified names, in document order.
  let attributes: [XMLAttribute]
  /// The position of the start tag.
  let position: SourcePosition
  /// The position after the start tag.
  let contentPosition: SourcePosition
  /// The maximum length, as specified by the XLIFF 2.x size restriction module. It is not parsed.
  let restriction: String?
  /// The content, in document order.
  var children: [Node] = []

  /// A child of an element. Comments are not included.
  enum Node {
    case text(String)
    case element(XLIFFElement)
  }

  /// Creates an element without content from its start tag.
  ///
  /// - Parameter namespaces: The declarations in effect, including the declarations in the tag.
  init(_ tag: XMLTag, _ namespaces: XMLNamespaces) {
    let (uri, local) = namespaces.resolve(element: tag.name)
    name = local
    isXLIFF = XLIFFNamespace.isXLIFF(uri)
    attributes = tag.attributes
    position = tag.position
    contentPosition = tag.contentPosition
    restriction =
      namespaces.attribute("sizeRestriction", of: XLIFFNamespace.sizeRestriction, in: tag)?.value
  }

  /// Returns the attribute with a qualified name.
  func attribute(_ name: String) -> XMLAttribute? { attributes.first { $0.name == name } }

  /// The value of the attribute with a qualified name.
  subscript(name: String) -> String? { attribute(name)?.value }

  /// The child elements, in any namespace.
  var elements: [XLIFFElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns the first XLIFF child element with a local name.
  func first(_ name: String) -> XLIFFElement? {
    elements.first { $0.name == name && $0.isXLIFF }
  }

  /// The character data of the element and its descendants.
  var text: String {
    children.map { node in
      switch node {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }
}
