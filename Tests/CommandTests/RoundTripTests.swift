import Foundation
import Testing
import TremaTestSupport

/// The round trip of a catalogue through translators and the programs that they use.
@Suite struct RoundTripTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue, to: "Texts.trm")
  }

  private static let catalogue = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- ours -->
    <trema masterLang="en">
      <text key="title">
        <context>Of the page
        @param 1 name</context>
        <value lang="en" status="verified">Hello %@</value>
        <value lang="fr" status="translated">Bonjour %@</value>
        <value lang="it" status="verified">Ciao %@</value>
      </text>
      <text key="days">
        <context/>
        <value lang="en" status="translated">{count, plural, one {# day} other {# days}}</value>
        <value lang="fr" status="initial">{count, plural, one {# j} other {# js}}</value>
      </text>
      <text key="sum">
        <context>- a formula</context>
        <value lang="en" status="translated">=1+1</value>
        <value lang="fr" status="translated"><![CDATA[=A1 & "x"]]></value>
      </text>
      <text key="odd">
        <context/>
        <value lang="en" status="translated">'=x, "y"; 1,5\\n next</value>
        <value lang="fr" status="special">''-x\\t@</value>
      </text>
      <text key="number">
        <context/>
        <value lang="en" status="translated">007</value>
        <value lang="fr" status="verified">1.50</value>
      </text>
      <text key="empty">
        <context/>
        <value lang="en" status="translated">E</value>
        <value lang="fr" status="initial"/>
      </text>
      <text key="none">
        <context/>
        <value lang="en" status="translated">None</value>
      </text>
    </trema>

    """

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  private func export(_ format: String, _ more: String...) throws {
    let result = try Tool.run(
      ["export", "--to", format, "--language", "fr", "Texts.trm", "-o", "out.\(format)"] + more,
      in: folder)
    #expect(result.status == 0, "\(result)")
  }

  private func python(_ script: String) throws {
    let verdict = try Judge.environmentPython.run(["-c", script], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  /// Opens the workbook, changes it, saves it.
  private func edit(_ script: String) throws {
    try python(
      """
      import openpyxl
      from openpyxl.styles import Font
      from openpyxl.cell.rich_text import CellRichText, TextBlock
      from openpyxl.cell.text import InlineFont
      book = openpyxl.load_workbook("out.xlsx")
      sheet = book.active
      cells = {row[0].value: row for row in sheet.rows}
      \(script)
      book.save("out.xlsx")
      """)
  }

  private func catalogue(_ changes: (String, String)...) -> String {
    changes.reduce(Self.catalogue) { text, change in
      #expect(text.contains(change.0))
      return text.replacing(change.0, with: change.1)
    }
  }

  @Test(arguments: [["csv"], ["xlsx"], ["xliff"], ["xliff", "--xliff-version=2.0"], ["po"]])
  func `importing an unchanged export changes no byte`(format: [String]) throws {
    let before = try Snapshot(of: folder).identities["Texts.trm"]
    let exported = try Tool.run(
      ["export", "--language", "fr", "Texts.trm", "-o", "out.\(format[0])", "--to"] + format,
      in: folder)
    #expect(exported.status == 0, "\(exported)")
    let result = try run("import", "out.\(format[0])", "--into", "Texts.trm")
    #expect(
      result.output == "1 file: 0 new texts, 0 new values, 12 known, 0 conflicts\n"
        || result.output == "1 file: 0 new texts, 0 new values, 13 known, 0 conflicts\n",
      "\(result)")
    #expect(result.status == 0, "\(result)")
    #expect(try folder.text("Texts.trm") == Self.catalogue)
    #expect(try Snapshot(of: folder).identities["Texts.trm"] == before)
  }

  @Test func `a sorted, styled, extended and completed workbook is imported`() throws {
    try export("xlsx")
    try edit(
      """
      cells["title"][3].value = CellRichText("Salut ", TextBlock(InlineFont(b=True), "%@"))
      cells["title"][1].value = "Verified "
      cells["empty"][3].value = "Vide"
      cells["empty"][3].font = Font(bold=True)
      cells["days"][1].value = "translated"
      cells["number"][3].value = 2
      cells["sum"][1].value = "verified"
      rows = sorted(([c.value for c in row] for row in list(sheet.rows)[1:]), key=lambda r: r[0])
      for number, row in enumerate(rows, 3):
        for column, value in enumerate(row, 1):
          cell = sheet.cell(number, column)
          cell.value = value
          if isinstance(value, str): cell.data_type = "s"
      for cell in sheet[2]: cell.value = None
      sheet.insert_cols(3)
      sheet["C1"] = "Remarks"
      sheet["C4"] = "hm"
      sheet["A1"] = "KEY"
      sheet.auto_filter.ref = "A1:G9"
      sheet.column_dimensions["B"].hidden = True
      sheet.row_dimensions[5].hidden = True
      sheet["D40"] = "  "
      """)
    let result = try run("import", "out.xlsx", "--into", "Texts.trm", "--accept", "value")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.output == """
        wrote Texts.trm
                                  applied  conflicts  refused
        changed value                   2          0        0
        changed value and status        1          0        0
        newer status                    2          0        0
        1 file: 0 new texts, 0 new values, 5 changed, 8 known, 0 conflicts

        """)
    #expect(
      try folder.text("Texts.trm")
        == catalogue(
          ("\"translated\">Bonjour", "\"verified\">Salut"), (">1.50", ">2"),
          ("\"initial\">{count", "\"translated\">{count"),
          ("translated\"><![CDATA", "verified\"><![CDATA"),
          (
            "<value lang=\"fr\" status=\"initial\"/>",
            "<value lang=\"fr\" status=\"translated\">Vide</value>"
          )
        ))
  }

  @Test func `CSV saved by Excel is imported with any separator, encoding and line ending`() throws
  {
    for (separator, encoding) in [(";", "utf-8-sig"), ("\\t", "utf-16"), (",", "utf-8")] {
      try folder.write(Self.catalogue, to: "Texts.trm")
      try export("csv")
      try python(
        """
        import csv
        rows = list(csv.reader(open("out.csv", encoding="utf-8-sig", newline="")))
        for row in rows:
          row[:] = [cell.replace("\\n", "\\r\\n") for cell in row]
          if row[0] == "title": row[3] = "Salut;, \\"%@\\"\\r\\n2"
          if row[0] == "empty": row[3] = "=NOW()"
        rows[1:] = sorted(rows[1:], reverse=True)
        rows.append([""] * len(rows[0]))
        out = open("out.csv", "w", encoding="\(encoding)", newline="")
        csv.writer(out, delimiter="\(separator)", quoting=csv.QUOTE_ALL).writerows(rows)
        """)
      let result = try run("import", "out.csv", "--into", "Texts.trm")
      #expect(result.status == 0, "\(result)")
      #expect(
        try folder.text("Texts.trm")
          == catalogue(
            (">Bonjour %@", ">Salut;, \"%@\"\\n2"),
            (
              "<value lang=\"fr\" status=\"initial\"/>",
              "<value lang=\"fr\" status=\"translated\">=NOW()</value>"
            )))
    }
  }

  @Test func `invalid values are refused with their cells, and the rest is imported`() throws {
    try export("xlsx")
    try edit(
      """
      cells["title"][3].value = "Salut"
      cells["days"][3].value = "{count, plural, one {# j}}"
      cells["sum"][3].value = "=1+1"
      cells["number"][3].value = "#REF!"
      cells["number"][3].data_type = "e"
      cells["empty"][3].value = "Vide"
      """)
    let result = try run("import", "out.xlsx", "--into", "Texts.trm")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        out.xlsx: error: [cell-error] cell Text Resources!D6 contains the error '#REF!'
          hint: enter the text itself
        out.xlsx: error: [invalid-message] Text Resources!D3: 'days' in 'fr' is not a valid message: the \
        branch 'other' is missing
          hint: keep braces, commas and the words plural, select and other as they were
        out.xlsx: error: [missing-result] cell Text Resources!D4 contains a formula without a stored result
          hint: open and save the file in a spreadsheet app, or replace the formula with its text
        out.xlsx: error: [placeholder-mismatch] Text Resources!D2: the 'fr' value of 'title' was rejected: \
        argument 1 (%@) is missing
          hint: number placeholders to change their order; the original is 'Hello %@'
        4 errors

        """)
    #expect(
      try folder.text("Texts.trm")
        == catalogue(
          (
            "<value lang=\"fr\" status=\"initial\"/>",
            "<value lang=\"fr\" status=\"translated\">Vide</value>"
          )))
    // In a text file the place is a line and a column.
    try export("csv")
    try folder.write(
      try folder.text("out.csv").replacing("Bonjour %@", with: "Salut %d"), to: "out.csv")
    let csv = try run("import", "out.csv", "--into", "Texts.trm")
    #expect(
      csv.errors == """
        out.csv:2:27: error: [placeholder-mismatch] the 'fr' value of 'title' was rejected: argument 1 is %d \
        instead of %@
        2 | title,translated,Hello %@,Salut %d,"Of the page
          |                           ^ hint: number placeholders to change their order; the \
        original is 'Hello %@'
        1 error

        """)
  }

  @Test func `a formula with a cached result is refused`() throws {
    try export("xlsx")
    try edit("sheet['D7'] = '=1+1'")
    // A cell as a program writes it that has computed its formula.
    try python(
      """
      import zipfile, re
      parts = {n: zipfile.ZipFile("out.xlsx").read(n) for n in zipfile.ZipFile("out.xlsx").namelist()}
      sheet = parts["xl/worksheets/sheet1.xml"].decode()
      parts["xl/worksheets/sheet1.xml"] = re.sub(r"<f>1\\+1</f><v ?/?>(</v>)?", "<f>1+1</f><v>2</v>", sheet).encode()
      out = zipfile.ZipFile("out.xlsx", "w")
      for name, part in parts.items(): out.writestr(name, part)
      """)
    let result = try run("import", "out.xlsx", "--into", "Texts.trm")
    #expect(result.status == 1 && result.output.hasSuffix(", 0 conflicts, 1 refused\n"))
    #expect(
      result.errors == """
        out.xlsx: error: [formula] cell Text Resources!D7 contains a formula
          hint: copy the cell and paste it as a value, or enter the text itself
        1 error

        """)
    #expect(try folder.text("Texts.trm") == Self.catalogue)
  }

  @Test func `a dry run reports everything, and writes nothing`() throws {
    try export("csv")
    try folder.write(
      try folder.text("out.csv").replacing(
        "translated,Hello %@,Bonjour", with: "verified,Hi %@,Salut"
      )
      .replacing("none,initial,None,", with: "none,initial,None,Aucun"), to: "out.csv")
    let arguments = ["import", "out.csv", "--into", "Texts.trm", "--accept", "addition"]
    let dry = try Tool.run(arguments + ["--dry-run"], in: folder)
    #expect(dry.status == 1)
    #expect(
      dry.output == """
        changed value and status: 'title' in 'fr': 'Bonjour %@' becomes 'Salut %@', translated \
        becomes verified
        new language of a text: 'none' in 'fr': 'Aucun'
        would write Texts.trm
                                  applied  conflicts  refused
        new language of a text          1          0        0
        changed master value            0          1        0
        changed value and status        1          0        0
        1 file: 0 new texts, 1 new value, 1 changed, 11 known, 1 conflict

        """)
    #expect(
      dry.errors == """
        out.csv:2:16: error: [import-conflict] the master text of 'title' is 'Hi %@' here and 'Hello \
        %@', verified, in the catalogue, which keeps its value
        2 | title,verified,Hi %@,Salut %@,"Of the page
          |                ^ hint: check the translation, and use this text with --accept master
        Texts.trm:7:40: note: the catalogue's value is here
        1 error

        """)
    #expect(try folder.text("Texts.trm") == Self.catalogue)
    let real = try Tool.run(arguments, in: folder)
    #expect(real.errors == dry.errors && real.status == 1)
    #expect(
      real.output
        == "wrote Texts.trm\n"
        + dry.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        .joined(separator: "\n"))
    #expect(
      try folder.text("Texts.trm")
        == catalogue(
          ("\"translated\">Bonjour", "\"verified\">Salut"),
          (
            ">None</value>\n",
            ">None</value>\n    <value lang=\"fr\" status=\"translated\">Aucun</value>\n"
          )))
  }

  #if os(Linux)
    /// Runs an interactive import at a terminal, and types answers.
    private func answer(_ typed: String, _ more: String = "") throws -> Tool.Result {
      let script = "'\(Tool.path)' import out.csv --into Texts.trm --interactive \(more)"
      return try Tool.run(
        in: folder, input: Array(typed.utf8),
        shell: "script --quiet --return --command \"$SCRIPT\" /dev/null",
        environment: ["SCRIPT": script, "NO_COLOR": "1"])
    }

    private func writeConflicts() throws {
      try folder.write(Self.catalogue, to: "Texts.trm")
      try folder.write(
        """
        Key,Status,Master (en),Value (fr)
        title,initial,Hi %@,Salut %@
        number,translated,007,2
        none,translated,None,Aucun

        """, to: "out.csv")
    }

    @Test func `a user at a terminal decides about each conflict`() throws {
      try writeConflicts()
      let some = try answer("k\nwhat\nt\nk\nt\n")
      #expect(some.status == 0, "\(some)")
      #expect(
        some.output.contains("changed master value: [k]eep, [t]ake, take [a]ll of master, [q]uit? ")
      )
      #expect(some.output.contains("Texts.trm:8:42: note: the catalogue's value is here"))
      #expect(
        try folder.text("Texts.trm")
          == catalogue(
            (">Bonjour", ">Salut"),
            (
              ">None</value>\n",
              ">None</value>\n    <value lang=\"fr\" status=\"translated\">Aucun</value>\n"
            )))
      try writeConflicts()
      let all = try answer("k\na\nk\n")
      #expect(all.status == 0, "\(all)")
      #expect(
        try folder.text("Texts.trm")
          == catalogue((">Bonjour", ">Salut"), ("\"verified\">1.50", "\"translated\">2")))
    }

    @Test func `quitting or hanging up writes nothing`() throws {
      for typed in ["t\nq\n", "t\n\u{4}"] {
        try writeConflicts()
        let result = try answer(typed)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.hasSuffix("nothing was written\r\n"), "\(result)")
        #expect(try folder.text("Texts.trm") == Self.catalogue)
      }
    }
  #endif

  @Test func `questions are asked only at a terminal`() throws {
    try export("csv")
    let result = try run("import", "out.csv", "--into", "Texts.trm", "--interactive")
    #expect(
      result
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] --interactive requires a terminal
              hint: specify the kinds to apply: --accept value,status
            1 error

            """))
  }
}
