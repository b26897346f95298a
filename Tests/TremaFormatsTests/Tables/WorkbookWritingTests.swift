import Foundation
import Testing
import TremaFormats
import TremaSupport
import TremaTestSupport

/// Generated workbooks, read by other programs and by the reader.
@Suite struct WorkbookWritingTests {
  private static let odd = [
    "Key", "Value (de)", "  spaces  ", "line\nbreak", "CR\r\nLF\r", "\ttab\t", "😀 é e\u{301}",
    "bell \u{7} nul \u{0} \u{1F} \u{7F}", "\u{FFFE}\u{FFFF}\u{FFFD}", "=1+1", "+1", "-1", "@x",
    "'x",
    "_x000D_ _x00_ __x0041_", "<&>\"']]>", "", "2", "007", "TRUE", "#REF!", " ", "\u{301}",
    "日本語", "\u{85}\u{2028}",
  ]

  private func workbook() -> Workbook {
    let first = Table([Self.odd, Self.odd.reversed(), ["a", "", "b"]])
    var hidden = Workbook.Sheet(name: "Größe & <2> \"x\"", table: Table([["x"]]))
    hidden.isHidden = true
    return Workbook(sheets: [
      Workbook.Sheet(name: "Texts", table: first, columnWidths: [20, 40]), hidden,
      Workbook.Sheet(name: "Empty", table: Table([])),
    ])
  }

  private func failure(_ workbook: Workbook) -> String {
    do throws(Diagnostic) {
      _ = try workbook.encode(file: "a.xlsx")
      return "written"
    } catch {
      return error.kind == .unwritable ? error.spelled : "another kind"
    }
  }

  @Test func `the output is read back and written again unchanged`() throws {
    let bytes = try workbook().encode(file: "a.xlsx")
    let read = try Workbook.decode(bytes, file: "a.xlsx")
    #expect(read.problems.isEmpty)
    #expect(read.sheets.map(\.name) == workbook().sheets.map(\.name))
    #expect(read.sheets.map(\.isHidden) == [false, true, false])
    for (a, b) in zip(read.sheets, workbook().sheets) {
      for (rowA, rowB) in zip(a.table.rows, b.table.rows) {
        for column in 1...Self.odd.count {
          #expect(Array(rowA[column].text.utf8) == Array(rowB[column].text.utf8))
        }
      }
    }
    #expect(try workbook().encode(file: "b.xlsx") == bytes)
  }

  /// openpyxl undoes the escapes of underscores, but of no other character.
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let isOdd = scalar.value < 0x20 && scalar != "\t" && scalar != "\n"
      return isOdd || scalar.value | 1 == 0xFFFF
        ? String(format: "_x%04X_", scalar.value) : String(scalar)
    }.joined()
  }

  @Test func `openpyxl reads the same texts, none of them a formula`() throws {
    let folder = try TemporaryFolder()
    try folder.write(try workbook().encode(file: "a.xlsx"), to: "a.xlsx")
    let verdict = try Judge.environmentPython.run(
      [Fixture.path("read-workbook.py"), folder.path + "/a.xlsx"])
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let sheets = try #require(
      try JSONSerialization.jsonObject(with: Data(verdict.output)) as? [[Any]])
    #expect(sheets.map { $0[0] as? String } == workbook().sheets.map(\.name))
    #expect(sheets.map { $0[1] as? String } == ["visible", "hidden", "visible"])
    #expect(sheets.map { $0[2] as? String } == ["A2", "A2", "A2"])
    #expect(sheets[0][3] as? [Int] == [20, 40])
    let rows = try #require(sheets[0][4] as? [[String]])
    let padding = [String](repeating: "", count: Self.odd.count - 3)
    for (found, written) in zip(rows, [Self.odd, Self.odd.reversed(), ["a", "", "b"] + padding]) {
      #expect(found.count == written.count)
      for (a, b) in zip(found, written) {
        #expect(
          Array(a.utf8) == Array(escaped(b).utf8), "\(a.debugDescription) for \(b.debugDescription)"
        )
      }
    }
    #expect(rows.count == 3)
  }

  @Test func `unzip and Python find a valid archive of well-formed parts`() throws {
    let folder = try TemporaryFolder()
    let bytes = try workbook().encode(file: "a.xlsx")
    try folder.write(bytes, to: "a.xlsx")
    let tested = try Judge.unzip.run(["-t", "a.xlsx"], in: folder)
    #expect(tested.status == 0, "\(tested.text)")
    let styles = try Judge.unzip.run(["-p", "a.xlsx", "xl/styles.xml"], in: folder)
    #expect(styles.text.contains("quotePrefix"))
    let texts = try Judge.unzip.run(["-p", "a.xlsx", "xl/sharedStrings.xml"], in: folder)
    #expect(texts.text.contains("<t xml:space=\"preserve\">CR_x000D_\nLF_x000D_</t>"))
    #expect(texts.text.contains(">_x005F_x000D_ _x00_ __x005F_x0041_</t>"))
    let script = """
      import zipfile
      from xml.dom import minidom
      with zipfile.ZipFile("a.xlsx") as archive:
        assert archive.testzip() is None
        for entry in archive.infolist():
          assert entry.date_time == (1980, 1, 1, 0, 0, 0), entry
          minidom.parseString(archive.read(entry))
        print(len(archive.infolist()))
      """
    let read = try Judge.python.run(["-c", script], in: folder)
    #expect(read.text == "9\n", "\(read.complaint)")
  }

  @Test func `text that looks like an escape sequence survives a round trip`() throws {
    let texts = ["_x005F_", "_x005F_x000D_", "__x0041_x0041_", "_xD83D__xDE00_", "_x00e9_", "_x"]
    let workbook = Workbook(sheets: [Workbook.Sheet(name: "_x0041_", table: Table([texts]))])
    let read = try Workbook.decode(try workbook.encode(file: ""), file: "")
    #expect(read.sheets[0].table.texts == utf8([texts]))
    #expect(read.sheets[0].name == "_x0041_")
  }

  @Test func `text that exceeds the limits of Excel is not written`() {
    func book(_ text: String) -> Workbook {
      Workbook(sheets: [Workbook.Sheet(name: "S", table: Table([["a"], ["b", text]]))])
    }
    // 32,767 UTF-16 units are more bytes.
    #expect(failure(book(String(repeating: "é", count: 32_767))) == "written")
    #expect(
      failure(book(String(repeating: "x", count: 32_768)))
        == "size-limit: the text of cell S!B2 is longer than 32767 UTF-16 code units")
    let rows = [TableRow](repeating: TableRow(number: 1, cells: []), count: 1_048_577)
    #expect(
      failure(Workbook(sheets: [Workbook.Sheet(name: "S", table: Table(file: "", rows: rows))]))
        == "size-limit: the sheet 'S' has too many rows: 1048577")
    let wide = TableRow(number: 1, cells: [TableCell("x", column: 16_385, at: .start)])
    #expect(
      failure(Workbook(sheets: [Workbook.Sheet(name: "S", table: Table(file: "", rows: [wide]))]))
        == "size-limit: the sheet 'S' has an invalid column: 16385")
    #expect(failure(Workbook(sheets: [])) == "sheet-name: the workbook has no sheet")
  }

  @Test(arguments: ["", "a/b", "[x]", "'a", "a:b", "\u{1}", "12345678901234567890123456789012"])
  func `an invalid sheet name is rejected`(name: String) {
    let workbook = Workbook(sheets: [Workbook.Sheet(name: name, table: Table([]))])
    #expect(failure(workbook) == "sheet-name: '\(name)' is not a valid sheet name")
    let two = ["Ä", "ä"].map { Workbook.Sheet(name: $0, table: Table([])) }
    #expect(failure(Workbook(sheets: two)) == "sheet-name: two sheets have the name 'ä'")
  }
}
