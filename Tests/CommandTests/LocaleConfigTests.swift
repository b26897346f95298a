import Foundation
import Testing
import TremaTestSupport

/// Android's `locales_config.xml`, an output of the languages of a project.
@Suite struct LocaleConfigTests {
  private let app: AppProject

  init() throws {
    app = try AppProject()
    try app.texts([("a", ["en": "A", "de": "A"]), ("b", ["en": "B", "de": "B", "fr": "B"])])
  }

  private func list(_ tags: String..., standard: String = "en") -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file. -->
    <locale-config xmlns:android="http://schemas.android.com/apk/res/android" android:defaultLocale="\(standard)">
    \(tags.map { "    <locale android:name=\"\($0)\"/>\n" }.joined())</locale-config>

    """
  }

  private static let path = "res/xml/locales_config.xml"

  @Test func `the list contains the project's languages, and aapt2 compiles it`() throws {
    try app.project(
      app: "", languages: #""de", "pt_BR", "zh-Hans", "es-419", "he", "en""#,
      #""format": "locale-config", "directory": "res""#,
      #""format": "android", "directory": "res""#)
    #expect(try app.trema("build").status == 0)
    let expected = list("de", "pt-BR", "zh-Hans", "es-419", "he", "en")
    #expect(try app.text(Self.path) == expected)
    let verdict = try Judge.aapt2.run(["compile", "-o", ".", Self.path], in: app.folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    #expect(try Snapshot(of: app.folder).files.contains("xml_locales_config.xml.flat"))
    let again = try app.trema("build", "--verbose")
    #expect(again.output.contains("unchanged \(Self.path)\n"))
    #expect(try app.text(Self.path) == expected)
  }

  @Test func `an output can have fewer languages and a different default`() throws {
    try app.project(
      app: "", languages: #""de", "fr""#,
      #""format": "locale-config", "directory": "res", "languages": ["de"], "#
        + #""defaultLanguage": "de""#)
    #expect(try app.trema("build").status == 0)
    #expect(try app.text(Self.path) == list("en", "de", standard: "de"))
  }

  @Test func `without languages of its own, the list contains those of the Android resources`()
    throws
  {
    try app.project(
      app: "", languages: #""en", "de", "fr""#,
      #""format": "locale-config", "directory": "res""#,
      #""format": "android", "directory": "res", "languages": ["fr"]"#)
    #expect(try app.trema("build").status == 0)
    #expect(try app.text(Self.path) == list("en", "fr"))
    #expect(try app.trema("build", "--only", "locale-config").status == 0)
    #expect(try app.text(Self.path) == list("en", "fr"))
  }

  @Test func `without project languages, the list contains those of the catalogue`() throws {
    let result = try app.trema(
      "convert", "Texts.trm", "-o", "-", "--format", "locale-config", "--languages", "fr,en")
    #expect(result.output == list("fr", "en"))
    let all = try app.trema("convert", "Texts.trm", "-o", "-", "--format", "locale-config")
    #expect(all.output == list("en", "de", "fr"))
  }

  @Test func `the list is written and removed with the other outputs`() throws {
    let other = #""format": "strings", "directory": "R""#
    try app.project(app: "", #""format": "locale-config", "directory": "res""#, other)
    #expect(try app.trema("build", "--only", "strings").status == 0)
    #expect(try !Snapshot(of: app.folder).files.contains(Self.path))
    #expect(try app.trema("build", "--only", "locale-config").output.contains("wrote \(Self.path)"))
    #expect(try app.trema("build", "--check").status == 0)
    try app.project(
      app: "", languages: #""en""#, #""format": "locale-config", "directory": "res""#, other)
    #expect(try app.trema("build", "--check").output.contains("out of date: \(Self.path)"))
    try app.texts([("a", ["en": "%d", "de": "%@"])])
    #expect(try app.trema("build").status == 1)
    #expect(try app.text(Self.path) == list("en", "de"))
    try app.texts([("a", ["en": "A", "de": "A"])])
    try app.project(app: "", other)
    #expect(try app.trema("build").output.contains("removed \(Self.path)"))
  }

  @Test func `fields that select texts have no effect`() throws {
    try app.project(
      app: "",
      #""format": "locale-config", "directory": "res", "keys": ["x"], "table": "T""#)
    let result = try app.trema("build")
    #expect(result.status == 0)
    for field in ["keys", "table"] {
      #expect(
        result.errors.contains(
          "[unused-field] '\(field)' has no effect in the format 'locale-config'"))
    }
    try app.project(
      app: "", #""format": "locale-config", "directory": "res""#,
      #""format": "locale-config", "directory": "res/""#)
    let collision = try app.trema("build")
    #expect(collision.status == 3)
    #expect(collision.errors.contains("[output-collision]"))
  }
}
