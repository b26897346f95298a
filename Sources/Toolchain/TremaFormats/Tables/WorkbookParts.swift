import TremaSupport
import TremaXML

/// The list of sheets: `xl/workbook.xml`.
final class SheetListPart: PartContent {
  struct Sheet {
    var name: String
    var relationship: String
    var isHidden: Bool
  }

  let root = "workbook"
  private let file: String
  private(set) var sheets: [Sheet] = []

  init(file: String) { self.file = file }

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) throws(Diagnostic) {
    guard (parent, name) == ("sheets", "sheet") else { return }
    guard let title = attributes["name"], let relationship = attributes.relationship else {
      throw .invalidWorkbook("a sheet of the workbook has no name or no part", file: file)
    }
    let state = attributes["state"] ?? "visible"
    let decoded = String(decoding: OfficeText.decode(Array(title.utf8)), as: UTF8.self)
    sheets.append(
      Sheet(
        name: OfficeText.excerpt(decoded), relationship: relationship, isHidden: state != "visible")
    )
  }

  func characters(_ utf8: Span<UInt8>) {}
  func end(_ name: String, in parent: String) {}
}

/// The relationships of a part: `_rels/NAME.rels`.
final class RelationshipsPart: PartContent {
  struct Relationship {
    /// The last word of its type, which transitional and strict workbooks have in common.
    var kind: String
    var target: String
    var isExternal: Bool
  }

  let root = "Relationships"
  /// In file order.
  private(set) var all: [Relationship] = []
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

/// The texts that cells refer to by number: `xl/sharedStrings.xml`.
///
/// A text may be long and thousands of cells refer to it, so that little holds much: how much they all
/// get depends on what was read.
final class SharedStringsPart: PartContent {
  let root = "sst"
  /// Bytes of all the parts that were read.
  var read = 0
  private var strings: [String] = []
  private var told = 0
  private var text = RichText()

  /// Bytes that cells may get, all together. What entities may come to would not do for sheets of people,
  /// where one long text may be in hundreds of rows.
  var limit: Int { max(16_000_000, XMLLimits().expansion(of: read)) }

  /// - Returns: nil when there is no such text.
  subscript(index: Int) -> String? { strings.indices.contains(index) ? strings[index] : nil }

  /// Counts a text that a cell refers to.
  ///
  /// - Returns: false when the cells get more than the limit by that.
  func tell(_ text: String) -> Bool {
    told += text.utf8.count
    return told <= limit
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

/// A text in one piece, or in runs of different looks. Readings of Japanese words are beside the
/// runs and are no part of it.
struct RichText {
  private var whole: [UInt8] = []
  private var piece: [UInt8] = []
  private var isInPiece = false

  mutating func start(_ name: String, in parent: String, item: String) {
    isInPiece = name == "t" && (parent == "r" || parent == item)
  }

  mutating func characters(_ utf8: Span<UInt8>) {
    if isInPiece { utf8.withUnsafeBufferPointer { piece.append(contentsOf: $0) } }
  }

  mutating func end(_ name: String) {
    guard isInPiece else { return }
    // An escape is not begun in one run and ended in another.
    whole += OfficeText.decode(piece)
    piece.removeAll(keepingCapacity: true)
    isInPiece = false
  }

  mutating func take() -> String {
    defer { whole.removeAll(keepingCapacity: true) }
    return String(decoding: whole, as: UTF8.self)
  }
}

extension Diagnostic {
  static func invalidWorkbook(_ message: String, file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-workbook", message, at: SourceLocation(file: file),
      hint: "save the file again in a spreadsheet program", kind: .unreadable)
  }
}
