import Foundation
import Testing
import TremaTestSupport

/// The inputs and outputs of `trema convert`.
@Suite struct ConvertTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue, to: "Texts.trm")
  }

  private static let catalogue = """
    <trema masterLang="de">
      <text key="hello">
        <context/>
        <value lang="de" status="verified">Hallo</value>
        <value lang="en" status="translated">Hello</value>
        <value lang="pt-BR" status="initial">Olá</value>
      </text>
      <text key="bye">
        <context/>
        <value lang="de">Tschüss</value>
        <value lang="en" status="initial"></value>
      </text>
    </trema>

    """

  private func convert(_ options: String..., status: Int32 = 0) throws -> Snapshot {
    let result = try Tool.run(["convert", "Texts.trm", "-o", "out"] + options, in: folder)
    #expect(result.status == status, "\(result)")
    return try Snapshot(of: folder, "out")
  }

  /// The keys and values of a file in the JSON format.
  private func texts(_ snapshot: Snapshot, _ language: String) throws -> [String: String]? {
    guard let text = snapshot[text: "Localizable_\(language).json"] else { return nil }
    return try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
  }

  @Test func `each format has its own file names`() throws {
    let made = try convert("--format=strings,android,swift,json,properties")
    #expect(
      made.files == [
        "Localizable.properties", "Localizable_de.json", "Localizable_de.properties",
        "Localizable_en.json", "Localizable_en.properties", "Localizable_pt-BR.json",
        "Localizable_pt_BR.properties", "Texts.swift", "de.lproj/Localizable.strings",
        "en.lproj/Localizable.strings", "pt-BR.lproj/Localizable.strings", "values-en/strings.xml",
        "values-pt-rBR/strings.xml", "values/strings.xml",
      ])
    #expect(made[text: "Localizable.properties"] == made[text: "Localizable_de.properties"])
  }

  @Test func `table, type and default language options change the file names`() throws {
    let made = try convert(
      "--format=strings,android,swift,properties", "--table=App", "--type=Words",
      "--default-language=en", "--languages=de,en")
    #expect(
      made.files == [
        "App.properties", "App_de.properties", "App_en.properties", "Words.swift",
        "de.lproj/App.strings", "en.lproj/App.strings", "values-de/strings.xml",
        "values/strings.xml",
      ])
    #expect(made[text: "App.properties"] == made[text: "App_en.properties"])
    #expect(made[text: "Words.swift"]?.contains("enum Words") == true)
    #expect(made[text: "Words.swift"]?.contains("table: \"App\"") == true)
  }

  @Test func `the selected languages are written, however they are spelled`() throws {
    #expect(try convert("--format=json", "--languages=en,pt-br").files.count == 2)
  }

  @Test func `all statuses are written by default, and a missing status is undefined`() throws {
    var made = try convert("--format=json", "--languages=de,en")
    #expect(try texts(made, "de") == ["hello": "Hallo", "bye": "Tschüss"])
    #expect(try texts(made, "en") == ["hello": "Hello", "bye": ""])
    made = try convert("--format=json", "--languages=de,en", "--status=translated,verified")
    #expect(try texts(made, "de") == ["hello": "Hallo"])
    #expect(try texts(made, "en") == ["hello": "Hello"])
    made = try convert("--format=json", "--languages=de,en", "--status=undefined")
    #expect(try texts(made, "de") == ["bye": "Tschüss"])
    #expect(try texts(made, "en") == [:])
  }

  @Test func `missing values fall back to the master language and are counted`() throws {
    let options = ["convert", "Texts.trm", "-o", "out", "--format=json", "--fallback=master"]
    let result = try Tool.run(options, in: folder)
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "trema: note: [filled] 1 value was filled into 'en' from the master language\n"))
    let made = try Snapshot(of: folder, "out")
    #expect(try texts(made, "en") == ["hello": "Hello", "bye": "Tschüss"])
    #expect(try texts(made, "pt-BR") == ["hello": "Olá", "bye": "Tschüss"])
  }

  @Test func `a master value is used as fallback only if its status is selected`() throws {
    let made = try convert("--format=json", "--fallback=master", "--status=verified")
    #expect(try texts(made, "en") == ["hello": "Hallo"])
  }

  @Test func `later catalogues override earlier ones by key and language`() throws {
    try folder.write(
      """
      <trema masterLang="de">
        <text key="new"><context/><value lang="de" status="verified">Neu</value></text>
        <text key="hello"><context/><value lang="en" status="verified">Hi</value></text>
      </trema>
      """, to: "Brand.trm")
    try folder.write(
      """
      <trema masterLang="de">
        <text key="new"><context/><value lang="de" status="verified">Neuer</value></text>
      </trema>
      """, to: "More.trm")
    let result = try Tool.run(
      "convert", "Texts.trm", "Brand.trm", "More.trm", "-o", "out", "--format=json,strings",
      "--languages=de,en", in: folder)
    #expect(result.status == 0)
    let made = try Snapshot(of: folder, "out")
    #expect(try texts(made, "de") == ["hello": "Hallo", "bye": "Tschüss", "new": "Neuer"])
    #expect(try texts(made, "en") == ["hello": "Hi", "bye": ""])
    let strings = try #require(made[text: "de.lproj/Localizable.strings"])
    let order = ["hello", "bye", "new"].compactMap { strings.range(of: "\"\($0)\"")?.lowerBound }
    #expect(order.count == 3 && order == order.sorted())
  }

  @Test func `a finding in a later catalogue is reported at its location in that file`() throws {
    try folder.write(
      """
      <trema masterLang="de">
        <text key="hello">
          <context/>
          <value lang="en" status="verified">Hi %d</value>
        </text>
      </trema>
      """, to: "Brand.trm")
    let result = try Tool.run(
      "convert", "Texts.trm", "Brand.trm", "-o", "out", "--format=json", in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("Brand.trm:4:"))
    #expect(result.errors.contains("[placeholder-mismatch]"))
  }

  @Test func `catalogues with different master languages are refused`() throws {
    try folder.write("<trema masterLang=\"en\">\n</trema>", to: "Other.trm")
    #expect(
      try Tool.run("convert", "Texts.trm", "Other.trm", "-o", "out", "--format=json", in: folder)
        .errors.hasPrefix(
          """
          Other.trm:1:20: error: [master-conflict] the master language is 'en', but 'Texts.trm' uses 'de'
          1 | <trema masterLang="en">
            |                    ^ hint: use catalogues with the same master language
          Texts.trm:1:20: note: 'de' is specified here

          """))
    #expect(try Snapshot(of: folder, "out").names == [])
  }

  private static let faulty = catalogue.replacingOccurrences(of: "Hello", with: "Hello %d")

  @Test func `an error prevents all outputs from being written`() throws {
    try folder.write(Self.faulty, to: "Texts.trm")
    #expect(try convert("--format=strings,android,swift,json", status: 1).names == [])
  }

  @Test func `--keep-going writes all values except those with errors`() throws {
    try folder.write(Self.faulty, to: "Texts.trm")
    let made = try convert("--format=json,swift", "--languages=de,en", "--keep-going", status: 1)
    #expect(try texts(made, "en") == ["bye": ""])
    #expect(try texts(made, "de") == ["hello": "Hallo", "bye": "Tschüss"])
    #expect(made[text: "Texts.swift"]?.contains("hello") == true)
  }

  @Test func `--fail-on determines whether warnings fail the command`() throws {
    for (level, status) in [("error", 0), ("warning", 1), ("note", 1)] as [(String, Int32)] {
      let made = try convert("--format=json", "--fail-on", level, status: status)
      #expect(made.files.count == 3)
    }
  }

  @Test func `a backslash is an ordinary character with --raw-backslash`() throws {
    try folder.write(Catalogue.value("a\\nb"), to: "Texts.trm")
    #expect(try texts(try convert("--format=json"), "de") == ["a": "a\nb"])
    #expect(try texts(try convert("--format=json", "--raw-backslash"), "de") == ["a": "a\\nb"])
  }

  @Test func `line endings and a missing final newline do not affect the outputs`() throws {
    let expected = try convert("--format=strings,android,swift,json,properties")
    for text in [
      Self.catalogue.replacingOccurrences(of: "\n", with: "\r\n"),
      String(Self.catalogue.dropLast()), "\u{FEFF}" + Self.catalogue,
      "<?xml version=\"1.0\"?>\n" + Self.catalogue,
    ] {
      try folder.write(text, to: "Texts.trm")
      #expect(try convert("--format=strings,android,swift,json,properties") == expected)
    }
  }

  @Test func `a catalogue without texts produces empty files`() throws {
    try folder.write("<trema masterLang=\"de\"/>", to: "Texts.trm")
    let made = try convert("--format=strings,android,swift,json,properties")
    #expect(made.files.contains("Texts.swift"))
  }
}
