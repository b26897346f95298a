import Foundation
import Testing
import TremaTestSupport

/// `trema stats`: its output and its exit status.
@Suite struct StatsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <trema masterLang="de">
        <text key="a"><context/><value lang="de" status="verified">Noch {n, plural, one {# Tag} other {# Tage}}</value>
          <value lang="en" status="verified">{n, plural, one {# day} other {# days}} left</value></text>
        <text key="b"><context/><value lang="de" status="verified">Ja</value>
          <value lang="en" status="translated">Yes</value></text>
        <text key="c"><context/><value lang="de" status="translated">Nein</value>
          <value lang="en" status="initial">No</value><value lang="fr"/></text>
        <text key="d"><context/><value lang="de" status="initial">Vielleicht morgen</value></text>
        <text key="e"><context>@translatable false</context><value lang="de">Trema</value></text>
      </trema>
      """, to: "Texts.trm")
  }

  private static let told = """
    5 texts, 1 with plurals, 1 not to be translated, master language de

    language  done  verified  translated  initial  other  empty  missing  words  characters  plurals
    de        80 %         2           1        1      1      0        0      8          42      1/1  \
    ████████▓▓▓▓▓▓▓▓▓▒▒▒▒▒
    en        50 %         1           1        1      0      0        1      5          19      1/1  \
    █████▓▓▓▓▓▓▒▒▒▒▒░░░░░░
    fr         0 %         0           0        0      0      1        3      0           0      0/1  \
    ░░░░░░░░░░░░░░░░░░░░░░

    █ verified  ▓ translated  ▒ initial  ░ missing or empty

    """

  @Test func `languages, statuses, words and plurals are shown in a table with bars`() throws {
    let result = try Tool.run("stats", "Texts.trm", in: folder)
    #expect(result == Tool.Result(status: 0, output: Self.told, errors: ""))
  }

  @Test func `missing translations fail the command only if requested`() throws {
    func status(_ words: String...) throws -> Int32 {
      try Tool.run(["stats", "Texts.trm"] + words, in: folder).status
    }
    #expect(try status("--fail-on=missing") == 1)
    #expect(try status("--fail-on=missing", "--languages=de") == 0)
    #expect(try status("--minimum=80", "--languages=de") == 0)
    #expect(try status("--minimum=81", "--languages=de") == 1)
    #expect(try status("--minimum=51", "--languages=en") == 1)
    #expect(try status("--minimum=101") == 2)
  }

  @Test func `without files, the project is counted with its declared languages`() throws {
    try folder.write(
      "{ \"catalogues\": [{ \"files\": [\"Texts.trm\"] }], \"languages\": [\"de\", \"it\"] }",
      to: "trema.json")
    let result = try Tool.run("stats", "--format=json", in: folder)
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import json, sys
        d = json.load(sys.stdin)
        print(d["version"], d["masterLanguage"], d["texts"], d["untranslatable"], d["plurals"], d["percent"])
        for l in d["languages"]: print(json.dumps(l))
        """,
      ], input: Array(result.output.utf8))
    #expect(
      verdict.text == """
        1 de 5 1 1 0
        {"language": "de", "isMaster": true, "texts": 5, "percent": 80, "translated": 4, "empty": 0, \
        "missing": 0, "completePlurals": 1, "plurals": 1, "words": 8, "characters": 42, \
        "untranslated": {"words": 0, "characters": 0}, \
        "statuses": {"initial": {"values": 1, "words": 2, "characters": 17}, \
        "translated": {"values": 1, "words": 1, "characters": 4}, \
        "verified": {"values": 2, "words": 4, "characters": 16}, \
        "undefined": {"values": 1, "words": 1, "characters": 5}}}
        {"language": "it", "isMaster": false, "texts": 4, "percent": 0, "translated": 0, "empty": 0, \
        "missing": 4, "completePlurals": 0, "plurals": 1, "words": 0, "characters": 0, \
        "untranslated": {"words": 7, "characters": 37}, "statuses": {}}

        """, "\(verdict.complaint)")
  }

  @Test func `a badge is written to a file with its extension`() throws {
    let result = try Tool.run(
      "stats", "Texts.trm", "-o", "badge.svg", "--languages=en", in: folder)
    #expect(result == Tool.Result(status: 0, output: "", errors: ""))
    let verdict = try Judge.xmllint.run(
      ["--xpath", "string(//*[local-name()='title'])", "badge.svg"], in: folder)
    #expect(verdict.text == "translated en: 50 %\n", "\(verdict.complaint)")
  }

  @Test func `unreadable input is an error with a location`() throws {
    try folder.write("<trema masterLang=\"de\"><text/></trema>", to: "Bad.trm")
    let result = try Tool.run("stats", "Bad.trm", in: folder)
    #expect(result.status == 3)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Bad.trm:1:24: error: "))
  }
}
