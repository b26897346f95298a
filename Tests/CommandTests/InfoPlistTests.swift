import Foundation
import Testing
import TremaTestSupport

/// The comparison of an Info.plist with the texts and languages of a project.
@Suite struct InfoPlistTests {
  private static let table =
    #""format": "strings", "directory": "R", "table": "InfoPlist", "keys": ["*UsageDescription"]"#
  private let app: AppProject

  init() throws {
    app = try AppProject()
    try app.texts([
      ("NSCameraUsageDescription", ["en": "Scans codes.", "de": "Scannt Codes."]),
      ("NFCReaderUsageDescription", ["en": "Reads tags."]),
      ("NSMicrophoneUsageDescription", ["en": "Records.", "de": "Nimmt auf."]),
    ])
    try app.project(app: #""infoPlist": "App/Info.plist""#, Self.table)
  }

  @Test func `usage descriptions must be in the Info.plist and in every language`() throws {
    try app.infoPlist(
      "<key>NSCameraUsageDescription</key>", "<string>Scans codes.</string>",
      "<key>NFCReaderUsageDescription</key>", "<string>Reads tags.</string>",
      "<key>NSPhotoLibraryUsageDescription</key>", "<string>Saves photos.</string>")
    let expected = [
      "App/Info.plist:7:2: warning: [missing-usage-description] 'NFCReaderUsageDescription' has "
        + "no text in 'de'",
      "hint: translate it; without a translation, the system shows the text of this file",
      "App/Info.plist:9:2: warning: [missing-usage-description] the catalogue has no text for "
        + "'NSPhotoLibraryUsageDescription'",
      "hint: add the text; without it, the system shows the text of this file in every language",
      "Texts.trm:7:3: warning: [missing-translation] 'NFCReaderUsageDescription' is not "
        + "translated into 'de'",
      "Texts.trm:11:14: warning: [unused-usage-description] 'App/Info.plist' does not declare "
        + "'NSMicrophoneUsageDescription'",
      "hint: add the key to the file, or remove the text; without the key, the system does not "
        + "show the text",
    ]
    #expect(try app.findings("check") == expected)
    let build = try app.trema("build")
    #expect(build.status == 0)
    #expect(build.errors.contains("4 warnings"))
    // Only some languages or formats are known here, so the languages of the file are not compared.
    #expect(try app.findings("check", "--languages", "en") == [])
  }

  @Test func `a usage description outside the table is not translated`() throws {
    try app.infoPlist("<key>NSCameraUsageDescription</key>", "<string>Scans codes.</string>")
    try app.project(
      app: #""infoPlist": "App/Info.plist""#,
      #""format": "xcstrings", "directory": "R", "table": "InfoPlist", "keys": ["NFC*"]"#)
    #expect(
      try app.findings("check").prefix(2) == [
        "App/Info.plist:5:2: warning: [missing-usage-description] no output with the table "
          + "'InfoPlist' contains 'NSCameraUsageDescription'",
        "hint: add the key to \"keys\" of the output in trema.json",
      ])
    try app.project(
      app: #""infoPlist": "App/Info.plist""#, #""format": "strings", "directory": "R""#)
    #expect(
      try app.findings("check").prefix(2) == [
        "App/Info.plist:5:2: warning: [missing-usage-description] no output has the table "
          + "'InfoPlist', so 'NSCameraUsageDescription' is not translated",
        "hint: add { \"format\": \"strings\", \"table\": \"InfoPlist\", \"keys\": "
          + "[\"*UsageDescription\"], … } to \"outputs\" in trema.json",
      ])
  }

  @Test func `an output's languages and fallback determine which translations are required`() throws
  {
    try app.infoPlist(
      "<key>NSCameraUsageDescription</key>", "<string/>",
      "<key>NFCReaderUsageDescription</key>", "<string/>",
      "<key>NSMicrophoneUsageDescription</key>", "<string/>")
    try app.project(
      app: #""infoPlist": "App/Info.plist""#, Self.table + #", "fallback": "master""#)
    #expect(
      try app.findings("check") == [
        "Texts.trm:7:3: warning: [missing-translation] 'NFCReaderUsageDescription' is not "
          + "translated into 'de'"
      ])
    try app.project(
      app: #""infoPlist": "App/Info.plist""#, Self.table + #", "languages": ["en"]"#,
      #""format": "strings", "directory": "S""#)
    #expect(
      try app.findings("check").filter { $0.contains("NSCamera") } == [
        "App/Info.plist:5:2: warning: [missing-usage-description] 'NSCameraUsageDescription' has "
          + "no text in 'de'"
      ])
  }

  @Test func `a finding can be suppressed in its text's context or in the project file`() throws {
    try app.infoPlist("<key>NSCameraUsageDescription</key>", "<string/>")
    let text = try app.text("Texts.trm").replacing(
      "<context/>", with: "<context>@ignore unused-usage-description set by Xcode</context>")
    try app.folder.write(text, to: "Texts.trm")
    #expect(try app.findings("check").allSatisfy { !$0.contains("undeclared") })
  }

  @Test func `the languages of the bundle must be those of the project`() throws {
    try app.infoPlist(
      "<key>CFBundleDevelopmentRegion</key>", "<string>de</string>",
      "<key>CFBundleLocalizations</key>", "<array>", "\t<string>English</string>",
      "\t<string>es</string>", "\t<string>zh_CN</string>", "</array>")
    try app.project(
      app: #""infoPlist": "App/Info.plist""#, languages: #""en", "de", "pt-BR", "zh-Hans""#,
      #""format": "strings", "directory": "R""#)
    #expect(
      try app.findings("check").filter { !$0.contains("missing-translation") }
        == [
          "App/Info.plist:6:2: warning: [development-region] 'CFBundleDevelopmentRegion' is 'de', "
            + "but the master language is 'en'",
          "hint: use 'en'",
          "App/Info.plist:8:2: warning: [bundle-localizations] 'CFBundleLocalizations' does not "
            + "contain 'de', 'pt-BR' and contains 'es', which the project does not have",
          "hint: use 'en', 'de', 'pt-BR', 'zh-Hans'",
        ])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a fix changes the languages and no other bytes`(lineEnd: String) throws {
    let before = [
      "<!-- Ü -->", "<key>CFBundleDevelopmentRegion</key>  <string>fr</string>",
      "<key>CFBundleLocalizations</key>", "<array>", "\t<string>fr</string>",
      "\t<string>en</string> <!-- first -->", "\t<!-- Spanish -->", "\t<string>es</string>",
      "</array>", "<key>CFBundleName</key>", "<string>A &amp; <![CDATA[B]]></string>",
    ]
    let after = [
      "<!-- Ü -->", "<key>CFBundleDevelopmentRegion</key>  <string>en</string>",
      "<key>CFBundleLocalizations</key>", "<array>", "\t<string>en</string> <!-- first -->",
      "\t<!-- Spanish -->", "\t<string>de</string>", "</array>", "<key>CFBundleName</key>",
      "<string>A &amp; <![CDATA[B]]></string>",
    ]
    try app.texts([("a", ["en": "A", "de": "A"])])
    try app.project(
      app: #""infoPlist": "App/Info.plist""#, #""format": "strings", "directory": "R""#)
    func contents(_ lines: [String]) -> String {
      AppProject.infoPlist(lines).replacing("\n", with: lineEnd)
    }
    try app.folder.write("\u{FEFF}" + contents(before), to: "App/Info.plist")
    let patch = try app.trema("check", "--fix", "--dry-run")
    #expect(patch.status == 1)
    #expect(patch.output.contains("+++ b/App/Info.plist"))
    #expect(try app.text("App/Info.plist") == "\u{FEFF}" + contents(before))
    let result = try app.trema("check", "--fix")
    #expect(result.status == 0)
    #expect(result.errors == "fixed 2 findings in App/Info.plist\n")
    #expect(
      try app.folder.read("App/Info.plist") == Array(("\u{FEFF}" + contents(after)).utf8))
    #expect(try Judge.plutil.run(["-lint", "App/Info.plist"], in: app.folder).status == 0)
    let script = "import plistlib; print(plistlib.load(open('App/Info.plist', 'rb')))"
    #expect(
      try Judge.python.run(["-c", script], in: app.folder).text
        == "{'CFBundleDevelopmentRegion': 'en', 'CFBundleLocalizations': ['en', 'de'], "
        + "'CFBundleName': 'A & B'}\n")
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a fix fills an empty list`(lineEnd: String) throws {
    try app.infoPlist("<key>CFBundleLocalizations</key>", "<array/>", lineEnd: lineEnd)
    #expect(try app.trema("check", "--fix").errors == "fixed 1 finding in App/Info.plist\n")
    let expected = AppProject.infoPlist([
      "<key>CFBundleLocalizations</key>", "<array>", "\t<string>en</string>",
      "\t<string>de</string>", "</array>",
    ])
    #expect(
      try app.folder.read("App/Info.plist")
        == Array(expected.replacing("\n", with: lineEnd).utf8))
  }

  @Test func `build settings and missing keys are not compared`() throws {
    try app.infoPlist(
      "<key>CFBundleDevelopmentRegion</key>", "<string>$(DEVELOPMENT_LANGUAGE)</string>",
      "<key>CFBundleLocalizations</key>", "<array><string>${LANGUAGES}</string></array>")
    #expect(try app.findings("check").allSatisfy { !$0.contains("Info.plist:") })
    try app.infoPlist("<key>CFBundleName</key>", "<string>App</string>")
    #expect(try app.findings("check").allSatisfy { !$0.contains("Info.plist:") })
  }

  @Test func `values of the wrong type are errors, and nothing is written`() throws {
    try app.infoPlist(
      "<key>CFBundleDevelopmentRegion</key>", "<array/>", "<key>CFBundleLocalizations</key>",
      "<string>en</string>", "<key>NSCameraUsageDescription</key>", "<true/>")
    let result = try app.trema("build")
    #expect(result.status == 1)
    for line in [
      "App/Info.plist:6:2: error: [invalid-info-plist] 'CFBundleDevelopmentRegion' must be a "
        + "string, not an array\n",
      "App/Info.plist:8:2: error: [invalid-info-plist] 'CFBundleLocalizations' must be an array, "
        + "not a string\n",
      "App/Info.plist:10:2: error: [invalid-info-plist] 'NSCameraUsageDescription' must be a "
        + "string, not a Boolean\n",
    ] { #expect(result.errors.contains(line), "\(result.errors)") }
    #expect(
      try Snapshot(of: app.folder).files == ["App/Info.plist", "Texts.trm", "trema.json"])
    try app.infoPlist(
      "<key>CFBundleLocalizations</key>", "<array><string>en</string><integer>1</integer></array>")
    #expect(
      try app.findings("check").contains(
        "App/Info.plist:6:28: error: [invalid-info-plist] a value of 'CFBundleLocalizations' "
          + "must be a string, not an integer"))
  }

  @Test func `a file that cannot be compared is reported where it is specified`() throws {
    let note = "trema.json:4:25: note: specified here"
    #expect(
      try app.findings("check").prefix(3) == [
        "App/Info.plist: error: [cannot-read] cannot read 'App/Info.plist': no such file or "
          + "directory",
        "hint: check the path; relative paths start in the current folder", note,
      ])
    let result = try app.trema("build")
    #expect(result.status == 3)
    #expect(try Snapshot(of: app.folder).files == ["Texts.trm", "trema.json"])

    try app.infoPlist("<key>CFBundleLocalizations</key>", "<array/>")
    _ = try Judge.python.run(
      [
        "-c",
        """
        import plistlib
        list = plistlib.load(open('App/Info.plist', 'rb'))
        plistlib.dump(list, open('App/Info.plist', 'wb'), fmt=plistlib.FMT_BINARY)
        """,
      ], in: app.folder)
    #expect(
      try app.findings("check").prefix(3) == [
        "App/Info.plist:1:1: error: [invalid-info-plist] 'App/Info.plist' is a binary property "
          + "list",
        "hint: specify the source file, or convert it with: plutil -convert xml1 App/Info.plist",
        note,
      ])

    try app.folder.write("<plist><array/></plist>", to: "App/Info.plist")
    #expect(
      try app.findings("check").prefix(2) == [
        "App/Info.plist:1:8: error: [invalid-info-plist] the top-level value must be a "
          + "dictionary, not an array", note,
      ])
    try app.folder.write("<plist><dict>", to: "App/Info.plist")
    #expect(
      try app.findings("check").first
        == "App/Info.plist:1:14: error: [malformed-xml] the file ends inside the element 'dict'")
  }

  @Test func `an old-style text property list is compared but not fixed`() throws {
    let list = "{ CFBundleLocalizations = (en, fr); }\n"
    try app.folder.write(list, to: "App/Info.plist")
    let result = try app.trema("check", "--fix")
    #expect(result.errors.isEmpty)
    #expect(
      result.output.contains(
        "App/Info.plist:1:27: warning: [bundle-localizations] 'CFBundleLocalizations' does not "
          + "contain 'de' and contains 'fr', which the project does not have"))
    #expect(try app.text("App/Info.plist") == list)
  }

  @Test func `a change to the Info.plist invalidates the build cache`() throws {
    try app.infoPlist("<key>NSCameraUsageDescription</key>", "<string/>")
    try app.texts([("NSCameraUsageDescription", ["en": "Scans.", "de": "Scannt."])])
    let caches = try TemporaryFolder()
    func build() throws -> Tool.Result {
      // A file that was just written may change again without a difference in its times.
      Thread.sleep(forTimeInterval: 0.1)
      return try Tool.run(
        ["build"], in: app.folder, environment: ["XDG_CACHE_HOME": caches.path])
    }
    #expect(try build().errors.isEmpty)
    #expect(try build().errors.isEmpty)
    try app.infoPlist("<key>CFBundleLocalizations</key>", "<array/>")
    #expect(try build().errors.contains("[bundle-localizations]"))
  }
}
