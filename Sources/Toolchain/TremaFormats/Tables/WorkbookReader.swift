import TremaSupport

/// Locates and reads the parts of a workbook.
struct WorkbookReader {
  private let file: String
  private var zip: ZipReader
  private let shared = SharedStringsPart()

  /// Opens a workbook.
  ///
  /// - Throws: A diagnostic if the file is not a ZIP file, or is damaged.
  init(_ bytes: [UInt8], file: String, limits: Workbook.Limits) throws(Diagnostic) {
    self.file = file
    // This is the signature of the compound file format, which is used by older Office files and by
    // password-protected ones.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw Self.invalidFile(
        "the file is an Excel 97 workbook (.xls), or is password-protected",
        hint: "save it as an Excel workbook (.xlsx) without a password", file)
    }
    zip = try ZipReader(bytes, file: file, limit: limits.decompressed)
  }

  /// Reads all worksheets. Shared strings and number formats are read first because cells refer to
  /// them.
  mutating func workbook() throws(Diagnostic) -> Workbook {
    let main = try mainPart()
    let list = SheetListPart(file: file)
    try read(main, to: list)
    let relationships = try relationships(of: main)
    let sharedStrings = relationships.all.first { $0.kind == "sharedStrings" && !$0.isExternal }
    if let sharedStrings {
      try read(PartName.resolve(sharedStrings.target, from: main), to: shared)
    }
    let formats = NumberFormats()
    let styles = relationships.all.first { $0.kind == "styles" && !$0.isExternal }
    if let styles { try read(PartName.resolve(styles.target, from: main), to: formats) }
    var workbook = Workbook(sheets: [])
    for entry in list.sheets {
      guard let relationship = relationships.byIdentifier[entry.relationship] else {
        throw .invalidWorkbook("the workbook has no part for sheet '\(entry.name)'", file: file)
      }
      // Chart sheets and dialog sheets contain no cells.
      guard relationship.kind == "worksheet", !relationship.isExternal else { continue }
      let part = SheetPart(
        file: file, sheet: entry.name, strings: shared, formats: formats)
      try read(PartName.resolve(relationship.target, from: main), to: part)
      var sheet = Workbook.Sheet(name: entry.name, table: part.table)
      sheet.isHidden = entry.isHidden
      workbook.sheets.append(sheet)
      workbook.problems += part.problems
    }
    return workbook
  }

  /// Returns the name of the part that lists the worksheets.
  ///
  /// - Throws: A diagnostic that names the actual format if the file is not a workbook.
  private mutating func mainPart() throws(Diagnostic) -> String {
    let documents = try relationships(of: "").all.filter { $0.kind == "officeDocument" }
    let main = documents.first.map { PartName.resolve($0.target, from: "") } ?? "xl/workbook.xml"
    if main.utf8.suffix(4).elementsEqual(".bin".utf8) {
      throw Self.invalidFile(
        "the file is a binary workbook (.xlsb)", hint: "save it as an Excel workbook (.xlsx)", file)
    }
    guard zip.entry(named: main) != nil else {
      let isOpenDocument = zip.entry(named: "content.xml") != nil
      throw Self.invalidFile(
        isOpenDocument
          ? "the file is an OpenDocument file, not an Excel workbook"
          : "the file is a ZIP file, but not a workbook",
        hint: isOpenDocument
          ? "save it as an Excel workbook (.xlsx)" : "check that this is the right file",
        file)
    }
    return main
  }

  /// Returns the relationships of `part`, or an empty part if there are none.
  private mutating func relationships(of part: String) throws(Diagnostic) -> RelationshipsPart {
    let content = RelationshipsPart()
    let name = PartName.relationships(of: part)
    if zip.entry(named: name) != nil { try read(name, to: content) }
    return content
  }

  /// Decompresses and parses a part.
  ///
  /// - Throws: A diagnostic if the part is missing or cannot be read.
  private mutating func read(_ part: String, to content: any PartContent) throws(Diagnostic) {
    guard let entry = zip.entry(named: part) else {
      throw .invalidWorkbook("the part '\(part)' is missing", file: file)
    }
    let bytes = try zip.read(entry)
    shared.readSize += bytes.count
    try PartReader.read(bytes, part: part, file: file, to: content)
  }

  private static func invalidFile(_ message: String, hint: String, _ file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-workbook", message, at: SourceLocation(file: file), hint: hint,
      kind: .unreadable)
  }
}

/// Operations on part names, which are paths in the ZIP file without a leading slash.
///
/// See ECMA-376 Part 2, section 6.5, and RFC 3986, section 5.2.4.
enum PartName {
  /// Returns the name of the part that contains a part's relationships.
  static func relationships(of part: String) -> String {
    let (folder, name) = split(part)
    return "\(folder)_rels/\(name).rels"
  }

  /// Returns the name of the part that a relationship refers to.
  ///
  /// - Parameters:
  ///   - target: An absolute path, or a path relative to the folder of `part`.
  ///   - part: The part with the relationship.
  static func resolve(_ target: String, from part: String) -> String {
    let isAbsolute = target.utf8.first == UInt8(ascii: "/")
    let base = isAbsolute ? "" : split(part).folder
    var segments: [Substring.UTF8View] = []
    let path = Substring(base + target).utf8
    for segment in path.split(separator: UInt8(ascii: "/")) {
      if segment.elementsEqual("..".utf8) {
        // Segments above the root are ignored, so the result never leaves the archive.
        segments = segments.dropLast()
      } else if !segment.elementsEqual(".".utf8) {
        segments.append(segment)
      }
    }
    return segments.map { String(Substring($0)) }.joined(separator: "/")
  }

  /// Splits a name into its folder, including the trailing slash, and the rest.
  private static func split(_ part: String) -> (folder: String, name: String) {
    guard let slash = part.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", part) }
    let start = part.utf8.index(after: slash)
    return (String(part[..<start]), String(part[start...]))
  }
}
