import Testing
import TremaTestSupport

/// The choice of languages to write when no project declares them.
@Suite struct LanguageCoverageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let texts = (0..<30).map { number in
      """
        <text key="k\(number)"><context/>
          <value lang="de" status="translated">Wert</value>\(number == 0 ? Self.french : "")
        </text>

      """
    }
    try folder.write("<trema masterLang=\"de\">\n\(texts.joined())</trema>\n", to: "Texts.trm")
  }

  private static let french = "\n    <value lang=\"fr\" status=\"translated\">Valeur</value>"

  private static let stray = """
    Texts.trm:4:18: warning: [stray-language] 'fr' is a stray language and is not written: it has values for only 1 of 30 texts
    4 |     <value lang="fr" status="translated">Valeur</value>
      |                  ^ hint: declare the languages of the app in trema.json, or lower the minimum coverage
    1 warning

    """

  private func convert(_ options: String...) throws -> Tool.Result {
    try Tool.run(
      ["convert", "Texts.trm", "--format=strings", "--output=out"] + options, in: folder)
  }

  @Test func `a language with one text is written, and its missing texts are not reported`() throws
  {
    #expect(
      try convert()
        == Tool.Result(
          status: 0,
          output: """
            wrote out/de.lproj/Localizable.strings
            wrote out/fr.lproj/Localizable.strings
            2 outputs, 2 written

            """, errors: ""))
  }

  @Test func `a language below the minimum coverage is skipped and counted`() throws {
    #expect(
      try convert("--minimum-coverage=5")
        == Tool.Result(
          status: 0,
          output: """
            wrote out/de.lproj/Localizable.strings
            skipped 1 language: fr (1 text)
            1 output, 1 written

            """, errors: Self.stray))
    #expect(try convert("--minimum-coverage=3").output.hasSuffix("2 outputs, 1 written\n"))
    #expect(try convert("--minimum-coverage=none").status == 2)
  }

  @Test func `build and check use the minimum coverage of the project`() throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }], "minimumCoverage": 5,
        "outputs": [{ "format": "xcstrings", "directory": "out" }]
      }
      """, to: "trema.json")
    let result = try Tool.run(["build"], in: folder)
    #expect(
      result.output == """
        wrote out/Localizable.xcstrings
        skipped 1 language: fr (1 text)
        1 output, 1 written

        """)
    #expect(result.errors == Self.stray)
    #expect(!(try folder.text("out/Localizable.xcstrings").contains("Valeur")))
    #expect(
      try Tool.run(["build"], in: folder).output
        == "skipped 1 language: fr (1 text)\n1 output, 0 written\n")
    #expect(try Tool.run(["check"], in: folder).output == Self.stray)
  }
}
