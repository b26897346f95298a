import TremaSupport
import TremaXML

/// A receiver for the elements in one part of a workbook. Elements in namespaces that workbooks do
/// not use are skipped, including their content.
protocol PartContent: AnyObject {
  /// The name of the root element.
  var root: String { get }

  /// Handles the start of an element below the root.
  func start(_ name: String, in parent: String, _ attributes: PartAttributes) throws(Diagnostic)
  /// Handles text, which is passed in arbitrary pieces.
  func characters(_ utf8: Span<UInt8>)
  /// Handles the end of an element below the root.
  func end(_ name: String, in parent: String) throws(Diagnostic)
}

/// The attributes of an element.
struct PartAttributes {
  let tag: XMLTag
  let namespaces: PartNamespaces

  /// The value of the attribute with a name and no prefix.
  subscript(name: String) -> String? { tag.attribute(name)?.value }

  /// The relationship identifier (`r:id`, with any prefix).
  var relationship: String? {
    tag.attributes.first { attribute in
      let (prefix, local) = PartNamespaces.split(attribute.name)
      return local == "id" && !prefix.isEmpty
        && namespaces[prefix] == .officeRelationships
    }?.value
  }
}

/// The namespace bindings at a position in a document.
struct PartNamespaces {
  /// The namespaces that workbooks use, each with its transitional and strict name.
  enum Namespace {
    case spreadsheet, packageRelationships, officeRelationships, other

    init(_ name: String) {
      switch name {
      case "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main":
        self = .spreadsheet
      case "http://schemas.openxmlformats.org/package/2006/relationships":
        self = .packageRelationships
      case "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://purl.oclc.org/ooxml/officeDocument/relationships":
        self = .officeRelationships
      default: self = .other
      }
    }
  }

  /// The namespaces by prefix, from the outermost to the innermost declaration.
  private var bindings: [String: [Namespace]] = [:]
  /// The prefixes that each open element declares.
  private var prefixes: [[String]] = []

  /// The namespace of a prefix. The empty prefix means elements without a prefix.
  subscript(prefix: String) -> Namespace { bindings[prefix]?.last ?? .other }

  /// Adds the declarations of a start tag.
  mutating func open(_ tag: XMLTag) {
    var declared: [String] = []
    for attribute in tag.attributes {
      let (prefix, local) = Self.split(attribute.name)
      if prefix == "xmlns" {
        declared.append(local)
      } else if prefix.isEmpty, local == "xmlns" {
        declared.append("")
      } else {
        continue
      }
      bindings[declared[declared.count - 1], default: []].append(Namespace(attribute.value))
    }
    prefixes.append(declared)
  }

  /// Removes the declarations of the innermost element.
  mutating func close() {
    for prefix in prefixes.popLast() ?? [] { bindings[prefix]?.removeLast() }
  }

  /// Splits a qualified name at its first colon.
  static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }
}

/// A reader for the XML of one part.
final class PartReader: XMLHandler {
  /// The number of bytes that are parsed at a time.
  private static let pieceSize = 1 << 16

  private let content: any PartContent
  private var namespaces = PartNamespaces()
  /// The names of the open elements, outermost first, without those that are skipped.
  private var path: [String] = []
  /// The number of open elements in the skipped element, including itself.
  private var skippedDepth = 0

  private init(_ content: any PartContent) { self.content = content }

  /// Reads a part of a workbook.
  ///
  /// - Parameters:
  ///   - bytes: The decompressed part.
  ///   - part: The name of the part, for messages.
  ///   - file: The path of the workbook, for diagnostics.
  ///   - content: The receiver of the elements.
  /// - Throws: The errors of `content`, and a diagnostic if the part is not well-formed XML or is a
  ///   different kind of part. The diagnostic has no position because users never see a part's
  ///   lines.
  static func read(
    _ bytes: [UInt8], part: String, file: String, to content: any PartContent
  ) throws(Diagnostic) {
    // The empty file name distinguishes the XML reader's diagnostics from those about the content.
    let reader = XMLReader(file: "", handler: PartReader(content))
    do throws(Diagnostic) {
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + pieceSize)
        try reader.feed(Array(bytes[start..<end]))
        start = end
      }
      try reader.finish()
    } catch {
      guard let location = error.location, location.file.isEmpty else { throw error }
      var diagnostic = error
      let lines = location.start.map { " (line \($0.line), column \($0.column))" } ?? ""
      diagnostic.message = "cannot read the part '\(part)': \(error.message)\(lines)"
      diagnostic.location = SourceLocation(file: file)
      diagnostic.hint = "save the file again in a spreadsheet program"
      throw diagnostic
    }
  }

  /// Handles a start tag.
  ///
  /// - Throws: A diagnostic for a different root element, and the errors of the content.
  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    namespaces.open(tag)
    let (prefix, name) = PartNamespaces.split(tag.name)
    let namespace = namespaces[prefix]
    let isKnown = namespace == .spreadsheet || namespace == .packageRelationships
    guard let parent = path.last else {
      guard isKnown, name == content.root else {
        throw Self.invalidPart("the root element must be '\(content.root)', not '\(tag.name)'")
      }
      path.append(name)
      return
    }
    // Everything inside a skipped element is also skipped.
    guard isKnown, skippedDepth == 0 else {
      skippedDepth += 1
      return
    }
    path.append(name)
    try content.start(
      name, in: parent, PartAttributes(tag: tag, namespaces: namespaces))
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    if skippedDepth == 0 { content.characters(utf8) }
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    namespaces.close()
    if skippedDepth > 0 {
      skippedDepth -= 1
      return
    }
    guard let name = path.popLast(), let parent = path.last else { return }
    try content.end(name, in: parent)
  }

  /// Rejects document type declarations, and therefore entity declarations.
  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    throw Self.invalidPart("a workbook cannot have a document type declaration")
  }

  /// Returns a diagnostic with an empty file name, which ``read(_:part:file:to:)`` replaces.
  private static func invalidPart(_ message: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-workbook", message, at: SourceLocation(file: ""), kind: .unreadable)
  }
}
