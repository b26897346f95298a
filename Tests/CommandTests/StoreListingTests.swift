import Foundation
import Testing
import TremaTestSupport

/// Store listings on the command line: outputs in the folders of fastlane, findings, and import.
@Suite struct StoreListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  private static let catalogue = """
    <trema masterLang="en">
      <text key="hello"> <value lang="en">Hello</value> <value lang="de">Hallo</value> </text>
      <text key="store.name">
        <value lang="en">Garden 100%</value>
        <value lang="de">Garten</value>
        <value lang="he">גן</value>
        <value lang="nb">Hage</value>
        <value lang="pt-BR">Jardim</value>
        <value lang="zh-Hans">花园</value>
      </text>
      <text key="store.subtitle"> <value lang="en">On time</value> </text>
      <text key="store.description">
        <context>@platforms ios</context>
        <value lang="en">For iPhone\\n\\n• \\"plants\\"</value>
      </text>
      <text key="store.full_description"> <value lang="en">For Android</value> </text>
      <text key="store.release_notes"> <value lang="en">Faster</value> </text>
      <text key="store.changelogs.42"> <value lang="en">Fixes</value> </text>
    </trema>

    """

  private static let project = """
    {
      "catalogues": [{ "files": ["Texts.trm"] }],
      "outputs": [
        { "format": "strings", "directory": "ios" },
        { "format": "swift", "directory": "ios" },
        { "format": "android", "directory": "res" },
        { "format": "csv", "directory": "translators" },
        { "format": "json", "directory": "web", "keys": ["store.name", "hello"] },
        { "format": "app-store", "directory": "fastlane/metadata" },
        { "format": "google-play", "directory": "fastlane/metadata/android" }
      ]
    }

    """

  /// Returns the paths of the listings, sorted.
  private func listings() -> [String] {
    (FileManager.default.enumerator(atPath: folder.url.appending(path: "fastlane").path)?
      .compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }

  @Test func `listings are written to fastlane's folders`() throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    try folder.write(Self.project, to: "trema.json")
    #expect(try run("build").status == 0)
    #expect(
      listings() == [
        "metadata/android/de-DE/title.txt",
        "metadata/android/en-US/changelogs/42.txt",
        "metadata/android/en-US/changelogs/default.txt",
        "metadata/android/en-US/full_description.txt",
        "metadata/android/en-US/title.txt",
        "metadata/android/iw-IL/title.txt",
        "metadata/android/no-NO/title.txt",
        "metadata/android/pt-BR/title.txt",
        "metadata/android/zh-CN/title.txt",
        "metadata/de-DE/name.txt",
        "metadata/en-US/description.txt",
        "metadata/en-US/name.txt",
        "metadata/en-US/release_notes.txt",
        "metadata/en-US/subtitle.txt",
        "metadata/he/name.txt",
        "metadata/no/name.txt",
        "metadata/pt-BR/name.txt",
        "metadata/zh-Hans/name.txt",
      ])
    #expect(try text("fastlane/metadata/en-US/name.txt") == "Garden 100%\n")
    #expect(try text("fastlane/metadata/android/en-US/title.txt") == "Garden 100%")
    #expect(
      try text("fastlane/metadata/en-US/description.txt") == "For iPhone\n\n• \"plants\"\n")
    #expect(try text("fastlane/metadata/android/en-US/full_description.txt") == "For Android")
    let again = try run("build")
    #expect(again.output.hasSuffix(" 0 written\n"))
  }

  @Test func `listing texts are omitted from app outputs unless an output selects them`() throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    try folder.write(Self.project, to: "trema.json")
    #expect(try run("build").status == 0)
    for path in ["ios/en.lproj/Localizable.strings", "ios/Texts.swift", "res/values/strings.xml"] {
      #expect(try text(path).contains("Hello"), "\(path)")
      #expect(!(try text(path).contains("Garden")), "\(path)")
    }
    #expect(try text("web/Localizable_en.json").contains("Garden"))
    #expect(try text("translators/Localizable.csv").contains("Garden"))
    // The other outputs are the same when the listings are not written.
    let strings = try folder.read("ios/en.lproj/Localizable.strings")
    #expect(try run("build", "--only", "strings").status == 0)
    #expect(try folder.read("ios/en.lproj/Localizable.strings") == strings)
    try folder.write("print(Texts.hello)\n", to: "App.swift")
    let usage = try run("usage", "App.swift")
    #expect(!usage.output.contains("store."), "\(usage.output)")
  }

  @Test func `files of removed texts are removed, and others are kept`() throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    try folder.write(Self.project, to: "trema.json")
    #expect(try run("build").status == 0)
    try folder.write("2026 Example", to: "fastlane/metadata/copyright.txt")
    try folder.write(
      Self.catalogue.replacingOccurrences(of: "store.changelogs.42", with: "store.changelogs.43"),
      to: "Texts.trm")
    let result = try run("build")
    #expect(
      result.output == """
        wrote translators/Localizable.csv
        wrote fastlane/metadata/android/en-US/changelogs/43.txt
        removed fastlane/metadata/android/en-US/changelogs/42.txt
        38 outputs, 2 written

        """)
    #expect(listings().contains("metadata/copyright.txt"))
  }

  @Test func `errors in a listing stop the build, and nothing is written`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="store.name">
          <value lang="en">Plants that are watered on time</value>
          <value lang="de-CH">Pflanzen</value>
        </text>
        <text key="store.release_notes">
          <value lang="en">%d fixes</value>
        </text>
        <text key="store.title"> <value lang="en">Garden</value> </text>
        <text key="store.keyword"> <value lang="en">garden</value> </text>
      </trema>

      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "app-store", "directory": "ios" },
          { "format": "google-play", "directory": "android", "languageNames": { "de-CH": "de-DE" } }
        ],
        "checks": { "missing-translation": "off", "schema": "off" }
      }

      """, to: "trema.json")
    let report = """
      Texts.trm:3:22: error: [store-length] 'store.name' has 31 characters in 'en', 1 more than the 30 that the App Store and Google Play allow
      3 |     <value lang="en">Plants that are watered on time</value>
        |                      ^ hint: shorten it
      Texts.trm:4:18: error: [store-locale] 'de-CH' is not a locale of the App Store
      4 |     <value lang="de-CH">Pflanzen</value>
        |                  ^ hint: leave it out with the field 'languages' of the output, or name another locale in 'languageNames'
      Texts.trm:7:22: error: [store-argument] 'store.release_notes' in 'en' has a placeholder, but a store listing takes no arguments
      7 |     <value lang="en">%d fixes</value>
        |                      ^ hint: remove it
      Texts.trm:9:3: error: [name-collision] keys 'store.name' and 'store.title' both become 'title.txt' in Google Play
      9 |   <text key="store.title"> <value lang="en">Garden</value> </text>
        |   ^ hint: add '@platforms ios' to the one that is only for the App Store, or remove one of them
      Texts.trm:2:3: note: 'store.name' is here
      Texts.trm:10:14: error: [store-field] 'store.keyword' is not a text of a store listing
      10 |   <text key="store.keyword"> <value lang="en">garden</value> </text>
         |              ^ hint: rename it 'store.keywords'
      5 errors

      """
    let checked = try run("check")
    #expect(checked.status == 1)
    #expect(checked.output == report)
    let built = try run("build")
    #expect(built.status == 1)
    #expect(built.errors == report)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == [
        "Texts.trm", "trema.json",
      ])
  }

  @Test func `languages that are not in the listing are not checked`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="store.name">
          <value lang="en" status="verified">Garden</value>
          <value lang="de-CH" status="verified">Garten</value>
          <value lang="de" status="initial">Garten mit viel zu langem Namen</value>
        </text>
      </trema>

      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          {
            "format": "app-store", "directory": "fastlane", "languages": ["en", "de"],
            "statuses": ["verified"]
          }
        ]
      }

      """, to: "trema.json")
    #expect(try run("build").status == 0)
    #expect(listings() == ["en-US/name.txt"])
  }

  @Test func `a listing omits suppressed values that it cannot represent`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="store.name">
          <context>@ignore store-locale a listing for one language</context>
          <value lang="en">Garden</value>
          <value lang="de-CH">Garten</value>
          <value lang="en-US">Backyard</value>
        </text>
        <text key="store.subtitle">
          <context>@ignore store-argument the store fills it in
          @ignore store-length it is checked elsewhere</context>
          <value lang="en">%d plants</value>
          <value lang="de">Pflanzen, die pünktlich gegossen werden</value>
        </text>
      </trema>

      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [{ "format": "app-store", "directory": "fastlane" }],
        "checks": { "*": "off", "placeholder-mismatch": { "level": "off", "reason": "a test" } }
      }

      """, to: "trema.json")
    let result = try run("build")
    #expect(result.status == 0, "\(result.errors)")
    #expect(listings() == ["de-DE/subtitle.txt", "en-US/name.txt"])
    #expect(try text("fastlane/en-US/name.txt") == "Garden\n")
  }

  @Test func `a variant replaces its base in the field, and its own length is checked`() throws {
    func build(_ base: String, _ variant: String) throws -> Tool.Result {
      try folder.write(
        """
        <trema masterLang="en">
          <text key="store.name"> <context/> <value lang="en">\(base)</value> </text>
          <text key="store.name.android">
            <context>@variant-of store.name android</context>
            <value lang="en">\(variant)</value>
          </text>
        </trema>

        """, to: "Texts.trm")
      return try run("build")
    }
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [{ "format": "google-play", "directory": "android" }]
      }

      """, to: "trema.json")
    let long = String(repeating: "x", count: 31)
    let result = try build("Garden", long)
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "Texts.trm:5:22: error: [store-length] 'store.name.android' has 31 characters in 'en', "),
      "\(result)")
    #expect(try build(long, "Garden Pro").errors == "")
    #expect(try text("android/en-US/title.txt") == "Garden Pro")
  }

  @Test func `a variant does not hide the collision of its base`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="store.name"> <context/> <value lang="en">Garden</value> </text>
        <text key="store.name.android">
          <context>@variant-of store.name android</context>
          <value lang="en">Garden Pro</value>
        </text>
        <text key="store.title"> <context/> <value lang="en">Plants</value> </text>
      </trema>

      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "app-store", "directory": "ios" },
          { "format": "google-play", "directory": "android" }
        ]
      }

      """, to: "trema.json")
    let report = """
      Texts.trm:7:3: error: [name-collision] keys 'store.name' and 'store.title' both become 'title.txt' in Google Play
      7 |   <text key="store.title"> <context/> <value lang="en">Plants</value> </text>
        |   ^ hint: add '@platforms ios' to the one that is only for the App Store, or remove one of them
      Texts.trm:2:3: note: 'store.name' is here
      1 error

      """
    #expect(try run("check").output == report)
    #expect(try run("build").errors == report)
  }

  @Test func `invalid listing settings in the project file are reported with locations`() throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "app-store", "directory": "a", "languageNames": { "fr": "fr-XX" } },
          { "format": "google-play", "directory": "b", "prefix": "" }
        ]
      }

      """, to: "trema.json")
    #expect(
      try run("build").errors == """
        trema.json:5:60: error: [invalid-field] 'prefix' must not be empty
        5 |     { "format": "google-play", "directory": "b", "prefix": "" }
          |                                                            ^ hint: enter a value, or remove the field
        1 error

        """)
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "app-store", "directory": "a", "languageNames": { "fr": "fr-XX" } },
          { "format": "google-play", "directory": "b", "prefix": "shop." }
        ]
      }

      """, to: "trema.json")
    #expect(
      try run("build").errors == """
        trema.json:4:67: error: [invalid-field] 'fr-XX' is not a locale of the App Store
        4 |     { "format": "app-store", "directory": "a", "languageNames": { "fr": "fr-XX" } },
          |                                                                   ^ hint: use one of its locales, such as 'en-US'
        1 error

        """)
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [{ "format": "google-play", "directory": "b", "prefix": "shop." }],
        "checks": { "*": "off" }
      }

      """, to: "trema.json")
    #expect(
      try run("build").errors == """
        trema.json:3:15: error: [empty-output] the 'google-play' output does not contain any texts
        3 |   "outputs": [{ "format": "google-play", "directory": "b", "prefix": "shop." }],
          |               ^ hint: add texts whose keys start with 'shop.', or correct its prefix
        1 error, 6 ignored

        """)
  }

  @Test func `imported listings are exported again unchanged`() throws {
    for (path, content) in [
      ("en-US/name.txt", "Garden\n"), ("en-US/description.txt", "One\n\nTwo\n"),
      ("en-US/keywords.txt", "a,b\n"), ("de-DE/name.txt", "Garten\n"), ("he/name.txt", "גן\n"),
      ("no/name.txt", "Hage\n"), ("copyright.txt", "2026\n"), ("xx-YY/name.txt", "x\n"),
      ("review_information/notes.txt", "Hi\n"), ("en-US/support_url.txt", "\n"),
      ("android/en-US/title.txt", "Garden"), ("android/en-US/changelogs/42.txt", "Fixes"),
      ("android/en-US/short_description.txt", "Short"), ("android/iw-IL/title.txt", "גן"),
    ] { try folder.write(content, to: "fastlane/metadata/\(path)") }
    #expect(
      try run(
        "import", "--from", "app-store", "fastlane/metadata", "--into", "Texts.trm", "--master",
        "en")
        == Tool.Result(
          status: 0,
          output: """
            imported:
              app-store  3 texts  en, de, he, nb  fastlane/metadata/*/*.txt
            skipped:
              without texts: 1 file: fastlane/metadata/en-US/support_url.txt
              not texts of the store's listing, by file name or locale: 3 files: \
            fastlane/metadata/copyright.txt, fastlane/metadata/review_information/notes.txt, \
            fastlane/metadata/xx-YY/name.txt
            wrote Texts.trm
            6 files: 3 new texts, 6 new values, 0 conflicts
            next: trema check Texts.trm

            """, errors: ""))
    let second = try run(
      "import", "--from", "google-play", "fastlane/metadata/android", "--into", "Texts.trm")
    #expect(
      second
        == Tool.Result(
          status: 0,
          output: """
            imported:
              google-play  3 texts  en, he  fastlane/metadata/android/*/*.txt
            wrote Texts.trm
            4 files: 2 new texts, 2 new values, 2 known, 0 conflicts

            """, errors: ""))
    #expect(
      try run(
        "convert", "Texts.trm", "--format", "app-store", "--output", "a", "--fail-on", "error"
      ).status == 0)
    for path in ["en-US/name.txt", "en-US/description.txt", "de-DE/name.txt", "no/name.txt"] {
      #expect(try folder.read("a/\(path)") == folder.read("fastlane/metadata/\(path)"), "\(path)")
    }
    #expect(
      try run("convert", "Texts.trm", "--format", "google-play", "--output", "b").status == 0)
    for path in ["en-US/title.txt", "en-US/changelogs/42.txt", "iw-IL/title.txt"] {
      #expect(
        try folder.read("b/\(path)") == folder.read("fastlane/metadata/android/\(path)"), "\(path)")
    }
  }

  @Test func `a locale is imported as the matching language of the catalogue`() throws {
    try folder.write("Garden", to: "m/en-US/title.txt")
    #expect(
      try run(
        "import", "--from", "google-play", "m", "--into", "A.trm", "--master", "en-US",
        "--prefix", "shop."
      ).status == 0)
    #expect(try text("A.trm").contains("<text key=\"shop.name\">"))
    #expect(try text("A.trm").contains("<value lang=\"en-US\""))
    try folder.write("Backyard", to: "m/en-US/title.txt")
    let result = try run(
      "import", "--from", "google-play", "m", "--into", "A.trm", "--prefix", "shop.")
    #expect(result.status == 1)
    #expect(result.errors.contains("[import-conflict]"), "\(result.errors)")
  }

  @Test func `a listing requires no translation into a language that the store does not have`()
    throws
  {
    let values = { (languages: [String]) in
      languages.map { "<value lang=\"\($0)\">Text</value>" }.joined()
    }
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a">\(values(["en", "de", "de-CH"]))</text>
        <text key="store.name">\(values(["en"]))</text>
        <text key="store.short_description">\(values(["en"]))</text>
      </trema>

      """, to: "Texts.trm")
    func missing(_ listing: String) throws -> [String] {
      try folder.write(
        """
        {
          "catalogues": [{ "files": ["Texts.trm"] }],
          "outputs": [
            { "format": "strings", "directory": "ios" },
            { "directory": "listing", \(listing) }
          ]
        }
        """, to: "trema.json")
      return try run("check").output.split(separator: "\n").compactMap { line in
        line.firstRange(of: "[missing-translation] ").map { String(line[$0.upperBound...]) }
      }
    }
    // The App Store has no short description.
    #expect(
      try missing(#""format": "app-store""#) == ["'store.name' is not translated into 'de'"])
    #expect(
      try missing(#""format": "google-play""#) == [
        "'store.name' is not translated into 'de'",
        "'store.short_description' is not translated into 'de'",
      ])
    #expect(
      try missing(#""format": "app-store", "languageNames": { "de-CH": "de-DE" }"#) == [
        "'store.name' is not translated into 'de', 'de-CH'"
      ])
  }
}
