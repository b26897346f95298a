import TremaSupport

/// A writer for the parts of a workbook. Texts are written as shared strings, which every
/// application reads and writes.
struct WorkbookWriter {
  /// The maximum length of a cell, in UTF-16 code units. See Excel's specifications and limits.
  static let textLimit = 32_767
  /// The maximum length of a worksheet name, in UTF-16 code units.
  static let nameLimit = 31

  private static let declaration =
    #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  private let workbook: Workbook
  private let file: String

  init(_ workbook: Workbook, file: String) {
    self.workbook = workbook
    self.file = file
  }

  /// Returns the whole file.
  ///
  /// - Throws: An `.unwritableWorkbook` diagnostic for a string, a table or a name that exceeds the
  ///   limits of spreadsheet applications.
  func bytes() throws(Diagnostic) -> [UInt8] {
    try checkNames()
    // The worksheets are created first because they add the shared strings.
    var strings = SharedStrings()
    var sheets: [[UInt8]] = []
    for sheet in workbook.sheets { sheets.append(try part(of: sheet, &strings)) }
    var archive = ZipWriter(file: file)
    try archive.append("[Content_Types].xml", Array(contentTypes.utf8))
    try archive.append("_rels/.rels", Array(packageRelationships.utf8))
    try archive.append("xl/workbook.xml", sheetList)
    try archive.append("xl/_rels/workbook.xml.rels", Array(workbookRelationships.utf8))
    try archive.append("xl/styles.xml", Array((Self.declaration + CellStyle.part).utf8))
    try archive.append("xl/sharedStrings.xml", Array(Self.declaration.utf8) + strings.part)
    for (number, part) in zip(1..., sheets) {
      try archive.append("xl/worksheets/sheet\(number).xml", part)
    }
    return try archive.finish()
  }

  // MARK: Sheets

  /// Returns the part of a worksheet, with a frozen first row.
  private func part(
    of sheet: Workbook.Sheet, _ strings: inout SharedStrings
  ) throws(Diagnostic) -> [UInt8] {
    guard sheet.table.rows.count <= CellReference.lastRow else {
      throw unwritableWorkbook(
        "size-limit", "the sheet '\(sheet.name)' has too many rows: \(sheet.table.rows.count)",
        hint: "split the texts; a sheet can contain at most \(CellReference.lastRow)")
    }
    var xml = Array(Self.declaration.utf8)
    xml += #"<worksheet xmlns="\#(Self.main)"><sheetViews><sheetView workbookViewId="0">"#.utf8
    // The pane keeps the first row visible while the other rows scroll.
    xml += #"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>"#.utf8
    xml += "</sheetView></sheetViews>".utf8
    if !sheet.columnWidths.isEmpty {
      xml += "<cols>".utf8
      // Excel limits the width of a column to 255 characters.
      for (column, width) in zip(1...CellReference.lastColumn, sheet.columnWidths) {
        let width = min(max(width, 1), 255)
        xml += #"<col min="\#(column)" max="\#(column)" width="\#(width)" customWidth="1"/>"#.utf8
      }
      xml += "</cols>".utf8
    }
    xml += "<sheetData>".utf8
    for (number, row) in zip(1..., sheet.table.rows) {
      xml += #"<row r="\#(number)">"#.utf8
      for cell in row.cells {
        try append(
          cell.text, at: CellReference(row: number, column: cell.column), of: sheet, &strings,
          to: &xml)
      }
      xml += "</row>".utf8
    }
    xml += "</sheetData></worksheet>".utf8
    return xml
  }

  /// Appends a cell to the XML of its row.
  ///
  /// - Throws: `size-limit` for a column or a string that exceeds the limits.
  private func append(
    _ text: String, at reference: CellReference, of sheet: Workbook.Sheet,
    _ strings: inout SharedStrings, to xml: inout [UInt8]
  ) throws(Diagnostic) {
    let name = "\(sheet.name)!\(reference)"
    guard (1...CellReference.lastColumn).contains(reference.column) else {
      throw unwritableWorkbook(
        "size-limit", "the sheet '\(sheet.name)' has an invalid column: \(reference.column)",
        hint: "use the columns 1 to \(CellReference.lastColumn)")
    }
    // A string has at least as many UTF-8 bytes as UTF-16 code units, so comparing the number of
    // bytes, which is fast, rules out most strings.
    if text.utf8.count > Self.textLimit, text.utf16.count > Self.textLimit {
      throw unwritableWorkbook(
        "size-limit", "the text of cell \(name) is longer than \(Self.textLimit) UTF-16 code units",
        hint: "use another format for this text; no spreadsheet program supports longer texts")
    }
    let style = CellStyle(of: text, isHeader: reference.row == 1).rawValue
    xml += #"<c r="\#(reference)" s="\#(style)""#.utf8
    if text.isEmpty {
      xml += "/>".utf8
    } else {
      xml += #" t="s"><v>\#(strings.index(of: text))</v></c>"#.utf8
    }
  }

  // MARK: Names

  /// Checks the names of the worksheets.
  ///
  /// - Throws: `sheet-name` if there is no worksheet, or if a name is invalid or occurs twice.
  private func checkNames() throws(Diagnostic) {
    guard !workbook.sheets.isEmpty else {
      throw unwritableWorkbook(
        "sheet-name", "the workbook has no sheet",
        hint: "add a sheet; no program opens a workbook without one")
    }
    var names: Set<String> = []
    for sheet in workbook.sheets {
      let name = sheet.name
      // These are Excel's rules for worksheet names.
      let isInvalid =
        name.isEmpty || name.utf16.count > Self.nameLimit || name.utf8.first == UInt8(ascii: "'")
        || name.utf8.last == UInt8(ascii: "'")
        || name.unicodeScalars.contains { scalar in
          "[]:*?/\\".unicodeScalars.contains(scalar) || scalar.value < 0x20
            || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        }
      if isInvalid {
        throw unwritableWorkbook(
          "sheet-name", "'\(name)' is not a valid sheet name",
          hint: "use 1 to \(Self.nameLimit) characters, none of []:*?/\\, "
            + "and no apostrophe at the start or end")
      }
      // Applications compare names case-insensitively.
      guard names.insert(name.lowercased()).inserted else {
        throw unwritableWorkbook(
          "sheet-name", "two sheets have the name '\(name)'",
          hint: "rename one of them; sheet names are case-insensitive")
      }
    }
  }

  private func unwritableWorkbook(_ code: String, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file), hint: hint, kind: .unwritable)
  }

  //  MARK: Relationships

  /// The worksheet numbers in the part names.
  private var numbers: ClosedRange<Int> { 1...workbook.sheets.count }

  /// The content of `[Content_Types].xml`, which lists the types of all parts.
  private var contentTypes: String {
    func override(_ part: String, _ type: String) -> String {
      #"<Override PartName="/xl/\#(part)" ContentType="\#(Self.kind).\#(type)+xml"/>"#
    }
    return Self.declaration + #"<Types xmlns="\#(Self.package)/content-types">"#
      + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
      + #"<Default Extension="xml" ContentType="application/xml"/>"#
      + override("workbook.xml", "sheet.main") + override("styles.xml", "styles")
      + override("sharedStrings.xml", "sharedStrings")
      + numbers.map { override("worksheets/sheet\($0).xml", "worksheet") }.joined() + "</Types>"
  }

  /// Returns the content of a relationships part. The identifiers are `rId1`, `rId2`, ...
  private func relationships(_ entries: [(kind: String, target: String)]) -> String {
    let lines = zip(1..., entries).map { number, entry in
      #"<Relationship Id="rId\#(number)" Type="\#(Self.office)/\#(entry.kind)" Target="\#(entry.target)"/>"#
    }
    return Self.declaration + #"<Relationships xmlns="\#(Self.package)/relationships">"#
      + lines.joined() + "</Relationships>"
  }

  /// The relationships of the package, which consist only of the workbook.
  private var packageRelationships: String {
    relationships([("officeDocument", "xl/workbook.xml")])
  }

  /// The relationships of the workbook. The worksheets come first, so the identifier of each
  /// worksheet is its number.
  private var workbookRelationships: String {
    relationships(
      numbers.map { ("worksheet", "worksheets/sheet\($0).xml") }
        + [("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")])
  }

  /// The content of `xl/workbook.xml`, which lists the worksheets.
  private var sheetList: [UInt8] {
    var xml = Array(Self.declaration.utf8)
    xml += #"<workbook xmlns="\#(Self.main)" xmlns:r="\#(Self.office)">"#.utf8
    xml += "<bookViews><workbookView/></bookViews><sheets>".utf8
    for (number, sheet) in zip(1..., workbook.sheets) {
      xml += #"<sheet name=""#.utf8
      SpreadsheetEscaping.append(sheet.name, to: &xml)
      xml += #"" sheetId="\#(number)""#.utf8
      if sheet.isHidden { xml += #" state="hidden""#.utf8 }
      xml += #" r:id="rId\#(number)"/>"#.utf8
    }
    xml += "</sheets></workbook>".utf8
    return xml
  }
}

/// The shared strings, without duplicates, in the order of their first use.
struct SharedStrings {
  // The keys are bytes because `String` treats canonically equivalent strings as equal.
  private var indices: [[UInt8]: Int] = [:]
  /// The XML elements of the strings.
  private var items: [UInt8] = []
  /// How many references to strings there are, which the part stores as `count`.
  private var useCount = 0

  /// Returns the index of a string, which is added on first use.
  mutating func index(of text: String) -> Int {
    useCount += 1
    let key = Array(text.utf8)
    if let index = indices[key] { return index }
    let index = indices.count
    indices[key] = index
    items += #"<si><t xml:space="preserve">"#.utf8
    SpreadsheetEscaping.append(text, to: &items)
    items += "</t></si>".utf8
    return index
  }

  /// The content of `xl/sharedStrings.xml`, without the XML declaration.
  var part: [UInt8] {
    let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    var xml = Array(
      #"<sst xmlns="\#(namespace)" count="\#(useCount)" uniqueCount="\#(indices.count)">"#.utf8)
    xml += items
    xml += "</sst>".utf8
    return xml
  }
}
