import Foundation
import Testing
import TremaTestSupport

/// Accidental changes to files by translators and their programs.
@Suite struct TranslatorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue(), to: "Texts.trm")
  }

  private static let values = [
    "half": "1/2", "minus": "-5", "seven": "007", "plain": "Oui", "none": "",
    "page": "{who, select, female {Elle} other {Ils}} ici",
  ]

  /// - Parameter changes: Values in French, by key; the element `<value/>` is left out for nil.
  private static func catalogue(_ changes: [String: String?] = [:], status: String = "translated")
    -> String
  {
    func text(_ key: String, _ en: String) -> String {
      let old = values[key] ?? ""
      let new = changes[key] ?? old
      let isMissing = new == nil || key == "none" && new == ""
      let isNew = new != old && key != "none"
      return """
          <text key="\(key)">
            <context/>
            <value lang="en" status="translated">\(en)</value>

        """
          + (isMissing
            ? ""
            : "    <value lang=\"fr\" status=\"\(isNew ? status : "translated")\">\(new ?? "")</value>\n")
          + "  </text>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <trema masterLang="en">

      """
        + text("half", "1/2") + text("minus", "-5") + text("seven", "007") + text("plain", "Yes")
        + text("page", "{who, select, female {She} other {They}} here") + text("none", "No")
        + "</trema>\n"
  }

  private func export(_ format: String, _ more: String...) throws {
    let result = try Tool.run(
      ["export", "--to", format, "--language", "fr", "Texts.trm", "-o", "out.\(format)"] + more,
      in: folder)
    #expect(result.status == 0, "\(result)")
  }

  private func `import`(_ more: String...) throws -> Tool.Result {
    try Tool.run(["import", "--into", "Texts.trm"] + more, in: folder)
  }

  private func edit(_ script: String) throws {
    let verdict = try Judge.environmentPython.run(
      [
        "-c",
        """
        import openpyxl, datetime
        book = openpyxl.load_workbook("out.xlsx")
        sheet = book.active
        cells = {row[0].value: row[3] for row in sheet.rows}
        \(script)
        book.save("out.xlsx")
        """,
      ], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  /// Changes lines of the CSV file.
  private func replace(_ changes: (String, String)...) throws {
    var text = try folder.text("out.csv")
    for change in changes {
      #expect(text.contains(change.0), "\(change.0) in \(text)")
      text = text.replacing(change.0, with: change.1)
    }
    try folder.write(text, to: "out.csv")
  }

  // MARK: Changes by programs

  @Test func `dates and formatted numbers are refused in cell order with their cells`() throws {
    try export("xlsx")
    try edit(
      """
      cells["half"].value = datetime.date(2026, 2, 1)
      cells["minus"].value = 0.5
      cells["minus"].number_format = "0%"
      cells["seven"].value = 7
      cells["seven"].number_format = "000"
      cells["plain"].value = 2
      cells["plain"].number_format = "General"
      sheet.move_range("A2:F2", rows=10)
      """)
    let result = try `import`("out.xlsx")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        out.xlsx: error: [formatted-number] cell Text Resources!D3 contains the number 0.5, shown as '0%'
          hint: format the cell as text, and enter the text again
        out.xlsx: error: [formatted-number] cell Text Resources!D4 contains the number 7, shown as '000'
          hint: format the cell as text, and enter the text again
        out.xlsx: error: [formatted-number] cell Text Resources!D12 contains the number 46054, shown as \
        'yyyy-mm-dd'
          hint: format the cell as text, and enter the text again
        3 errors

        """)
    #expect(try folder.text("Texts.trm") == Self.catalogue(["plain": "2"]))
  }

  @Test func `spreadsheet error values are also refused in CSV`() throws {
    try export("csv")
    try replace(("Yes,Oui", "Yes,#NAME?"), ("'007,'007", "'007,Err:508"))
    let result = try `import`("out.csv")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        out.csv:4:23: error: [cell-error] the cell contains the error 'Err:508'
        4 | seven,translated,'007,Err:508,,
          |                       ^ hint: enter the text itself
        out.csv:5:22: error: [cell-error] the cell contains the error '#NAME?'
        5 | plain,translated,Yes,#NAME?,,
          |                      ^ hint: enter the text itself
        2 errors

        """)
    #expect(try folder.text("Texts.trm") == Self.catalogue())
    // An app may declare so itself.
    try folder.write(
      Self.catalogue().replacing(">Yes<", with: ">#N/A<"), to: "Texts.trm")
    try export("csv")
    try replace(("#N/A,Oui", "#N/A,#N/A"))
    #expect(try `import`("out.csv").status == 0)
  }

  @Test(arguments: ["csv", "xlsx"])
  func `a whitespace-only cell does not replace a value`(format: String) throws {
    try export(format)
    if format == "csv" {
      try replace(("Yes,Oui", "Yes,\u{A0}  "), ("No,,", "No,  ,"))
    } else {
      try edit(#"cells["plain"].value = "   "; cells["none"].value = " ""#)
    }
    let result = try `import`("out.\(format)")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try folder.text("Texts.trm") == Self.catalogue())
  }

  @Test func `escaped apostrophes are decoded even if column titles were rewritten`() throws {
    try export("csv")
    try replace(
      (
        "Key,Status,Master (en),Value (fr) ['],Context,Limit", "key,status,master (EN),value (FR),,"
      ),
      ("'-5,'-5", "'-5,'-6"), ("Yes,Oui", "Yes,'=A"))
    let result = try `import`("out.csv")
    #expect(result.status == 0, "\(result)")
    #expect(
      try folder.text("Texts.trm") == Self.catalogue(["minus": "-6", "plain": "=A"]))
  }

  @Test func `translated select keywords are refused`() throws {
    try export("csv")
    try replace(("female {Elle}", "femme {Elle}"))
    let result = try `import`("out.csv")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix(
        """
        out.csv:6:65: error: [placeholder-mismatch] the 'fr' value of 'page' was rejected: its select has \
        the keyword 'femme', but the original has female, other

        """), "\(result)")
    #expect(try folder.text("Texts.trm") == Self.catalogue())
  }

  // MARK: Imports

  @Test func `a translated text without a value is imported, and is not exported again`() throws {
    try export("csv", "--only", "untranslated")
    try replace(("No,,", "No,Non,"))
    try folder.write(try folder.text("out.csv") + "new,,New,Neuf,,\r\n", to: "out.csv")
    let kept = try `import`("out.csv")
    #expect(kept.status == 1)
    #expect(
      kept.errors.contains(
        "hint: add it with --accept addition, or with --accept language-addition without new texts"
      ))
    #expect(try folder.text("Texts.trm") == Self.catalogue())
    let taken = try `import`("out.csv", "--accept", "language-addition")
    #expect(taken.status == 1 && taken.errors.contains("the catalogue has no text 'new'"))
    #expect(try folder.text("Texts.trm") == Self.catalogue(["none": "Non"]))
    try export("csv", "--only", "untranslated")
    #expect(try folder.text("out.csv").split(whereSeparator: \.isNewline).count == 1)
    #expect(try `import`("out.csv", "--accept", "addition,key-addition").status == 0)
  }

  @Test func `importing one translator's file does not revert another's changes`() throws {
    try export("csv")
    try folder.write(try folder.text("out.csv"), to: "b_fr.csv")
    try replace(("Yes,Oui", "Yes,Si"))
    for files in [["out.csv", "b_fr.csv"], ["b_fr.csv", "out.csv"]] {
      try folder.write(Self.catalogue(), to: "Texts.trm")
      let result = try Tool.run(["import", "--into", "Texts.trm"] + files, in: folder)
      #expect(result.status == 0, "\(result)")
      #expect(try folder.text("Texts.trm") == Self.catalogue(["plain": "Si"]))
    }
  }

  @Test func `a value with an unresolved conflict is not replaced by default`() throws {
    let conflict = Self.catalogue().replacing(
      "    <value lang=\"fr\" status=\"translated\">Oui",
      with: "    <!-- trema:conflict lang=\"fr\" base=\"O\" theirs=\"Ouais\" -->\n"
        + "    <value lang=\"fr\" status=\"translated\">Oui")
    try export("csv")
    try folder.write(conflict, to: "Texts.trm")
    try replace(("Yes,Oui", "Yes,Si"))
    #expect(try `import`("out.csv").status == 1)
    #expect(try folder.text("Texts.trm") == conflict)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a returned workbook changes only the lines of its changed values`(end: String)
    throws
  {
    let before = """
      <?xml version='1.0' encoding='UTF-8'?>

      <trema masterLang="en">
      \t<text key='a'><context></context>
      \t\t<value status="initial" lang='fr'>Un<!-- kept --></value>

      \t\t<value status="verified" lang='en'>One</value>
      \t</text>
        <text key="b"> <context  ></context>
            <value lang="en" status="verified">Two &#x26; <![CDATA[<more>]]></value>
            <value lang="fr" status="initial"></value></text>
        <!-- the end -->
      </trema>

      """
    let after = before.replacing(
      "    <value lang=\"fr\" status=\"initial\"></value>",
      with: "    <value lang=\"fr\" status=\"translated\">Deux</value>")
    try folder.write(before.replacing("\n", with: end), to: "Texts.trm")
    try export("xlsx")
    try edit("cells['b'].value = 'Deux'")
    let result = try `import`("out.xlsx")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            wrote Texts.trm
                           applied  conflicts  refused
            changed value        1          0        0
            1 file: 0 new texts, 0 new values, 1 changed, 3 known, 0 conflicts

            """, errors: ""))
    #expect(try folder.text("Texts.trm") == after.replacing("\n", with: end))
  }

  @Test func `the table counts unreadable values like the summary`() throws {
    try export("xlsx")
    try edit("cells['half'].value = datetime.date(2026, 1, 2); cells['plain'].value = 'Si'")
    let result = try `import`("out.xlsx")
    #expect(
      result.output.hasSuffix(
        """
                          applied  conflicts  refused
        changed value           1          0        0
        unreadable value        0          0        1
        1 file: 0 new texts, 0 new values, 1 changed, 9 known, 0 conflicts, 1 refused

        """), "\(result)")
  }

  @Test func `CRLF line endings are preserved`() throws {
    func returned(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    try folder.write(returned(Self.catalogue()), to: "Texts.trm")
    try export("csv")
    try replace(("Yes,Oui", "Yes,Si"))
    #expect(try `import`("out.csv").status == 0)
    let text = try folder.text("Texts.trm")
    #expect(text.utf8.elementsEqual(returned(Self.catalogue(["plain": "Si"])).utf8))
  }

  // MARK: Names of outputs

  @Test func `an export does not replace a catalogue, and several files need a folder`() throws {
    for (words, message) in [
      (
        ["-o", "Texts.trm"],
        """
        trema: error: [usage] the export would overwrite the catalogue 'Texts.trm'
          hint: specify another file: -o Texts_fr.csv
        1 error

        """
      ),
      (
        ["-o", "all.csv", "--language", "de"],
        """
        trema: error: [usage] 'all.csv' is a file, but there are several outputs
          hint: specify a folder: -o Translations/
        1 error

        """
      ),
    ] {
      let result = try Tool.run(
        ["export", "--to", "csv", "--language", "fr", "Texts.trm"] + words, in: folder)
      #expect(result == Tool.Result(status: 2, output: "", errors: message))
    }
    #expect(try Snapshot(of: folder).names == ["Texts.trm"])
    #expect(try folder.text("Texts.trm") == Self.catalogue())
  }
}
