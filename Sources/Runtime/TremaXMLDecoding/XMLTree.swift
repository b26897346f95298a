import Foundation
import TremaSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A delegate that builds the elements of a document within limits.
final class XMLTree: NSObject {
  private let limits: XMLLimits
  /// The elements whose end tag has not been read, the innermost last.
  private var openElements: [XMLElement] = []
  /// The root element.
  private var root: XMLElement?
  /// The number of elements so far.
  private var count = 0
  /// The error that stopped the parser.
  private var problem: XMLDecodingError?

  private init(_ limits: XMLLimits) { self.limits = limits }

  /// Parses a document and returns its root element.
  ///
  /// - Parameters:
  ///   - bytes: The whole document, in UTF-8 or the encoding that it declares.
  ///   - limits: The limits on its size.
  static func root(
    of bytes: [UInt8], _ limits: XMLLimits
  ) throws(XMLDecodingError) -> XMLElement {
    guard bytes.count <= limits.bytes else {
      throw XMLDecodingError(.tooLarge(limit: limits.bytes))
    }
    try XMLProlog.check(bytes)
    let tree = XMLTree(limits)
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.shouldProcessNamespaces = false
    parser.delegate = tree
    let isRead = parser.parse()
    if let problem = tree.problem { throw problem }
    // For content after the root element, the parser reports success and an error at the same time.
    guard isRead, parser.parserError == nil, let root = tree.root, tree.openElements.isEmpty else {
      let code = (parser.parserError as? NSError)?.code ?? 0
      throw XMLDecodingError(
        .malformed(code: code), line: parser.lineNumber, column: parser.columnNumber)
    }
    return root
  }

  /// Stores an error and stops the parser. Only the first error is stored.
  private func stop(_ parser: XMLParser, _ reason: XMLDecodingError.Reason) {
    if problem == nil {
      problem = XMLDecodingError(reason, line: parser.lineNumber, column: parser.columnNumber)
    }
    parser.abortParsing()
  }
}

extension XMLTree: XMLParserDelegate {
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard problem == nil else { return }
    count += 1
    if count > limits.elements { return stop(parser, .tooManyElements(limit: limits.elements)) }
    if openElements.count >= limits.depth { return stop(parser, .tooDeep(limit: limits.depth)) }
    let remaining = attributes.filter { !Self.isDeclaration($0.key) }
    // Names lose their prefixes. The sort puts attributes without a prefix first so that they take
    // precedence.
    let sorted = remaining.sorted {
      ($0.key.utf8.contains(0x3A) ? 1 : 0, $0.key) < ($1.key.utf8.contains(0x3A) ? 1 : 0, $1.key)
    }
    let element = XMLElement(
      Self.localName(elementName), sorted.map { (Self.localName($0.key), $0.value) },
      line: parser.lineNumber, column: parser.columnNumber)
    openElements.last?.children.append(element)
    if root == nil { root = element }
    openElements.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if problem == nil { _ = openElements.popLast() }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if problem == nil { openElements.last?.text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if problem == nil { openElements.last?.text += String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?
  ) {
    stop(parser, .documentType)
  }

  func parser(
    _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?,
    systemID: String?
  ) {
    stop(parser, .documentType)
  }

  /// Returns whether an attribute declares a namespace.
  private static func isDeclaration(_ name: String) -> Bool {
    name == "xmlns" || name.hasPrefix("xmlns:")
  }

  /// Returns a name without its namespace prefix.
  private static func localName(_ name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) }
      ?? name
  }
}
