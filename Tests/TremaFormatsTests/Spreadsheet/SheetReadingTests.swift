import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaSupport
import TremaTestSupport

/// Reads tables as people and spreadsheet programs save them.
@Suite struct SheetReadingTests {
  private func read(
    _ text: String, _ format: ReadableFormat = .csv, language: String? = nil
  ) throws -> FormatReading {
    try format.texts(Array(text.utf8), file: "a.\(format)", language: language)
  }

  /// `key|context|de:translated:Text`
  private func lines(_ reading: FormatReading) -> [String] {
    reading.texts.map { text in
      ([text.key, text.context?.text ?? "-"]
        + text.values.map { "\($0.language):\($0.status.name):\($0.source)" })
        .joined(separator: "|")
    }
  }

  @Test func `a file written by trema-core is read`() throws {
    let bytes = try fixture("trema-core-export.csv")
    let reading = try ReadableFormat.csv.texts(bytes)
    #expect(
      lines(reading) == [
        "app_name|The name under the icon|de:translated:Wetter|fr:verified:Météo",
        "greeting|-|de:translated:Hallo, %1$@!\\nSchön; oder?|fr:translated:Salut, %1$@ !\\nÇa va; non ?",
        "new_key|-|de:translated:Neu|fr:initial:",
        "odd_status|-|fr:undefined:x",
        "no_status|-|de:translated:\\\"q\\\"|fr:undefined:y".replacing("\\\"", with: "\""),
      ])
    #expect(reading.texts.map(\.position.line) == [2, 3, 7, 9, 10])
    #expect(reading.texts[3].values[0].status == .undefined("reviewed"))
    #expect(reading.texts[4].values[1].status == .undefined(nil))
    #expect(reading.masterLanguage == "de")
    #expect(reading.diagnostics.map(\.code) == ["unknown-status"])
  }

  static let habits: [(String, [String])] = [
    ("\u{FEFF}Key;de\r\na;x\r\n", ["a|-|de:translated:x"]),
    ("sep=;\r\nKey;de\r\na;\"x\r\ny\"", ["a|-|de:translated:x\\r\\ny"]),
    ("de,KEY,  context \nx,a,c\n", ["a|c|de:translated:x"]),
    ("Notes,Text key,German (de) draft\n!,a,x\n", ["a|-|de:translated:x"]),
    ("Key,pt_BR,DE\n1,2,TRUE\n", ["1|-|pt-BR:translated:2|de:translated:TRUE"]),
    (
      "Key,de,fr\na,x\nb\n\n,,\n  ,\nc,,y,", ["a|-|de:translated:x", "b|-", "c|-|fr:translated:y"]
    ),
    (
      "Key,de,Status (de)\na,,initial\nb,x,\nc,,\nd,y, Verified\ne,,undefined\n",
      ["a|-|de:initial:", "b|-|de:translated:x", "c|-", "d|-|de:verified:y", "e|-|de:undefined:"]
    ),
    ("Key,Status,de\na,verified,x\n", ["a|-|de:verified:x"]),
    ("Key,ID,No,Max,de\na,1,2,3,x\n", ["a|-|de:translated:x"]),
    ("Key,id\na,x\n", ["a|-|id:translated:x"]),
    ("Key,fil,gsw-CH\na,x,y\n", ["a|-|fil:translated:x|gsw-CH:translated:y"]),
    ("Ressource key,Value (fr) please,Comment\na,x,y\n", ["a|-|fr:translated:x"]),
    (
      "key,STATUS,master (DE),Wanted value (fr-CH)\na,Verified,o,x\n",
      ["a|-|de:translated:o|fr-CH:verified:x"]
    ),
    ("Key,Value\na,x\n", ["a|-|it:translated:x"]),
    ("Key,de\na,{n} \\n 'x' {\n", ["a|-|de:translated:{n} \\\\n 'x' {"]),
    ("Key,de\n", []),
  ]

  @Test(arguments: habits.indices) func `files edited by people are read`(index: Int) throws {
    let (text, expected) = Self.habits[index]
    let reading = try read(text, language: "it")
    #expect(lines(reading) == expected)
    #expect(!reading.diagnostics.contains { $0.severity == .error }, "\(reading.diagnostics)")
    if !text.contains(";"), !text.contains("pt_BR,DE") {
      let tabs = try read(text.replacing(",", with: "\t"), .tsv, language: "it")
      #expect(lines(tabs) == lines(reading))
    }
  }

  @Test func `Excel's Unicode text export is read`() throws {
    let text = "Key\tde\r\na\tGrüezi 😀\r\n"
    let units = text.utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(
      lines(try ReadableFormat.tsv.texts([0xFF, 0xFE] + units)) == ["a|-|de:translated:Grüezi 😀"])
  }

  @Test func `ignored columns and sheets are reported by name`() throws {
    let reading = try read("Key,Owner,Empty,de,Status (fr),\na,me,,x,initial,z\nb,you,,y,,\n")
    #expect(
      reading.diagnostics.map(spelled) == [
        "a.csv:1:5 note unread-column: the column 'Owner' is not read",
        "a.csv:1:20 note unread-column: the column 'Status (fr)' is not read",
        "a.csv:1:32 note unread-column: the column without a title is not read",
      ])
  }

  static let mistakes: [(String, [String])] = [
    ("", ["a.csv error missing-column: the file has no header row"]),
    (
      "Name;Value (fr)\r\n",
      ["a.csv:1:1 error missing-column: there is no 'Key' column among 'Name', 'Value (fr)'"]
    ),
    (
      "Key,Status,Context\na,b,c\n",
      [
        "a.csv:1:1 error missing-column: there is no column with the texts of a language among 'Key', 'Status', 'Context'"
      ]
    ),
    (
      "Key,Value\n",
      ["a.csv:1:5 error missing-language: the column 'Value' has no language"]
    ),
    ("Key,Value (../x)\n", ["a.csv:1:5 error invalid-language: '../x' is not a language tag"]),
    (
      "Key,Value (French)\n",
      ["a.csv:1:5 error invalid-language: 'French' is not a language tag (use its tag: 'fr')"]
    ),
    (
      "Key,Master (de),Value (de)\na,b,c\n",
      [
        "a.csv:1:5 error duplicate-language: the original and the translation are both in 'de' (see column 3) [1:17]"
      ]
    ),
    (
      "Key,key,de\na,b,x\n",
      [
        "a.csv:1:5 error duplicate-column: the table has a second column 'key' (see column 1) [1:1]"
      ]
    ),
    (
      "Key,Value (fr),Value (it)\n",
      [
        "a.csv:1:16 error duplicate-column: the table has a second column of values (see column 2) [1:5]"
      ]
    ),
    (
      "Key,de,Status (de),DE,Status (de),German,Portuguese (Brazil),pt-BRAZILIAN1\na,x\n",
      [
        "a.csv:1:23 error duplicate-language: the table has a second status column for 'de' (see column 3) [1:8]",
        "a.csv:1:20 error duplicate-language: the table has a second column for 'de' (see column 2) [1:5]",
        "a.csv:1:35 error invalid-language: 'German' is not a language tag (use its tag: 'de')",
        "a.csv:1:42 error invalid-language: 'Portuguese (Brazil)' is not a language tag (use its tag: 'pt')",
        "a.csv:1:62 error invalid-language: 'pt-BRAZILIAN1' is not a language tag",
      ]
    ),
    (
      "Key,de\na,x\n\n,y\na,z\n\"b\nc\",\"{n, plural, one {x}}\"\nd,e, f,g\n",
      [
        "a.csv:4:1 error missing-key: the row has no key",
        "a.csv:5:1 error duplicate-key: key 'a' is defined twice (first on line 2) [2:1]",
        "a.csv:7:4 error invalid-message: 'b\nc' in 'de' is not a valid message: REASON",
        "a.csv:8:5 error too-many-cells: the row has 4 cells, but the header has 2",
      ]
    ),
    (
      "Key,Status,Value (de)\na,fertig,x\n",
      ["a.csv:2:3 note unknown-status: unknown status 'fertig'"]
    ),
    (
      "Key,de\na,\"x\n",
      ["a.csv:2:3 error invalid-csv: unterminated quoted cell"]
    ),
  ]

  @Test(arguments: mistakes.indices) func `errors are reported with a location and a hint`(
    index: Int
  ) {
    let (text, expected) = Self.mistakes[index]
    var found: [Diagnostic] = []
    do throws(Diagnostic) {
      found = try ReadableFormat.csv.read(Array(text.utf8), ReadingOptions(file: "a.csv"))
        .diagnostics
    } catch {
      #expect(error.kind == .unreadable)
      found = [error]
    }
    #expect(found.map(spelled) == expected)
    #expect(found.allSatisfy { $0.hint?.isEmpty == false })
  }

  private func spelled(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location
    let start = place?.start.map { ":\($0.line):\($0.column)" } ?? ""
    var message = diagnostic.message
    if diagnostic.code == "invalid-message", let reason = message.range(of: "not a valid message: ")
    {
      message = message[..<reason.upperBound] + "REASON"
    }
    let tag = diagnostic.hint.flatMap { $0.hasPrefix("use its tag") ? " (\($0))" : nil } ?? ""
    let related = diagnostic.related.compactMap { $0.location.start }
      .map { " [\($0.line):\($0.column)]" }.joined()
    return "\(place?.file ?? "")\(start) \(diagnostic.severity.rawValue) \(diagnostic.code): "
      + message + tag + related
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/spreadsheets")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
