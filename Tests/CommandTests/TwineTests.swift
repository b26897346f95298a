import Foundation
import Testing
import TremaTestSupport

/// Files of Twine on the command line.
@Suite struct TwineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  private static let file = """
    [[Texts]]
    \t[greeting]
    \t\ten = Hello, %1$@!\\n%2$d new
    \t\ttags = ios,onboarding
    \t\tcomment = Title of the first page
    \t\tde = Hallo, %1$@!\\n%2$d neu
    \t[separator]
    \t\ten = `, `
    \t\tde = `, `

    """

  @Test func `a file survives the import and the conversion byte for byte`() throws {
    try folder.write(Self.file, to: "strings.txt")
    let imported = try run("import", "strings.txt")
    #expect(
      imported
        == Tool.Result(
          status: 0,
          output: "wrote Texts.trm\n1 file: 2 new texts, 4 new values, 0 conflicts\n", errors: ""))
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [{ "format": "twine", "directory": "out", "table": "Texts" }]
      }
      """, to: "trema.json")
    #expect(try run("build").status == 0)
    #expect(try folder.read("out/Texts.txt") == Array(Self.file.utf8))
    #expect(
      try run(
        "convert", "Texts.trm", "--format", "twine", "--table", "Texts", "--output", "other"
      ).status == 0)
    #expect(try folder.read("other/Texts.txt") == Array(Self.file.utf8))
    #expect(
      try run("convert", "Texts.trm", "--format", "strings", "--output", "apple").errors == """
        trema: note: [loss] strings cannot represent the tags of a text ('greeting')
        1 note

        """)
  }

  @Test func `other text files of a repository are neither read nor listed`() throws {
    try folder.write(Self.file, to: "app/strings.txt")
    try folder.write("Read me.\n", to: "README.txt")
    try folder.write("[user]\nname = x\n", to: "app/settings.txt")
    try folder.write("notes.txt\n", to: ".gitignore")
    try folder.write("Notes\n", to: "notes.txt")
    try folder.git("init", "--quiet", ".")
    #expect(
      try run("import", ".")
        == Tool.Result(
          status: 0,
          output: """
            imported:
              twine  2 texts  en, de  app/strings.txt
            master language: en, specified in 'app/strings.txt' (specify another with --master)
            wrote Texts.trm
            1 file: 2 new texts, 4 new values, 0 conflicts
            next: trema check Texts.trm

            """, errors: ""))
  }

  @Test func `other file names require the format to be specified`() throws {
    try folder.write(Self.file, to: "strings.data")
    #expect(try run("import", "strings.data").status == 2)
    #expect(try run("import", "strings.data", "--from", "twine").status == 0)
  }

  @Test func `a file with an invalid line is recognized, and the line is reported`() throws {
    try folder.write(
      "# Texts of the app\n" + Self.file + "\t[last]\n\t\tzz-inv! = y\n\t\ten = Last\n",
      to: "strings.txt")
    let result = try run("import", "strings.txt")
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(
      result.errors == """
        strings.txt:1:1: error: [invalid-twine] expected a section, a key or 'name = value'
        1 | # Texts of the app
          | ^ hint: use [[Section]] or [key], and below a key 'en = Text', 'tags = ios' or 'comment = …'
        strings.txt:12:3: error: [invalid-language] 'zz-inv!' is not a language tag
        12 | \t\tzz-inv! = y
           | \t\t^ hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
        2 errors

        """)
  }

  @Test(arguments: [
    "[[bin]]\n[id]\nname = x\nversion = 1\nid = 3\n",
    "Read me.\n[a]\nen = b\nde = c\n",
    "[a]\nen = b\nname = d\nde = c\nfr = e\n",
  ])
  func `a file that is mostly something else is not recognized`(content: String) throws {
    try folder.write(content, to: "notes.txt")
    let result = try run("import", "notes.txt")
    #expect(result.status == 2 && result.errors.contains("'notes.txt'"), "\(result)")
  }
}
