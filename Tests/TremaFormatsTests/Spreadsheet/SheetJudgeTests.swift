import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Exchanges files with Python, openpyxl and translate-toolkit in both directions.
@Suite struct SheetJudgeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ script: String, _ judge: Judge = .environmentPython) throws -> String {
    let verdict = try judge.run(["-c", script], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    return verdict.text
  }

  /// Returns the expected cells of the catalogue's table.
  private func cells(_ texts: [Text]) -> [[String]] {
    let languages = SheetCatalogue.languages
    let header = ["Key", "Context"] + languages + languages.map { "Status (\($0))" }
    let rows = texts.map { text in
      [text.key, Annotations(text.context).text]
        + languages.map { text[$0]?.message.spelled() ?? "" }
        + languages.map { language in
          text[language].map { $0.status.spelling ?? "undefined" } ?? ""
        }
    }
    return [header] + rows
  }

  @Test func `Python and openpyxl read the same cells`() throws {
    var catalogues = SheetCatalogue(seed: 73)
    for number in 0..<60 {
      let texts = catalogues.texts()
      // openpyxl's treatment of a carriage return is not tested.
      let plain = texts.filter { text in
        !cells([text]).joined().contains {
          $0.unicodeScalars.contains {
            $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value >= 0xFFFE && $0.value <= 0xFFFF
          }
        }
      }
      try folder.write(CatalogFormat.csv.encode(texts), to: "\(number).csv")
      try folder.write(CatalogFormat.tsv.encode(texts), to: "\(number).tsv")
      try folder.write(CatalogFormat.xlsx.encode(plain), to: "\(number).xlsx")
      let json = try JSONSerialization.data(withJSONObject: [cells(texts), cells(plain)])
      try folder.write([UInt8](json), to: "\(number).json")
    }
    let script = """
      import csv, json, openpyxl
      for n in range(60):
        texts, plain = json.load(open(f"{n}.json", encoding="utf-8"))
        found = list(csv.reader(open(f"{n}.csv", encoding="utf-8-sig", newline="")))
        assert found == texts, (n, found, texts)
        found = list(csv.reader(open(f"{n}.tsv", encoding="utf-8", newline=""), delimiter="\\t"))
        assert found == texts, (n, found, texts)
        book = openpyxl.load_workbook(f"{n}.xlsx")
        assert book.sheetnames == ["Text Resources"], book.sheetnames
        sheet = book.active
        assert sheet.freeze_panes == "A2" and sheet["A1"].font.bold
        assert min(d.width for d in sheet.column_dimensions.values()) >= 20
        found = [[cell.value or "" for cell in row] for row in sheet.iter_rows()]
        assert found == plain, (n, found, plain)
      print("equal")
      """
    #expect(try run(script) == "equal\n")
  }

  @Test func `a workbook that openpyxl edited is read`() throws {
    var text = Text(key: "greeting")
    text.context = Context("On the start page\n@param 1 name who")
    text.values = [
      Value(language: "de", status: .verified, source: "Hallo,\\n%1$@"),
      Value(language: "en", status: .initial, source: ""),
    ]
    var days = Text(key: "days")
    days.values = [Value(language: "de", source: "{n, plural, one {# Tag} other {# Tage}}")]
    try folder.write(
      CatalogFormat.xlsx.encode([text, days], languages: ["de", "en"]), to: "in.xlsx")
    try folder.write(
      ResourceFormat.xlsx.encode([text], language: .tag("en")), to: "translation.xlsx")
    _ = try run(
      """
      import openpyxl
      book = openpyxl.load_workbook("in.xlsx")
      sheet = book.active
      rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
      sheet.delete_rows(1, 10)
      sheet.append(["Reviewer"] + list(reversed(rows[0])) + ["fr (Entwurf)", "Français (fr)"])
      sheet.append(["Ann"] + list(reversed(rows[1])) + [None, 12])
      sheet.append([])
      sheet.append([None] + list(reversed(rows[2])) + [None, True])
      assert sheet["E2"].value is None and sheet["D2"].value == "initial" or True
      sheet["D2"] = "Hello,\\n%1$@"
      sheet["B2"] = "translated"
      book.create_sheet("Lists")["A1"] = "x"
      book.save("out.xlsx")
      book = openpyxl.load_workbook("translation.xlsx")
      assert [c.value for c in book.active[1]] == ["Key", "Status", "Master (de)", "Value (en)", "Context"]
      book.active["D2"] = "Hi"
      book.active["B2"] = "translated"
      book.active.move_range("A1:E2", cols=2)
      book.active.title = "Sheet 1"
      book.save("translated.xlsx")
      """)
    let reading = try ReadableFormat.xlsx.texts(try folder.read("out.xlsx"), file: "out.xlsx")
    #expect(
      said(reading.texts, in: ["de", "en", "fr"]) == [
        "text 'greeting' 'On the start page\\n@param 1 name who'",
        "de verified 'Hallo,\\n%1$@'", "en translated 'Hello,\\n%1$@'", "fr translated '12'",
        "text 'days' ''",
        "de translated '{n, plural, one {# Tag} other {# Tage}}'", "fr translated 'TRUE'",
      ])
    #expect(
      reading.diagnostics.map { "\($0.severity.rawValue) \($0.message)" } == [
        "note Text Resources!A1: the column 'Reviewer' is not read",
        "note only the sheet 'Text Resources' is read, not 'Lists'",
      ])
    let translated = try ReadableFormat.xlsx.texts(try folder.read("translated.xlsx"))
    #expect(
      said(translated.texts, in: ["de", "en"]) == [
        "text 'greeting' 'On the start page\\n@param 1 name who'",
        "de translated 'Hallo,\\n%1$@'", "en translated 'Hi'",
      ])
    #expect(translated.masterLanguage == "de" && translated.diagnostics.isEmpty)
  }

  @Test func `errors in a workbook name their cells`() throws {
    _ = try run(
      """
      import openpyxl
      book = openpyxl.Workbook()
      book.active.title = "Old"
      book.active.sheet_state = "hidden"
      book.active.append(["Key", "de"])
      sheet = book.create_sheet("Texts")
      for row in [["Key", "de", "Deutsch", "de", "Owner"], ["a", "x"], [], [None, "y"],
                  ["a", "z"], ["b", "=1+1"], ["c", "#REF!"], ["d", "{n, plural, one {x}}"],
                  ["#N/A", "x"], ["e", "ok", None, None, "#REF!"]]:
        sheet.append(row)
      book.save("bad.xlsx")
      """)
    let reading = try ReadableFormat.xlsx.texts(try folder.read("bad.xlsx"), file: "bad.xlsx")
    #expect(
      reading.diagnostics.map { "\($0.severity.rawValue) \($0.code): \($0.message)" } == [
        "error invalid-language: Texts!C1: 'Deutsch' is not a language tag",
        "error duplicate-language: Texts!D1: the table has a second column for 'de' (see Texts!B1)",
        "error missing-key: Texts!A4: the row has no key",
        "error duplicate-key: Texts!A5: key 'a' is defined twice (first in Texts!A2)",
        "error missing-result: cell Texts!B6 contains a formula without a stored result",
        "error cell-error: cell Texts!B7 contains the error '#REF!'",
        "error invalid-message: Texts!B8: 'd' in 'de' is not a valid message: "
          + "the branch 'other' is missing",
        "error cell-error: cell Texts!A9 contains the error '#N/A'",
        "note unread-column: Texts!E1: the column 'Owner' is not read",
        "note unread-sheet: only the sheet 'Texts' is read, not 'Old'",
      ])
    #expect(reading.diagnostics.allSatisfy { $0.location?.file == "bad.xlsx" })
    #expect(reading.diagnostics.allSatisfy { $0.location?.start == nil && $0.hint != nil })
    #expect(reading.diagnostics.allSatisfy { $0.related.isEmpty })
    #expect(reading.texts.map(\.key) == ["a", "b", "c", "d", "e"])
    #expect(reading.texts[4].position == SourcePosition(line: 10, column: 1))
  }

  @Test(arguments: ["Name,de", "Key,Status", "Key,Value", ""])
  func `a workbook without required columns is rejected with the cell`(header: String) throws {
    let titles = header.split(separator: ",").map { "'\($0)'" }.joined(separator: ", ")
    _ = try run(
      """
      import openpyxl
      book = openpyxl.Workbook()
      book.active.append([\(titles)])
      book.save("a.xlsx")
      """)
    let bytes = try folder.read("a.xlsx")
    let error = #expect(throws: Diagnostic.self) { try ReadableFormat.xlsx.texts(bytes) }
    #expect(error?.kind == .unreadable && error?.location?.start == nil && error?.hint != nil)
    let message = [
      "Name,de": "Sheet!A1: there is no 'Key' column among 'Name', 'de'",
      "Key,Status":
        "Sheet!A1: there is no column with the texts of a language among 'Key', 'Status'",
      "Key,Value": "Sheet!B1: the column 'Value' has no language",
      "": "the file has no header row",
    ][header]
    #expect(error?.message == message)
  }

  @Test func `translate-toolkit reads the same units`() throws {
    var catalogues = SheetCatalogue(seed: 74)
    var pairs: [[String]] = []
    var texts: [Text] = []
    while texts.count < 60 { texts += catalogues.texts() }
    for (index, _) in texts.enumerated() { texts[index].key = "key\(index)" }
    for text in texts {
      if let value = text["pl"] { pairs.append([text.key, value.message.spelled() ?? ""]) }
    }
    try folder.write(ResourceFormat.csv.encode(texts, language: .tag("pl")), to: "t.csv")
    try folder.write([UInt8](try JSONSerialization.data(withJSONObject: pairs)), to: "t.json")
    let script = """
      import json
      from translate.storage import csvl10n
      store = csvl10n.csvfile(fieldnames=["id", "fuzzy", "source", "target", "context"])
      store.parse(open("t.csv", "rb").read())
      found = [[u.id, u.target] for u in store.units if u.id != "Key"]
      wanted = json.load(open("t.json", encoding="utf-8"))
      assert found == wanted, [(a, b) for a, b in zip(found, wanted) if a != b] or (len(found), len(wanted))
      print("equal")
      """
    #expect(try run(script) == "equal\n")
  }
}
