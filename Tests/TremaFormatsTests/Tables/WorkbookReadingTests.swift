import Testing
import TremaFormats
import TremaSupport
import TremaTestSupport

/// Reads workbooks written by Python's zipfile and by openpyxl.
@Suite struct WorkbookReadingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let verdict = try Judge.python.run([Fixture.path("make-workbooks.py"), folder.path])
    try #require(verdict.status == 0, "\(verdict.complaint)")
  }

  private func read(_ name: String, _ limits: Workbook.Limits = .init()) throws -> Workbook {
    try Workbook.decode(try folder.read(name), file: name, limits: limits)
  }

  private func failure(_ bytes: [UInt8], _ limits: Workbook.Limits = .init()) -> String {
    do throws(Diagnostic) {
      _ = try Workbook.decode(bytes, file: "a.xlsx", limits: limits)
      return "read"
    } catch {
      return error.kind == .unreadable && error.location?.file == "a.xlsx"
        ? error.spelled : "misplaced: \(error)"
    }
  }

  @Test(arguments: ["excel.xlsx", "stored.xlsx", "streamed.xlsx", "backslashes.xlsx"])
  func `a workbook written by Excel is read`(name: String) throws {
    let workbook = try read(name)
    #expect(workbook.sheets.map(\.name) == ["Texts", "Old & hidden"])
    #expect(workbook.sheets.map(\.isHidden) == [false, true])
    let table = workbook.sheets[0].table
    #expect(table.rows.map(\.number) == [1, 3, 4, 14])
    #expect(
      table.texts
        == utf8([
          ["Key", "Rich text"], ["", "2", "1.5E-3", "TRUE"], ["#DIV/0!", "a\rb"],
          ["", "", "東京", " in line "],
        ]))
    let cell = table.rows[3][3]
    #expect(table.name(of: cell) == "Texts!C14")
    #expect(cell.position == SourcePosition(line: 14, column: 3))
    #expect(table.rows[3][1].position == SourcePosition(line: 14, column: 1))
    #expect(
      workbook.problems.map(\.spelled) == [
        "4:1 cell-error: cell Texts!A4 contains the error '#DIV/0!'",
        "4:2 formula: cell Texts!B4 contains a formula",
        "4:3 missing-result: cell Texts!C4 contains a formula without a stored result",
      ])
    #expect(workbook.sheets[1].table.rows.isEmpty)
  }

  @Test func `a strict workbook with prefixes and without references is read`() throws {
    let table = try read("strict-prefixed.xlsx").sheets[0].table
    #expect(table.texts == utf8([["7", "aA_x0041_ 😀 _xD83D_"], ["", "2026-11-21"]]))
  }

  @Test func `the output of openpyxl is read`() throws {
    let script = """
      import openpyxl, sys
      from openpyxl.worksheet.formula import ArrayFormula
      book = openpyxl.Workbook()
      sheet = book.active
      sheet.title = "Tëxts"
      sheet.append(["Key", "  spaces  ", "line\\nbreak", "😀", 2, 2.5, True, None, "<&>", "'x"])
      sheet["B7"] = "merged"
      sheet.merge_cells("B7:C8")
      hidden = book.create_sheet("H")
      hidden.sheet_state = "hidden"
      hidden["C3"] = "=1+1"
      book.save(sys.argv[1])
      """
    let path = folder.path + "/openpyxl.xlsx"
    let verdict = try Judge.environmentPython.run(["-c", script, path])
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let workbook = try read("openpyxl.xlsx")
    #expect(workbook.sheets.map(\.name) == ["Tëxts", "H"])
    #expect(workbook.sheets.map(\.isHidden) == [false, true])
    #expect(
      workbook.sheets[0].table.texts
        == utf8([
          ["Key", "  spaces  ", "line\nbreak", "😀", "2", "2.5", "TRUE", "", "<&>", "'x"],
          ["", "merged"],
        ]))
    #expect(
      workbook.problems.map(\.spelled) == [
        "3:3 missing-result: cell H!C3 contains a formula without a stored result"
      ])
  }

  @Test(arguments: [
    (
      "bad-string-number.xlsx",
      "invalid-workbook: the sheet 'Texts' has no text '3' for the cell B2"
    ),
    (
      "bad-reference.xlsx",
      "invalid-workbook: the sheet 'Texts' has a cell 'XFE2' in row 2, after column 0"
    ),
    ("rows-out-of-order.xlsx", "invalid-workbook: the sheet 'Texts' has a row '2' after row 2"),
    (
      "bad-boolean.xlsx",
      "invalid-workbook: the sheet 'Texts' has 'ja' instead of true or false in the cell A2"
    ),
    (
      "not-xml.xlsx",
      "malformed-xml: cannot read the part 'xl/worksheets/sheet1.xml': the file ends inside the element 'worksheet' (line 1, column 78)"
    ),
    (
      "doctype.xlsx",
      "invalid-workbook: cannot read the part 'xl/worksheets/sheet1.xml': a workbook cannot have a document type declaration"
    ),
    ("no-workbook.xlsx", "invalid-workbook: the file is a ZIP file, but not a workbook"),
    ("calc.ods", "invalid-workbook: the file is an OpenDocument file, not an Excel workbook"),
    ("missing-sheet.xlsx", "invalid-workbook: the part 'xl/worksheets/sheet1.xml' is missing"),
    ("lzma.xlsx", "unsupported-zip: the entry '_rels/.rels' is compressed with method 14"),
  ]) func `an unreadable workbook is rejected with a reason`(name: String, expected: String) throws
  {
    let found = failure(try folder.read(name))
    #expect(found == expected)
  }

  @Test func `a ZIP bomb stops at the limit regardless of its declared size`() throws {
    var limits = Workbook.Limits()
    limits.decompressed = 1 << 20
    var bytes = try folder.read("bomb.xlsx")
    let expected = "size-limit: the contents are larger than 1048576 bytes when decompressed"
    #expect(failure(bytes, limits) == expected)
    // Twenty million and some bytes are 0x01312Dxx in both headers of the sheet.
    var changed = 0
    for index in bytes.indices.dropLast(4)
    where bytes[index...].dropFirst().starts(with: [0x2D, 0x31, 0x01]) {
      bytes.replaceSubrange(index..<(index + 4), with: [100, 0, 0, 0])
      changed += 1
    }
    #expect(changed == 2)
    #expect(
      failure(bytes, limits)
        == "invalid-zip: 'xl/worksheets/sheet1.xml' does not have the size given in the directory (byte \(start(bytes)))"
    )
  }

  @Test func `a long shared string referenced by many cells is rejected`() throws {
    func workbook(_ rows: Int) throws -> [UInt8] {
      let text = String(repeating: "x", count: Workbook.maxTextLength)
      let cell = TableCell(text, column: 1, at: .start)
      let rows = (1...rows).map { TableRow(number: $0, cells: [cell]) }
      let sheets = ["A", "B"].map { name in
        var table = Table(file: "a.xlsx", sheet: name)
        table.rows = rows
        return Workbook.Sheet(name: name, table: table)
      }
      return try Workbook(sheets: sheets).encode(file: "a.xlsx")
    }
    #expect(failure(try workbook(244)) == "read")
    #expect(
      failure(try workbook(245))
        == "expansion-limit: the shared texts in cells add up to more than 16000000 bytes (cell B!A244)"
    )
  }

  @Test func `a long number format is truncated in the message`() throws {
    let problems = try read("giant-format.xlsx").problems.map(\.spelled)
    let words = [
      "number format \(String(repeating: "3", count: 40))…", String(repeating: "0", count: 40),
      "\(String(repeating: "#", count: 40))…",
    ]
    #expect(
      problems
        == words.enumerated().map {
          "\($0 + 1):1 formatted-number: cell Texts!A\($0 + 1) contains the number 1, shown as '\($1)'"
        })
  }

  @Test func `a long sheet name is truncated in the message`() throws {
    let workbook = try read("giant-sheet-name.xlsx")
    let name = String(repeating: "T", count: 40) + "…"
    #expect(workbook.sheets.map(\.name) == [name, "Old & hidden"])
    #expect(
      workbook.problems.first?.spelled
        == "4:1 cell-error: cell \(name)!A4 contains the error '#DIV/0!'")
  }

  /// The offset of the compressed bytes of the first sheet.
  private func start(_ bytes: [UInt8]) -> Int {
    let name = Array("xl/worksheets/sheet1.xml".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: name) }.map { $0 + name.count } ?? 0
  }

  @Test func `legacy and encrypted workbooks are identified in the error`() throws {
    #expect(
      failure([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        == "invalid-workbook: the file is an Excel 97 workbook (.xls), or is password-protected")
  }
}
