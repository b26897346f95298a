import TremaSupport
import TremaXML

/// The list of worksheets, in `xl/workbook.xml`.
final class SheetListPart: PartContent {
  /// An entry of the list.
  struct Sheet {
    /// The name, decoded and shortened for messages.
    var name: String
    /// The identifier of the relationship to the worksheet's part.
    var relationship: String
    var isHidden: Bool
  }

  let root = "workbook"
  private let file: String
  /// The worksheets, in tab order.
  private(set) var sheets: [Sheet] = []

  init(file: String) { self.file = file }

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) throws(Diagnostic) {
    guard (parent, name) == ("sheets", "sheet") else { return }
    guard let title = attributes["name"], let relationship = attributes.relationship else {
      throw .invalidWorkbook("a sheet of the workbook has no name or no part", file: file)
    }
    let state = attributes["state"] ?? "visible"
    let decoded = String(decoding: SpreadsheetEscaping.decode(Array(title.utf8)), as: UTF8.self)
    sheets.append(
      Sheet(
        name: SpreadsheetEscaping.excerpt(decoded), relationship: relationship,
        isHidden: state != "visible")
    )
  }

  func characters(_ utf8: Span<UInt8>) {}
  func end(_ name: String, in parent: String) {}
}

/// The relationships of a part, in `_rels/NAME.rels`.
final class RelationshipsPart: PartContent {
  /// A reference to another part or to an external resource.
  struct Relationship {
    /// The relationship type's last component, which is the same in transitional and strict
    /// workbooks.
    var kind: String
    /// The part's name, relative to the folder of the part with the relationships.
    var target: String
    var isExternal: Bool
  }

  let root = "Relationships"
  /// The relationships in file order.
  private(set) var all: [Relationship] = []
  /// The relationships by identifier.
  private(set) var byIdentifier: [String: Relationship] = [:]

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) {
    guard (parent, name) == ("Relationships", "Relationship"), let id = attributes["Id"],
      let type = attributes["Type"], let target = attributes["Target"]
    else { return }
    let kind = type.utf8.split(separator: UInt8(ascii: "/")).last.flatMap(String.init) ?? ""
    let relationship = Relationship(
      kind: kind, target: target, isExternal: attributes["TargetMode"] == "External")
    all.append(relationship)
    byIdentifier[id] = relationship
  }

  func characters(_ utf8: Span<UInt8>) {}
  func end(_ name: String, in parent: String) {}
}

/// The strings that cells refer to by index, in `xl/sharedStrings.xml`.
///
/// Thousands of cells can refer to one long string, so a small file can expand to a large table.
/// The total size of the referenced strings is therefore limited in proportion to the input size.
final class SharedStringsPart: PartContent {
  let root = "sst"
  /// The total size of the parts that have been read, in bytes.
  var readSize = 0
  private var strings: [String] = []
  /// The total size of the strings that cells have referred to, in bytes.
  private var referencedSize = 0
  private var text = RichText()

  /// The maximum total size of the referenced strings, in bytes. The limit for XML entities would
  /// be too low for ordinary worksheets, in which hundreds of rows may contain the same long
  /// string.
  var limit: Int { max(16_000_000, XMLLimits().expansion(of: readSize)) }

  /// The string at an index, or `nil` if there is none.
  subscript(index: Int) -> String? { strings.indices.contains(index) ? strings[index] : nil }

  /// Counts a string that a cell refers to.
  ///
  /// - Returns: `false` if the total exceeds ``limit``.
  func addReference(_ text: String) -> Bool {
    referencedSize += text.utf8.count
    return referencedSize <= limit
  }

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) {
    text.start(name, in: parent, item: "si")
  }

  func characters(_ utf8: Span<UInt8>) { text.characters(utf8) }

  func end(_ name: String, in parent: String) {
    text.end(name)
    if (parent, name) == ("sst", "si") { strings.append(text.take()) }
  }
}

/// A string in one piece, or in runs with different formatting. Phonetic readings for Japanese
/// words are not part of the string.
struct RichText {
  /// The decoded text so far, in UTF-8.
  private var whole: [UInt8] = []
  /// The text of the open `t` element, in UTF-8.
  private var piece: [UInt8] = []
  private var isInPiece = false

  /// Handles the start of an element. Its text is used if it is a `t` element in a run or directly
  /// in the item.
  ///
  /// - Parameter item: The name of the element that contains the whole text.
  mutating func start(_ name: String, in parent: String, item: String) {
    isInPiece = name == "t" && (parent == "r" || parent == item)
  }

  mutating func characters(_ utf8: Span<UInt8>) {
    if isInPiece { utf8.withUnsafeBufferPointer { piece.append(contentsOf: $0) } }
  }

  /// Handles the end of an element.
  mutating func end(_ name: String) {
    guard isInPiece else { return }
    // Each run is decoded separately because escape sequences don't extend across runs.
    whole += SpreadsheetEscaping.decode(piece)
    piece.removeAll(keepingCapacity: true)
    isInPiece = false
  }

  /// Returns and clears the whole text.
  mutating func take() -> String {
    defer { whole.removeAll(keepingCapacity: true) }
    return String(decoding: whole, as: UTF8.self)
  }
}

extension Diagnostic {
  /// Returns a diagnostic about the structure of a workbook.
  static func invalidWorkbook(_ message: String, file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-workbook", message, at: SourceLocation(file: file),
      hint: "save the file again in a spreadsheet program", kind: .unreadable)
  }
}
