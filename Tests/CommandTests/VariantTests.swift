import Foundation
import Testing
import TremaTestSupport

/// Texts with another wording on a platform: `@variant-of`.
@Suite struct VariantTests {
  private let work: VariantProject

  init() throws {
    work = try VariantProject()
    try work.texts([
      ("settings.title", "Title", ["en": "Settings", "de": "Einstellungen"]),
      ("back", "", ["en": "Back", "de": "Zurück"]),
      ("title.android", "@variant-of settings.title android", ["en": "Options", "de": "Optionen"]),
    ])
  }

  @Test func `a variant replaces values only on its platform`() throws {
    try work.project(
      #""format": "strings""#, #""format": "android""#, #""format": "json""#,
      #""format": "json", "platform": "android""#, #""format": "xcstrings""#)
    let result = try work.trema("build")
    #expect(result.status == 0, "\(result)")
    #expect(
      try work.propertyList("Out0/de.lproj/Localizable.strings") == [
        "settings.title": "Einstellungen", "back": "Zurück",
      ])
    let android = try work.text("Out1/values-de/strings.xml")
    #expect(android.contains("<string name=\"settings_title\">Optionen</string>"))
    #expect(
      try work.json("Out2/Localizable_en.json") == ["settings.title": "Settings", "back": "Back"])
    #expect(
      try work.json("Out3/Localizable_en.json") == ["settings.title": "Options", "back": "Back"])
    for file in try Snapshot(of: work.folder).files where file.hasPrefix("Out") {
      #expect(try work.text(file).contains("title.android") == false, "\(file)")
      #expect(try work.text(file).contains("title_android") == false, "\(file)")
    }
  }

  @Test func `aapt2 compiles the values of variants`() throws {
    let build = try AndroidBuild()
    let work = VariantProject(in: build.folder)
    try work.texts([
      (
        "files.android", "@variant-of files android",
        [
          "en": "{count, plural, one {# doc} other {# docs}} of {who}"
        ]
      ),
      (
        "files", "",
        [
          "en": "{who} has {count, plural, one {# file} other {# files}}",
          "de": "{who} hat {count, plural, one {# Datei} other {# Dateien}}",
        ]
      ),
    ])
    let words = ["convert", "Texts.trm", "-o", "res", "--format", "android"]
    let result = try Tool.run(words, in: build.folder)
    #expect(result.status == 0, "\(result)")
    let table = ResourceTable.texts(try build.table())
    func text(_ locale: String, _ name: String) -> ExactString? {
      table[ResourceTable.Text(locale: locale, name: name)]
    }
    // The arguments keep the numbers that the accessor of all platforms passes.
    #expect(text("", "files#other") == ExactString("%2$,d docs of %1$s"))
    #expect(text("de", "files#other") == ExactString("%1$s hat %2$,d Dateien"))
    #expect(table.count == 4)
  }

  @Test func `accessors are the same with and without variants`() throws {
    try work.project(#""format": "swift""#, #""format": "kotlin""#)
    #expect(try work.trema("build").status == 0)
    let (swift, kotlin) = (try work.text("Out0/Texts.swift"), try work.text("Out1/Texts.kt"))
    try work.texts([
      ("settings.title", "Title", ["en": "Settings", "de": "Einstellungen"]),
      ("back", "", ["en": "Back", "de": "Zurück"]),
    ])
    #expect(try work.trema("build").status == 0)
    #expect(try work.text("Out0/Texts.swift") == swift)
    #expect(try work.text("Out1/Texts.kt") == kotlin)
  }

  @Test(arguments: [
    [["A.trm", "B.trm"]], [["B.trm", "A.trm"]], [["A.trm"], ["B.trm"]], [["B.trm"], ["A.trm"]],
  ])
  func `a variant and its base may be in different files, in either order`(files: [[String]])
    throws
  {
    try work.texts([("a", "", ["en": "A", "de": "B"])], to: "A.trm")
    try work.texts(
      [("b", "", ["en": "C", "de": "D"]), ("a.ios", "@variant-of a ios, web", ["en": "I"])],
      to: "B.trm")
    try work.project(
      #""format": "strings""#, #""format": "json""#, #""format": "android""#, files: files)
    let result = try work.trema("build")
    #expect(result.status == 0, "\(result)")
    #expect(!result.errors.contains("warning"), "\(result)")
    let strings = try work.propertyList("Out0/en.lproj/Localizable.strings")
    #expect(strings == ["a": "I", "b": "C"])
    // The variant has no German value, and takes the one of its base.
    #expect(try work.json("Out1/Localizable_de.json") == ["a": "B", "b": "D"])
    #expect(try work.text("Out2/values/strings.xml").contains(">A<"))
  }

  @Test func `empty or omitted variant values fall back to the base`() throws {
    try work.folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context/>
          <value lang="en" status="verified">A</value>
          <value lang="de" status="verified">B</value>
        </text>
        <text key="a.ios"><context>@variant-of a ios</context>
          <value lang="en" status="initial">Draft</value>
          <value lang="de" status="initial"/>
        </text>
      </trema>
      """, to: "Texts.trm")
    try work.project(
      #""format": "strings", "statuses": ["verified"]"#, #""format": "strings", "table": "All""#)
    #expect(try work.trema("build").status == 0)
    #expect(try work.propertyList("Out0/en.lproj/Localizable.strings") == ["a": "A"])
    #expect(try work.propertyList("Out1/en.lproj/All.strings") == ["a": "Draft"])
    #expect(try work.propertyList("Out1/de.lproj/All.strings") == ["a": "B"])
  }

  @Test func `outputs and references that include the base include its variant`() throws {
    try work.texts([
      ("link", "@reference", ["en": "@string/settings_title"]),
      ("settings.title", "@tags main", ["en": "Settings"]),
      ("title.ios", "@variant-of settings.title ios", ["en": "Preferences"]),
    ])
    try work.project(
      #""format": "strings", "tags": ["main"]"#, #""format": "strings", "keys": ["link"]"#,
      #""format": "json", "keys": ["link"]"#)
    let result = try work.trema("build")
    #expect(result.status == 0, "\(result)")
    #expect(
      try work.propertyList("Out0/en.lproj/Localizable.strings") == [
        "settings.title": "Preferences"
      ])
    #expect(try work.propertyList("Out1/en.lproj/Localizable.strings") == ["link": "Preferences"])
    #expect(try work.json("Out2/Localizable_en.json") == ["link": "Settings"])
  }

  @Test func `variants are written when languages must be collected first`() throws {
    // A variant that precedes its base, in outputs that must know all languages.
    try work.texts([
      ("a.web", "@variant-of a web", ["de": "C"]), ("a", "", ["en": "A", "de": "B"]),
    ])
    let result = try work.trema(
      "convert", "Texts.trm", "-o", "Out", "--format", "csv,json", "--fallback", "master")
    #expect(result.status == 0, "\(result)")
    #expect(try work.text("Out/Localizable.csv").contains("a.web,@variant-of a web"))
    #expect(try work.json("Out/Localizable_de.json") == ["a": "C"])
  }

  @Test func `a cross-platform format contains the base and reports the variant as lost`() throws {
    let result = try work.trema("convert", "Texts.trm", "-o", "Out", "--format", "properties")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "note: [loss] properties cannot represent the variant of a text for a platform: "
          + "'settings.title'"), "\(result)")
    #expect(try work.text("Out/Localizable.properties").contains("settings.title=Settings"))
  }

  @Test func `a language that variants supply on every platform needs no value of the base`() throws
  {
    try work.texts([
      ("back", "", ["en": "Back"]), ("title", "", ["en": "Title", "de": "Titel"]),
      ("back.ios", "@variant-of back ios", ["de": "Zurück"]),
      ("back.android", "@variant-of back android", ["de": "Zurück"]),
    ])
    try work.project(#""format": "strings""#, #""format": "android""#)
    #expect(try work.trema("check").output == "")
    let stats = try work.trema("stats", "--fail-on", "missing")
    #expect(stats.status == 0, "\(stats)")
    try work.project(#""format": "strings""#, #""format": "android""#, #""format": "json""#)
    #expect(
      try work.trema("check").output.contains(
        "[missing-translation] 'back' is not translated into 'de'\n"))
    #expect(try work.trema("stats", "--fail-on", "missing").status == 1)
  }
}
