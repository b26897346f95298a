import TremaSupport
import TremaXML

/// An element of a unit, with all that is in it.
struct XLIFFElement {
  /// Without its prefix.
  let name: String
  /// False for an element of another namespace than XLIFF's.
  let isXLIFF: Bool
  let attributes: [XMLAttribute]
  let position: SourcePosition
  let contentPosition: SourcePosition
  /// The length that the size restriction module sets, in 2.x.
  let restriction: String?
  var children: [Node] = []

  enum Node {
    case text(String)
    case element(XLIFFElement)
  }

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

  func attribute(_ name: String) -> XMLAttribute? { attributes.first { $0.name == name } }

  subscript(name: String) -> String? { attribute(name)?.value }

  var elements: [XLIFFElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  func first(_ name: String) -> XLIFFElement? {
    elements.first { $0.name == name && $0.isXLIFF }
  }

  /// The character data in it, at any depth.
  var text: String {
    children.map { node in
      switch node {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }
}
