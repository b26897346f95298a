import Foundation
import Testing
import TremaTestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Files of other formats, imported and converted back, as read by an independent reader.
@Suite struct SurvivingImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let corpora = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("TremaFormatsTests/Fixtures/corpora")

  /// Imports a source and converts the catalog back.
  private func pass(
    _ sources: [String], format: String, table: String = "Localizable", languages: [String] = [],
    master: String = "en"
  ) throws -> Tool.Result {
    let imported = try Tool.run(
      ["import", "--master", master, "--accept", "addition"] + sources, in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    return try Tool.run(
      [
        "convert", "--keep-going", "--format", format, "--table", table, "-o", "out", "Texts.trm",
      ] + (languages.isEmpty ? [] : ["--languages", languages.joined(separator: ",")]),
      in: folder)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  // MARK: Apple

  private static func dictionary(_ bytes: [UInt8]) throws -> [String: String] {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? [String: String])
  }

  @Test(arguments: ["Frontend", "InfoPlist", "Localizable", "Core"])
  func `Foundation reads the same dictionary from a .strings file after a round trip`(
    table: String
  ) throws {
    var originals: [String: [String: String]] = [:]
    for language in ["cs", "de"] {
      let file = Self.corpora.appendingPathComponent(
        "strings/home-assistant-ios/\(language).lproj/\(table).strings")
      let bytes = [UInt8](try Data(contentsOf: file))
      try folder.write(bytes, to: "app/\(language).lproj/\(table).strings")
      originals[language] = try Self.dictionary(bytes)
    }
    _ = try pass(
      ["app"], format: "strings", table: table, languages: ["cs", "de"], master: "de")
    for (language, original) in originals {
      let found = try Self.dictionary(folder.read("out/\(language).lproj/\(table).strings"))
      for (key, text) in original where found[key] != text {
        Issue.record("\(language) \(key): \(text) became \(found[key] ?? "nothing")")
      }
      #expect(found.count == original.count)
    }
  }

  @Test func `a text that is never formatted keeps both of its percent signs`() throws {
    let source = #"""
      "a" = "15 %% off";
      "b" = "%%u of %%@";
      "c" = "100%";
      "d" = "%@ %%";

      """#
    try folder.write(source, to: "en.lproj/Localizable.strings")
    _ = try pass(["en.lproj/Localizable.strings"], format: "strings")
    let found = try Self.dictionary(folder.read("out/en.lproj/Localizable.strings"))
    #expect(found == ["a": "15 %% off", "b": "%%u of %%@", "c": "100%", "d": "%@ %%"])
  }

  @Test func `device variations round-trip in string catalogs and are omitted from .strings`()
    throws
  {
    let unit = { (text: String) in
      #"{ "stringUnit" : { "state" : "translated", "value" : "\#(text)" } }"#
    }
    let source = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "open" : {
            "localizations" : {
              "de" : \(unit("Öffnen")),
              "en" : { "variations" : { "device" : {
                "iphone" : \(unit("Tap")), "mac" : \(unit("Click")), "other" : \(unit("Press"))
              } } }
            }
          }
        },
        "version" : "1.0"
      }
      """
    try folder.write(source, to: "Localizable.xcstrings")
    _ = try pass(["Localizable.xcstrings"], format: "xcstrings,strings", languages: ["de", "en"])
    func localizations(_ bytes: [UInt8]) throws -> NSDictionary {
      let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let text = (root?["strings"] as? [String: Any])?["open"] as? [String: Any]
      return try #require(text?["localizations"] as? NSDictionary)
    }
    #expect(
      try localizations(folder.read("out/Localizable.xcstrings"))
        == localizations(Array(source.utf8)))
    #expect(
      try Self.dictionary(folder.read("out/en.lproj/Localizable.strings")) == ["open": "Press"])
  }

  // MARK: Android

  @Test func `Android markup, references and unusual plurals survive a round trip`() throws {
    let resources = """
          <string name="app_name">Trema</string>
          <string name="bold">Read <b>this &amp; &lt;that></b>, <a href="https://x.org/?a=1&amp;b=2">%1$s</a></string>
          <string name="note"><annotation font="title">New</annotation> in  1.0</string>
          <string name="title">@string/app_name</string>
          <string name="other">@string/of_the_library</string>
          <string name="sale">15 %% off</string>
          <string name="rating">%1$.02f of 5</string>
          <plurals name="one_form">
              <item quantity="other">%d songs</item>
          </plurals>
          <plurals name="days">
              <item quantity="one">%1$d day</item>
              <item quantity="few">%1$d days of <i>few</i></item>
              <item quantity="other">%1$d days</item>
          </plurals>
          <string-array name="names">
              <item>@string/app_name</item>
              <item>Other</item>
          </string-array>
      </resources>

      """.replacing("      ", with: "    ")
    try folder.write(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n\(resources)",
      to: "res/values/strings.xml")
    let converted = try pass(["res"], format: "android,strings", table: "Localizable")
    #expect(converted.status == 0, "\(converted.errors)")
    let found = try text("out/values/strings.xml")
    func resourcesOf(_ text: String) throws -> [String: String] {
      let document = try XMLDocument(xmlString: text)
      var resources: [String: String] = [:]
      for element in document.rootElement()?.children ?? [] {
        guard let element = element as? XMLElement, let name = element.attribute(forName: "name")
        else { continue }
        let content = (element.children ?? []).filter { $0.kind != .comment }
          .map { $0.xmlString.trimmingCharacters(in: .whitespacesAndNewlines) }
        resources["\(element.name ?? "") \(name.stringValue ?? "")"] =
          content.filter { !$0.isEmpty }.joined(separator: "|").replacing("\"", with: "")
          .replacing("  ", with: " ")
      }
      return resources
    }
    let original = try resourcesOf(text("res/values/strings.xml"))
    let back = try resourcesOf(found)
    #expect(back == original)
    #expect(original.count == 10)

    let apple = try Self.dictionary(folder.read("out/en.lproj/Localizable.strings"))
    #expect(apple["bold"] == "Read this & <that>, %1$@")
    #expect(apple["title"] == "Trema")
    #expect(apple["names.0"] == "Trema")
  }

  @Test func `an unpaired quotation mark in Android is reported`() throws {
    try folder.write(
      "<resources><string name=\"a\">say \"hello</string></resources>", to: "res/values/strings.xml"
    )
    let imported = try Tool.run("import", "--master", "en", "res/values/strings.xml", in: folder)
    #expect(imported.status == 0)
    #expect(
      imported.output.contains(
        "warning: [open-quote] an unpaired quotation mark is not shown")
        || imported.errors.contains(
          "warning: [open-quote] an unpaired quotation mark is not shown")
    )
  }

  // MARK: Flutter

  private static let unquoted = #"""
    {
      "@@locale": "en",
      "a": "It's {name}'s turn",
      "b": "{count, plural, =1{one} other{{count} of '{name}'}}"
    }

    """#

  @Test
  func `apostrophes in ARB are literal unless Flutter's settings enable escaping`() throws {
    try folder.write(Self.unquoted, to: "lib/app_en.arb")
    _ = try pass(["lib/app_en.arb"], format: "arb", table: "app")
    let values = { (path: String) in
      try (JSONSerialization.jsonObject(with: Data(folder.read(path))) as? [String: Any] ?? [:])
        .compactMapValues { $0 as? String }
    }
    #expect(try values("out/app_en.arb") == values("lib/app_en.arb"))
    #expect(try text("Texts.trm").contains("It's %@'s turn"))
  }

  @Test func `quoted braces in ARB are literal if l10n.yaml sets use-escaping`() throws {
    let quoted = #"""
      {
        "@@locale": "en",
        "a": "It''s '{'name'}', {name}"
      }

      """#
    try folder.write("arb-dir: lib\nuse-escaping: true\n", to: "l10n.yaml")
    try folder.write(quoted, to: "lib/app_en.arb")
    try folder.write("use-escaping: true\n", to: "out/l10n.yaml")
    _ = try pass(["lib/app_en.arb"], format: "arb", table: "app")
    #expect(try text("Texts.trm").contains("It's {name}, %@"))
    #expect(try text("out/app_en.arb").contains(#""a": "It''s '{'name'}', {name}""#))
  }

  // MARK: gettext, JSON and Java

  @Test func `gettext conversions survive a round trip`() throws {
    let source = #"""
      msgid ""
      msgstr ""
      "Language: de\n"
      "Content-Type: text/plain; charset=UTF-8\n"
      "Plural-Forms: nplurals=2; plural=n != 1;\n"

      #, c-format
      msgid "%s has %02i of %lu, 100%%"
      msgstr "%s hat %02i von %lu, 100%%"

      #, c-format
      msgid "100%%"
      msgstr "100%%"

      #, c-format
      msgid "%s, %d file"
      msgid_plural "%s, %d files"
      msgstr[0] "%s, %d Datei"
      msgstr[1] "%s, %d Dateien"

      """#
    try folder.write(source, to: "de.po")
    _ = try pass(["de.po"], format: "po", table: "app", languages: ["de", "en"])
    let reader = """
      import polib, sys
      for entry in polib.pofile(sys.argv[1]):
          print([entry.msgid, entry.msgstr, sorted(entry.msgstr_plural.items())])
      """
    func entries(_ path: String) throws -> String {
      let verdict = try Judge.environmentPython.run(["-c", reader, path], in: folder)
      return verdict.text
    }
    #expect(try entries("out/app_de.po") == entries("de.po"))
  }

  @Test func `wiki templates in JSON are plain text`() throws {
    let source = #"""
      {
        "a": "{{SITENAME}}",
        "b": "{{PLURAL:$1|one day|$1 days}}",
        "c": "100%% sure, %s"
      }

      """#
    try folder.write(source, to: "en.json")
    _ = try pass(["en.json"], format: "json", table: "app")
    #expect(try text("out/app_en.json") == source)
  }

  @Test func `MessageFormat arguments survive a round trip`() throws {
    let source = "a={0} isn''t {1}, 5 %\nb={2,number,integer} of '{'{0}'}'\nc=%s {x}\n"
    try folder.write(source, to: "app_en.properties")
    _ = try pass(["app_en.properties"], format: "properties", table: "app")
    let lines = try text("out/app_en.properties").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(lines.joined(separator: "\n") + "\n" == source)
  }

  @Test func `a plural form without a number remains a plural`() throws {
    let source = #"""
      msgid ""
      msgstr ""
      "Language: ja\n"
      "Content-Type: text/plain; charset=UTF-8\n"
      "Plural-Forms: nplurals=1; plural=0;\n"

      msgid "%d file was moved"
      msgid_plural "%d files were moved"
      msgstr[0] "移動しました"

      """#
    try folder.write(source, to: "ja.po")
    let converted = try pass(["ja.po"], format: "po", table: "app", languages: ["ja", "en"])
    #expect(converted.status == 0, "\(converted.errors)")
    #expect(try text("out/app_ja.po").contains("msgstr[0] \"移動しました\""))
  }

  @Test func `only the invalid value of a text is omitted, not its other languages`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context/>
          <value lang="en">Hello %@</value>
          <value lang="de">Hallo %@ %@</value>
          <value lang="fr">Bonjour %@</value>
        </text>
        <text key="b"><context/>
          <value lang="en">Bye</value><value lang="de">Tschüs</value><value lang="fr">Adieu</value>
        </text>
      </trema>
      """, to: "Texts.trm")
    let converted = try Tool.run(
      "convert", "--keep-going", "--format", "json", "-o", "out", "Texts.trm", in: folder)
    #expect(converted.status == 1)
    #expect(
      try text("out/Localizable_fr.json") == """
        {
          "a": "Bonjour %@",
          "b": "Adieu"
        }

        """)
    #expect(
      try text("out/Localizable_de.json") == """
        {
          "b": "Tschüs"
        }

        """)
  }
}
