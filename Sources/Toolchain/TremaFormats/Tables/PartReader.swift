import TremaSupport
import TremaXML

/// Takes the elements of one part of a workbook that belong to the namespaces of workbooks; what
/// extensions put between them does not come.
protocol PartContent: AnyObject {
  /// The name of the root element.
  var root: String { get }

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) throws(Diagnostic)
  func characters(_ utf8: Span<UInt8>)
  func end(_ name: String, in parent: String) throws(Diagnostic)
}

struct PartAttributes {
  let tag: XMLTag
  let namespaces: PartNamespaces

  /// An attribute without a prefix.
  subscript(name: String) -> String? { tag.attribute(name)?.value }

  /// The identifier that names a relationship: `r:id`.
  var relationship: String? {
    tag.attributes.first { attribute in
      let (prefix, local) = PartNamespaces.split(attribute.name)
      return local == "id" && !prefix.isEmpty
        && namespaces[prefix] == .officeRelationships
    }?.value
  }
}

/// Which namespace a prefix means, at one place of a document.
struct PartNamespaces {
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

  /// The namespaces by prefix, the innermost declaration last.
  private var declared: [String: [Namespace]] = [:]
  /// The prefixes that the elements that are open declare.
  private var prefixes: [[String]] = []

  subscript(prefix: String) -> Namespace { declared[prefix]?.last ?? .other }

  mutating func open(_ tag: XMLTag) {
    var own: [String] = []
    for attribute in tag.attributes {
      let (prefix, local) = Self.split(attribute.name)
      if prefix == "xmlns" {
        own.append(local)
      } else if prefix.isEmpty, local == "xmlns" {
        own.append("")
      } else {
        continue
      }
      declared[own[own.count - 1], default: []].append(Namespace(attribute.value))
    }
    prefixes.append(own)
  }

  mutating func close() {
    for prefix in prefixes.popLast() ?? [] { declared[prefix]?.removeLast() }
  }

  static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }
}

/// Reads the XML of one part.
final class PartReader: XMLHandler {
  private static let pieceSize = 1 << 16

  private let content: any PartContent
  private var namespaces = PartNamespaces()
  private var path: [String] = []
  /// Elements open inside one that is not told.
  private var foreign = 0

  private init(_ content: any PartContent) { self.content = content }

  /// - Throws: what `content` throws, and when the part is no XML or another kind of part; then
  ///   without a place, since users never see the lines of a part.
  static func read(
    _ bytes: [UInt8], part: String, file: String, to content: any PartContent
  ) throws(Diagnostic) {
    // Without a file of its own the reader's diagnostics are told from those of the content.
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
      guard let place = error.location, place.file.isEmpty else { throw error }
      var diagnostic = error
      let lines = place.start.map { " (line \($0.line), column \($0.column))" } ?? ""
      diagnostic.message = "the part '\(part)' is not readable: \(error.message)\(lines)"
      diagnostic.location = SourceLocation(file: file)
      diagnostic.hint = "save the file again in a spreadsheet program"
      throw diagnostic
    }
  }

  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    namespaces.open(tag)
    let (prefix, name) = PartNamespaces.split(tag.name)
    let namespace = namespaces[prefix]
    let isKnown = namespace == .spreadsheet || namespace == .packageRelationships
    guard let parent = path.last else {
      guard isKnown, name == content.root else {
        throw Self.invalid("the root element is '\(tag.name)', not '\(content.root)'")
      }
      path.append(name)
      return
    }
    guard isKnown, foreign == 0 else {
      foreign += 1
      return
    }
    path.append(name)
    try content.start(
      name, in: parent, PartAttributes(tag: tag, namespaces: namespaces))
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    if foreign == 0 { content.characters(utf8) }
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    namespaces.close()
    if foreign > 0 {
      foreign -= 1
      return
    }
    guard let name = path.popLast(), let parent = path.last else { return }
    try content.end(name, in: parent)
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    throw Self.invalid("it has a document type declaration, which no workbook has")
  }

  private static func invalid(_ message: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-workbook", message, at: SourceLocation(file: ""), kind: .unreadable)
  }
}
