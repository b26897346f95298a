import Foundation
import Testing
import TremaTestSupport

/// The workflow of a pull request: two branches edit one catalogue, are merged and checked, a
/// translator works in a spreadsheet, and the returned workbook is imported and built.
@Suite struct PullRequestTests {
  private let git: GitFolder

  /// Branch `menu` is a pull request; branch `main` has commits that it does not contain.
  init() throws {
    git = try GitFolder()
    try git.folder.write(Self.project, to: "trema.json")
    try git.folder.write("/build/\n.trema-build.json\n*.xlsx\n", to: ".gitignore")
    try git.folder.write(Self.fixture("Base.trm"), to: "Texts.trm")
    try git.run("trema check; trema build --quiet; trema merge --install")
    try git.run("git add -A; git commit -qm base; git branch menu")
    try edit(on: "main", Self.cart)
    try edit(on: "main", [Self.sent: Self.sent(as: "Passer commande")])
    try edit(on: "menu", Self.menu)
    try edit(on: "menu", [Self.sent: Self.sent(as: "Commander")])
  }

  private static let project = """
    {
      "catalogues": [{ "files": ["Texts.trm"] }],
      "languages": ["en", "de", "fr"],
      "outputs": [
        { "format": "strings", "directory": "build" },
        { "format": "stringsdict", "directory": "build" },
        { "format": "android", "directory": "build" },
        { "format": "swift", "directory": "build", "type": "Texts" }
      ]
    }

    """

  private static func fixture(_ name: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/PullRequest/\(name)")
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  // MARK: Edits of the branches

  private static let bill = "  <!-- The bill -->\n"

  /// The edits on `main`: a new text where the pull request adds two, a status, a value of a text
  /// of which the pull request changes another value, and a value of a text that it renames.
  private static let cart = [
    bill: """
      <text key="cart.empty">
        <context/>
        <value lang="en" status="translated">Your cart is empty.</value>
        <value lang="de" status="translated">Ihr Warenkorb ist leer.</value>
        <value lang="fr" status="translated">Votre panier est vide.</value>
      </text>

    """ + bill,
    "status=\"translated\">{count, plural, one {# Ger":
      "status=\"verified\">{count, plural, one {# Ger",
    "Willkommen": "Herzlich willkommen",
    "Abbrechen": "Zurück",
  ]

  /// The edits on `menu`: two texts, one without French, a renamed key, and a reworded original.
  private static let menu = [
    bill: """
      <text key="menu.today">
        <context>Above the list of dishes
    @param 1 day a weekday
    @param 2 count how many</context>
        <value lang="en" status="translated">Menu of %1$@: %2$d dishes</value>
        <value lang="de" status="initial">Menü vom %1$@: %2$d Gerichte</value>
      </text>
      <text key="menu.empty">
        <context/>
        <value lang="en" status="translated">Nothing left today.</value>
        <value lang="de" status="translated">Heute ist alles weg.</value>
        <value lang="fr" status="initial"/>
      </text>

    """ + bill,
    "Bienvenue": "Bon appétit",
    "\"order.cancel\"": "\"dialog.cancel\"",
    "Total: %@": "Total with tip: %@",
    "Summe: %@": "Summe mit Trinkgeld: %@",
  ]

  private static let sent = "status=\"initial\">Envoyer"
  private static func sent(as value: String) -> String { "status=\"translated\">\(value)" }

  private func edit(on branch: String, _ edits: [String: String]) throws {
    try git.run("git switch -q \(branch)")
    var text = try catalogue()
    for (old, new) in edits {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try git.folder.write(text, to: "Texts.trm")
    try git.run("git commit -qam 'an edit'")
  }

  private func catalogue() throws -> String { try git.folder.text("Texts.trm") }

  private func trema(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: git.folder)
  }

  /// The codes and keys of findings, in their order.
  private static func findings(_ report: String) -> [String] {
    report.split(separator: "\n").filter { $0.hasPrefix("Texts.trm:") }.map { line in
      let words = line.split(separator: " ")
      return [words.dropFirst(2).first, words.first { $0.hasPrefix("'") }]
        .compactMap { $0 }.joined(separator: " ")
    }
  }

  // MARK: Test

  @Test func `a pull request is merged, reviewed, translated and built`() throws {
    try mergeMain()
    try review()
    try export()
    try importRefused()
    try importAccepted()
    try build()
  }

  private func mergeMain() throws {
    try git.run("git merge -q main~1")
    #expect(try git.run("git status --porcelain").isEmpty)
    let merged = try Self.fixture("Merged.trm")
    #expect(try catalogue() == merged)

    let stopped = try git.script("git merge main")
    #expect(stopped.status == 1)
    #expect(
      stopped.text.contains(
        "Texts.trm:43:5: error: [merge-conflict] 'order.send' in 'fr' was changed on both sides; "
          + "theirs is 'Passer commande', translated\n"), "\(stopped.text)")
    #expect(try git.run("git status --porcelain") == "UU Texts.trm\n")
    let comment = """
          <!-- trema:conflict lang="fr" base="Envoyer" base-status="initial" \
      theirs="Passer commande" theirs-status="translated" -->

      """
    #expect(try catalogue().replacing(comment, with: "") == merged)

    let check = try trema("check")
    #expect(check.status == 1)
    #expect(
      Self.findings(check.output) == [
        "[missing-translation] 'menu.today'",
        "[empty-value] 'menu.empty'", "[merge-conflict] 'order.send'",
        "[stale-translation] 'bill.total'",
      ], "\(check)")
    let before = try Snapshot(of: git.folder, "build")
    #expect(try trema("build").status == 1)
    #expect(try Snapshot(of: git.folder, "build") == before)

    try git.folder.write(merged, to: "Texts.trm")
    try git.run("trema check; git add Texts.trm; git commit -q --no-edit")
  }

  private func review() throws {
    #expect(
      try trema("diff", "--git", "main", "--format", "markdown")
        == Tool.Result(status: 0, output: Self.fixture("Review.md"), errors: ""))
  }

  /// Runs lines of Python that read the rows of the exported sheet, each a list of values, and
  /// write them back.
  private func sheet(_ lines: String) throws -> String {
    let verdict = try Judge.environmentPython.run(
      [
        "-c",
        """
        import openpyxl
        book = openpyxl.load_workbook("Texts_fr.xlsx")
        sheet = book.active
        head, *rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        key, status, value = map(head.index, ["Key", "Status", "Value (fr)"])
        \(lines)
        for number, row in enumerate(rows, 2):
          for column, content in enumerate(row, 1): sheet.cell(number, column).value = content
        book.save("Texts_fr.xlsx")
        """,
      ], in: git.folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    return verdict.text
  }

  private func export() throws {
    #expect(
      try trema("export", "--to", "xlsx", "--language", "fr", "--only", "changed-since", "main")
        == Tool.Result(
          status: 0, output: "wrote Texts_fr.xlsx\n1 output, 1 written\n", errors: ""))
    #expect(
      try sheet("for row in [head, *rows]: print(row)") == """
        ['Key', 'Status', 'Master (en)', 'Value (fr)', 'Context', 'Limit']
        ['menu.today', 'initial', 'Menu of %1$@: %2$d dishes', None, \
        'Above the list of dishes\\n@param 1 day a weekday\\n@param 2 count how many', None]
        ['menu.empty', 'initial', 'Nothing left today.', None, None, None]
        ['dialog.cancel', 'verified', 'Cancel', 'Annuler', 'Button', None]
        ['bill.total', 'verified', 'Total with tip: %@', 'Total\\xa0: %@', None, None]

        """)
    _ = try sheet(
      """
      words = {
        "menu.today": ("translated", "Menu de %1$@\\u00a0: plats"),
        "menu.empty": ("verified", "Il n’y a plus rien."),
        "bill.total": ("verified", "Total avec pourboire\\u00a0: %@"),
      }
      for row in rows:
        if row[key] in words: row[status], row[value] = words[row[key]]
      rows.sort(key=lambda row: row[key])
      """)
  }

  private func importRefused() throws {
    let merged = try catalogue()
    let errors = """
      Texts_fr.xlsx: error: [import-conflict] Text Resources!D2: 'bill.total' in 'fr' is \
      'Total avec pourboire\u{A0}: %@' here and 'Total\u{A0}: %@', verified, in the catalogue, which \
      keeps its value
        hint: use this value with --accept value
      Texts.trm:55:40: note: the catalogue's value is here
      Texts_fr.xlsx: error: [placeholder-mismatch] Text Resources!D5: the 'fr' value of 'menu.today' \
      was rejected: argument 2 (%2$d) is missing
        hint: number placeholders to change their order; the original is 'Menu of %1$@: %2$d dishes'
      2 errors

      """
    let table = """
                                applied  conflicts  refused
      new language of a text          0          0        1
      changed value                   0          1        0
      changed value and status        1          0        0
      1 file: 0 new texts, 0 new values, 1 changed, 5 known, 1 conflict, 1 refused

      """
    #expect(
      try trema("import", "Texts_fr.xlsx", "--into", "Texts.trm", "--dry-run")
        == Tool.Result(
          status: 1,
          output: """
            changed value and status: 'menu.empty' in 'fr': '' becomes 'Il n’y a plus rien.', \
            initial becomes verified
            would write Texts.trm
            \(table)
            """, errors: errors))
    #expect(try catalogue() == merged)
    #expect(
      try trema("import", "Texts_fr.xlsx", "--into", "Texts.trm")
        == Tool.Result(status: 1, output: "wrote Texts.trm\n\(table)", errors: errors))
    #expect(
      try catalogue()
        == merged.replacing(
          "<value lang=\"fr\" status=\"initial\"/>",
          with: "<value lang=\"fr\" status=\"verified\">Il n’y a plus rien.</value>"))
  }

  private func importAccepted() throws {
    _ = try sheet("rows[3][value] = \"Menu de %1$@\\u00a0: %2$d plats\"")
    #expect(
      try trema(
        "import", "Texts_fr.xlsx", "--into", "Texts.trm", "--accept", "addition,value")
        == Tool.Result(
          status: 0,
          output: """
            wrote Texts.trm
                                    applied  conflicts  refused
            new language of a text        1          0        0
            changed value                 1          0        0
            1 file: 0 new texts, 1 new value, 1 changed, 6 known, 0 conflicts

            """, errors: ""))
    #expect(try catalogue() == Self.fixture("Translated.trm"))
    // All changes have been imported, with nothing left to accept.
    #expect(
      try trema("import", "Texts_fr.xlsx", "--into", "Texts.trm")
        == Tool.Result(
          status: 0, output: "1 file: 0 new texts, 0 new values, 8 known, 0 conflicts\n",
          errors: ""))
    let check = try trema("check", "--fail-on", "warning")
    #expect(check.status == 0)
    #expect(Self.findings(check.output) == [])
  }

  private func build() throws {
    let built = try trema("build")
    #expect(built.status == 0)
    #expect(built.output.hasSuffix("\n10 outputs, 7 written\n"))
    #expect(try git.folder.text("build/fr.lproj/Localizable.strings") == Self.fixture("fr.strings"))
    #expect(try git.folder.text("build/values-fr/strings.xml") == Self.fixture("fr.xml"))
    #expect(
      try git.folder.text("build/values-de/strings.xml").contains(
        "<string name=\"dialog_cancel\">Zurück</string>"))
    let accessors = try git.folder.text("build/Texts.swift")
    for name in [
      "func menuToday(day: String, count: Int)", "var cartEmpty", "var dialogCancel",
      "`bill.total`: \"Total with tip: %@\"",
    ] {
      #expect(accessors.contains(name), "\(name)")
    }
    #expect(!accessors.contains("orderCancel"))
    let stats = try trema("stats").output
    #expect(stats.hasPrefix("8 texts, 1 with plurals, master language en\n"))
    for row in [
      "en        100 %         5           3        0      0      0        0     18         104      1/1",
      "de         87 %         5           2        1      0      0        0     20         138      1/1",
      "fr        100 %         3           5        0      0      0        0     21         123      1/1",
    ] {
      #expect(stats.contains("\n\(row)  "), "\(stats)")
    }
    try git.run("git commit -qam translated; git switch -q main; git merge -q menu")
    #expect(try catalogue() == Self.fixture("Translated.trm"))
  }
}
