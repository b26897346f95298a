import Foundation
import Testing
import TremaTestSupport

/// `trema import`: its results for files and folders, and the unchanged catalogue.
@Suite struct ImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., shell: String? = nil) throws -> Tool.Result {
    try Tool.run(["import"] + arguments, in: folder, shell: shell)
  }

  /// The texts of a catalogue without statuses, one per line: `key: context | en=… | fr=…`.
  private func catalogue(_ path: String = "T.trm") throws -> [String] {
    let result = try Tool.run(["check", path], in: folder)
    #expect(result.status < 2, "\(result)")
    let text = try folder.text(path)
    return text.components(separatedBy: "<text key=\"").dropFirst().map { piece in
      let key = piece.prefix { $0 != "\"" }
      let values = piece.components(separatedBy: "<value lang=\"").dropFirst().map { value in
        let language = value.prefix { $0 != "\"" }
        let content = value.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
        return "\(language)=\(content)"
      }
      return "\(key): \(values.joined(separator: " | "))"
    }
  }

  private static func plural(_ one: String, _ other: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    	<key>days</key>
    	<dict>
    		<key>NSStringLocalizedFormatKey</key>
    		<string>%#@count@</string>
    		<key>count</key>
    		<dict>
    			<key>NSStringFormatSpecTypeKey</key>
    			<string>NSStringPluralRuleType</string>
    			<key>NSStringFormatValueTypeKey</key>
    			<string>d</string>
    			<key>one</key>
    			<string>\(one)</string>
    			<key>other</key>
    			<string>\(other)</string>
    		</dict>
    	</dict>
    </dict>
    </plist>

    """
  }

  private func writeAppleFolders() throws {
    try folder.write(
      "/* Title */\n\"title\" = \"Hello %@\";\n\"days\" = \"%d days\";\n",
      to: "App/en.lproj/Localizable.strings")
    try folder.write(Self.plural("%d day", "%d days"), to: "App/en.lproj/Localizable.stringsdict")
    try folder.write(
      "\"title\" = \"Bonjour %@\";\n", to: "App/fr.lproj/Localizable.strings")
    try folder.write(
      Self.plural("%d jour", "%d jours"), to: "App/fr.lproj/Localizable.stringsdict")
  }

  @Test func `Apple's folders are imported as a catalogue with plurals`() throws {
    try writeAppleFolders()
    let result = try run("App", "--into", "T.trm", "--master", "en")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            imported:
              strings      2 texts  en, fr  App/*.lproj/Localizable.strings
              stringsdict  1 text   en, fr  App/*.lproj/Localizable.stringsdict
            wrote T.trm
            4 files: 2 new texts, 4 new values, 0 conflicts
            next: trema check T.trm

            """,
          errors: """
            App/en.lproj/Localizable.strings:3:2: note: [shadowed-text] 'days' is also in the \
            .stringsdict file next to this one, which takes precedence
            3 | "days" = "%d days";
              |  ^
            App/en.lproj/Localizable.stringsdict:4:7: note: the plural is here
            1 note

            """))
    #expect(
      try folder.text("T.trm") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <trema masterLang="en">
          <text key="title">
            <context>Title</context>
            <value lang="en" status="translated">Hello %@</value>
            <value lang="fr" status="translated">Bonjour %@</value>
          </text>
          <text key="days">
            <context>@param 1 count</context>
            <value lang="en" status="translated">{count, plural, one {%1$d day} other {%1$d days}}</value>
            <value lang="fr" status="translated">{count, plural, one {%1$d jour} other {%1$d jours}}</value>
          </text>
        </trema>

        """)
    let check = try Tool.run(["check", "T.trm"], in: folder)
    #expect(check == Tool.Result(status: 0, output: "", errors: ""))
  }

  private func writeAndroidFolders() throws {
    for (name, text) in [
      ("values", "Hi %1$s"), ("values-fr", "Salut %1$s"), ("values-b+zh+Hans", "你好 %1$s"),
      ("values-night", "Good night"),
    ] {
      try folder.write(
        "<resources>\n  <string name=\"hi\">\(text)</string>\n</resources>\n",
        to: "res/\(name)/strings.xml")
    }
    try folder.write(
      "<resources><color name=\"c\">#fff</color></resources>", to: "res/values-v31/colors.xml")
  }

  @Test
  func `Android resources are imported, except those for specific devices`() throws {
    try writeAndroidFolders()
    let result = try run("res", "--into", "T.trm", "--master", "en")
    #expect(result.status == 0)
    #expect(
      result.output == """
        imported:
          android  1 text  en, fr, zh-Hans  res/values*/strings.xml
        skipped:
          for some device configurations only: 1 file: res/values-night/strings.xml
          resources without texts: 1 file: res/values-v31/colors.xml
        wrote T.trm
        3 files: 1 new text, 3 new values, 0 conflicts
        next: trema check T.trm

        """)
    #expect(result.errors == "")
    #expect(try catalogue() == ["hi: en=Hi %1$@ | zh-Hans=你好 %1$@ | fr=Salut %1$@"])
  }

  @Test func `values beside values-en requires a master language`() throws {
    try writeAndroidFolders()
    try folder.write(
      "<resources><string name='hi'>Hi</string></resources>", to: "res/values-en/strings.xml")
    let result = try run("res", "--into", "T.trm")
    #expect(
      result
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] the language of 'res/values/strings.xml' is unknown
              hint: specify the master language: --master en
            1 error

            """))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/T.trm"))
  }

  private static let files: [(path: String, content: String, wanted: [String])] = [
    (
      "T.xcstrings",
      #"{"sourceLanguage":"en","version":"1.0","strings":{"a":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"A %@"}},"fr":{"stringUnit":{"state":"translated","value":"B %@"}}}}}}"#,
      ["a: en=A %@ | fr=B %@"]
    ),
    ("l10n/app_en.arb", "{\"@@locale\": \"en\", \"a\": \"A {n}\"}", ["a: en=A %@"]),
    (
      "po/fr/LC_MESSAGES/app.po",
      """
      msgid ""
      msgstr "Language: fr\\nX-Source-Language: en\\nContent-Type: text/plain; charset=UTF-8\\n"

      msgctxt "a"
      msgid "A %s"
      msgstr "B %s"

      """, ["a: en=A %s | fr=B %s"]
    ),
    (
      "T.xliff",
      """
      <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="T" source-language="en" target-language="fr" datatype="plaintext"><body>
          <trans-unit id="a"><source>A</source><target state="translated">B</target></trans-unit>
        </body></file>
      </xliff>
      """, ["a: en=A | fr=B"]
    ),
    ("T.csv", "Key,en,fr\na,A,B\n", ["a: en=A | fr=B"]),
    ("T.tsv", "Key\ten\tfr\na\tA\tB\n", ["a: en=A | fr=B"]),
    ("strings.txt", "[[T]]\n[a]\nen = A\nfr = B\n", ["a: en=A | fr=B"]),
    ("T_pt_BR.properties", "a = Ol\\u00e1 {0}\n", ["a: pt-BR=Olá %@"]),
    (
      "locales/fr/app.json",
      #"{"a": {"b": "B", "c_one": "{{count}} c", "c_other": "{{count}} cs"}}"#,
      ["a.b: fr=B", "a.c: fr={count, plural, one {# c} other {# cs}}"]
    ),
    (
      "old.trm",
      "<trema masterLang='en'><text key='a'><context/><value lang='en'>A</value></text></trema>",
      ["a: en=A"]
    ),
  ]

  @Test(arguments: files.indices)
  func `every format is recognized by its file name`(index: Int) throws {
    let file = Self.files[index]
    try folder.write(file.content, to: file.path)
    let result = try run(file.path, "--into", "T.trm", "--master", "en")
    #expect(result.status == 0, "\(result)")
    #expect(try catalogue() == file.wanted)
  }

  @Test(arguments: ["csv", "xlsx", "xcstrings", "po", "xliff", "arb", "strings", "android"])
  func `outputs of convert can be imported`(format: String) throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context>About a</context>
          <value lang="en" status="translated">A %1$@ of %2$d</value>
          <value lang="fr" status="translated">%2$d de %1$@</value></text>
        <text key="b"><context/><value lang="en" status="translated">x &amp; "y"\\n</value></text>
      </trema>
      """, to: "Texts.trm")
    let convert = try Tool.run(
      ["convert", "Texts.trm", "-o", "out", "--format", format], in: folder)
    #expect(convert.status == 0, "\(convert)")
    let names = try Snapshot(of: folder, "out").files.map { "out/\($0)" }
    let arguments = format == "csv" || format == "xlsx" ? names : ["out"]
    let result = try Tool.run(
      ["import"] + arguments + ["--into", "T.trm", "--master", "en"], in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(
      try catalogue() == [
        "a: en=A %1$@ of %2$d | fr=%2$d de %1$@", "b: en=x &amp; \"y\"\\n",
      ])
  }

  private static let existing = """
    <?xml version="1.0"?>
    <!-- ours -->
    <trema  masterLang='en'  xmlns:x="urn:x">
      <!-- first -->
      <text key="a" x:id="1"><context>About
        a</context><value lang="en" status="verified"><![CDATA[A & more]]></value>
        <value lang="de_CH">Ä</value></text>
    </trema>
    """

  @Test func `an existing catalogue keeps its contents and its language spellings`()
    throws
  {
    try folder.write(Self.existing, to: "T.trm")
    try folder.write("\"a\" = \"A & more\";\n\"b\" = \"B\";\n", to: "en.lproj/T.strings")
    try folder.write("\"a\" = \"Ä\";\n\"b\" = \"Bä\";\n", to: "de-CH.lproj/T.strings")
    let result = try run("en.lproj", "de-CH.lproj", "--into", "T.trm")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            imported:
              strings  2 texts  en, de-CH  *.lproj/T.strings
            wrote T.trm
            2 files: 1 new text, 2 new values, 2 known, 0 conflicts

            """,
          errors: ""))
    #expect(
      try folder.text("T.trm") == """
        <?xml version="1.0"?>
        <!-- ours -->
        <trema  masterLang='en'  xmlns:x="urn:x">
          <!-- first -->
          <text key="a" x:id="1"><context>About
            a</context><value lang="en" status="verified"><![CDATA[A & more]]></value>
            <value lang="de_CH">Ä</value></text>
          <text key="b">
            <context/>
            <value lang="en" status="translated">B</value>
            <value lang="de_CH" status="translated">Bä</value>
          </text>
        </trema>
        """)
    let before = try Snapshot(of: folder)
    let again = try run("en.lproj", "de-CH.lproj", "--into", "T.trm")
    #expect(again.output.hasSuffix("\n2 files: 0 new texts, 0 new values, 4 known, 0 conflicts\n"))
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `conflicts are listed with both locations, and the rest is written`() throws {
    try folder.write(Self.existing, to: "T.trm")
    try folder.write("\"a\" = \"Other\";\n\"b\" = \"B\";\n", to: "en.lproj/T.strings")
    try folder.write("\"b\" = \"C\";\n", to: "en.lproj/U.strings")
    let result = try run("en.lproj", "--into", "T.trm")
    #expect(result.status == 1)
    #expect(
      result.output == """
        imported:
          strings  2 texts  en  *.lproj/T.strings
          strings  1 text   en  *.lproj/U.strings
        wrote T.trm
        2 files: 1 new text, 1 new value, 0 known, 2 conflicts

        """)
    #expect(
      result.errors == """
        en.lproj/T.strings:1:8: error: [import-conflict] 'a' in 'en' is 'Other' here and 'A & more' \
        in the catalogue, which keeps its value
        1 | "a" = "Other";
          |        ^ hint: change one of them, or remove the value from the catalogue and import again
        T.trm:6:51: note: the catalogue's value is here
        en.lproj/U.strings:1:8: error: [import-conflict] 'b' in 'en' is 'C' here and 'B' in \
        'en.lproj/T.strings', which was imported first
        1 | "b" = "C";
          |        ^ hint: change one of them, or import them into separate catalogues
        en.lproj/T.strings:2:8: note: the value imported first is here
        2 errors

        """)
    let text = try folder.text("T.trm")
    #expect(text.contains("<![CDATA[A & more]]>") && text.contains(">B</value>"))
    #expect(!text.contains("Other") && !text.contains(">C<"))
  }

  @Test func `all unreadable files are reported, and the catalogue is unchanged`()
    throws
  {
    try folder.write(Self.existing, to: "T.trm")
    try folder.write("\"a\" = \"A\n", to: "en.lproj/T.strings")
    try folder.write("{\"a\": 1,,}", to: "fr.json")
    try folder.write("\"b\" = \"B\";\n", to: "en.lproj/U.strings")
    let before = try Snapshot(of: folder)
    let result = try run("en.lproj", "fr.json", "--into", "T.trm")
    #expect(result.status == 3)
    #expect(result.output == "skipped:\n  cannot be read: 1 file: en.lproj/T.strings\n")
    #expect(result.errors.contains("en.lproj/T.strings:1:7: error: [invalid-property-list]"))
    #expect(result.errors.contains("fr.json:1:9: error: [invalid-json]"))
    #expect(result.errors.hasSuffix("2 errors\n"))
    let after = try Snapshot(of: folder)
    #expect(after == before && after.identities == before.identities)
  }

  @Test func `an unreadable catalogue is not changed`() throws {
    try folder.write("<trema masterLang='en'><text", to: "T.trm")
    try folder.write("\"b\" = \"B\";\n", to: "en.lproj/U.strings")
    let before = try Snapshot(of: folder)
    let result = try run("en.lproj", "--into", "T.trm")
    #expect(result.status == 3 && result.errors.contains("T.trm:1:"), "\(result)")
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `a dash writes to standard output, and reads from standard input`() throws {
    let result = try Tool.run(
      ["import", "-", "--from", "json", "--language", "pt_BR", "--into", "-"], in: folder,
      input: Array("{\"a\": \"Olá\"}".utf8))
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            <?xml version="1.0" encoding="UTF-8"?>
            <trema masterLang="pt-BR">
              <text key="a">
                <context/>
                <value lang="pt-BR" status="translated">Olá</value>
              </text>
            </trema>

            """, errors: ""))
    #expect(try Snapshot(of: folder).files == [])
  }

  private static let usage: [(line: [String], errors: String)] = [
    (
      [],
      """
      trema: error: [usage] no file or folder is specified
        hint: import a repository with: trema import .
      1 error

      """
    ),
    (
      ["a.json", "--into", "T.trm"],
      """
      trema: error: [usage] the language of 'a.json' is unknown
        hint: specify it: --language fr
      1 error

      """
    ),
    (
      ["a.txt", "--into", "T.trm"],
      """
      trema: error: [usage] the name of 'a.txt' does not identify its format
        hint: specify it: --from \
      trema|strings|stringsdict|xcstrings|android|compose|json|properties|arb|po|xliff|csv|tsv|xlsx|twine|\
      app-store|google-play
      1 error

      """
    ),
    (
      ["empty", "--into", "T.trm"],
      """
      trema: error: [usage] nothing to import was found in the folder 'empty'
        hint: specify other files by their paths; trema looks for *.lproj, values*/*.xml and files such as Texts_fr.arb
      1 error

      """
    ),
    (
      ["a.json", "--language", "../fr", "--into", "T.trm"],
      """
      trema: error: [usage] --language: '../fr' is not a language tag
        hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
      1 error

      """
    ),
    (
      ["a.json", "--from", "jsn", "--into", "T.trm"],
      """
      trema: error: [usage] --from must be one of trema, strings, stringsdict, xcstrings, android, \
      compose, json, properties, arb, po, xliff, csv, tsv, xlsx, twine, app-store, google-play, not 'jsn'
        hint: did you mean 'json'?
      1 error

      """
    ),
    (
      ["a_fr.json", "b_de.json", "--into", "T.trm"],
      """
      trema: error: [usage] no file specifies the master language
        hint: specify it: --master en
      1 error

      """
    ),
  ]

  @Test(arguments: usage.indices)
  func `invalid command lines are reported with a complete message`(index: Int) throws {
    try folder.write("{\"a\": \"A\"}", to: "a.json")
    try folder.write("{\"a\": \"A\"}", to: "a_fr.json")
    try folder.write("{\"a\": \"A\"}", to: "b_de.json")
    try folder.write("A", to: "a.txt")
    try folder.write("A", to: "empty/readme.txt")
    let result = try Tool.run(["import"] + Self.usage[index].line, in: folder)
    #expect(result == Tool.Result(status: 2, output: "", errors: Self.usage[index].errors))
  }

  @Test func `a master language that differs from the catalogue's is refused`() throws {
    try folder.write(Self.existing, to: "T.trm")
    try folder.write("\"b\" = \"B\";\n", to: "de.lproj/U.strings")
    let result = try run("de.lproj", "--into", "T.trm", "--master", "de")
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.errors == """
        T.trm:3:21: error: [master-conflict] the master language of 'T.trm' is 'en', but the \
        import uses 'de'
        3 | <trema  masterLang='en'  xmlns:x="urn:x">
          |                     ^ hint: import into another catalogue, or change masterLang first
        1 error

        """)
    #expect(try folder.text("T.trm") == Self.existing)
  }

  @Test func `features that a catalogue cannot represent are reported`() throws {
    try folder.write(
      "{\"@@locale\": \"en\", \"@@x\": 1, \"a\": \"{d, date, short}\"}", to: "app_en.arb")
    let result = try run("app_en.arb", "--into", "T.trm")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "note: [loss] a catalogue cannot represent the style of an argument: 'a'"))
  }

  @Test func `a folder with link loops is read once, and its catalogue is not a source`()
    throws
  {
    try writeAppleFolders()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/App/loop", withDestinationPath: ".")
    try folder.write(Self.existing, to: "App/T.trm")
    let result = try run("App", "--into", "App/T.trm")
    #expect(result.output.contains("4 files: 2 new texts"), "\(result)")
  }

  @Test func `values are imported verbatim with --raw-backslash`() throws {
    try folder.write("\"a\" = \"C:\\\\new \\\"x\\\"\";\n", to: "en.lproj/T.strings")
    let result = try run("en.lproj", "--into", "T.trm", "--raw-backslash")
    #expect(result.status == 0)
    #expect(try folder.text("T.trm").contains(">C:\\new \"x\"</value>"))
  }

  #if os(Linux)
    @Test func `a read-only folder or a full disk leaves the catalogue unchanged`()
      throws
    {
      try folder.write(Self.existing, to: "out/T.trm")
      try folder.write(
        (0..<40_000).map { "\"key \($0)\" = \"A text that takes its room: \($0)\";\n" }.joined(),
        to: "en.lproj/T.strings")
      let readOnly = try run(
        "en.lproj", "--into", "out/T.trm", shell: Surroundings.readOnlyOutput)
      #expect(readOnly.status == 4 && readOnly.output == "", "\(readOnly)")
      let full = try run(
        "en.lproj", "--into", "out/T.trm", shell: Surroundings.fullDisk(rooms: 64))
      #expect(full.status == 4 && full.errors.contains("no space left on device"), "\(full)")
      let after = try Snapshot(of: folder, "after")
      #expect(after.files == ["T.trm"] && after[text: "T.trm"] == Self.existing)
    }

    @Test func `failing to write to standard output is an error`() throws {
      try folder.write("\"b\" = \"B\";\n", to: "en.lproj/U.strings")
      let result = try run("en.lproj", "--into", "-", shell: "exec \"$@\" >/dev/full")
      #expect(result.status == 4, "\(result)")
    }
  #endif

  @Test func `twenty thousand texts in two languages are imported in seconds`() throws {
    for language in ["en", "fr"] {
      let lines = (0..<20_000).map { "\"key_\($0)\" = \"Text \($0) of %@, in \(language)\";\n" }
      try folder.write(lines.joined(), to: "\(language).lproj/T.strings")
    }
    let cost = try Cost(
      of: ["import", "en.lproj", "fr.lproj", "--into", "T.trm", "--master", "en"], in: folder)
    #expect(try folder.text("T.trm").components(separatedBy: "<value").count == 40_001)
    #expect(Duration.seconds(cost.seconds) < ThreadSanitizer.bound(ofTime: .seconds(60)))
  }

  @Test func `importing a template later keeps the argument numbers of translations`() throws {
    try folder.write(
      #"{"@@locale":"en","a":"On {d} at {t}","@a":{"placeholders":{"d":{},"t":{}}}}"#,
      to: "app_en.arb")
    try folder.write(#"{"@@locale":"de","a":"Um {t} am {d}"}"#, to: "app_de.arb")
    #expect(try run("app_de.arb", "--into", "T.trm", "--master", "en").status == 0)
    #expect(try run("app_en.arb", "--into", "T.trm").status == 0)
    #expect(try catalogue() == ["a: de=Um %1$@ am %2$@ | en=On %2$@ at %1$@"])
  }

  @Test func `a language has the same name whatever platform it is imported from`() throws {
    try folder.write("\"a\" = \"A\";\n", to: "zh_CN.lproj/T.strings")
    try folder.write(
      "<resources><string name=\"b\">B</string></resources>", to: "res/values-zh-rCN/strings.xml")
    let result = try run("zh_CN.lproj", "res", "--into", "T.trm", "--master", "zh-Hans")
    #expect(result.status == 0, "\(result)")
    #expect(try catalogue() == ["b: zh-Hans=B", "a: zh-Hans=A"].sorted())
  }

  @Test func `--language takes precedence over the file name`() throws {
    try folder.write(#"{"a": "A"}"#, to: "sign_in.json")
    #expect(
      try run("sign_in.json", "--into", "T.trm", "--master", "en", "--language", "en").status == 0)
    #expect(try catalogue() == ["a: en=A"])
  }

  @Test func `an invalid plural in another format is reported once per value`() throws {
    let broken = "{n, plural, one {x}"
    try folder.write("\"fine\" = \"{x}\";\n\"a\" = \"\(broken)\";\n", to: "fr.lproj/L.strings")
    try folder.write("a=\(broken)\n", to: "L_en.properties")
    let result = try run("fr.lproj", "L_en.properties", "--into", "T.trm", "--master", "en")
    #expect(result.status == 0, "\(result)")
    let told = result.errors.split(separator: "\n").filter { $0.contains("[invalid-message]") }
    #expect(told.count == 2, "\(result)")
    #expect(
      told.contains {
        $0.hasPrefix(
          "fr.lproj/L.strings:2:8: warning: [invalid-message] the 'fr' value of 'a' was imported unchanged, "
            + "but is not a valid message: ")
      }, "\(result)")
    #expect(told.contains { $0.hasPrefix("L_en.properties:1:3: warning:") }, "\(result)")
    // Problems of an existing catalogue are reported by its checks.
    let again = try run("T.trm", "--into", "U.trm", "--master", "en")
    #expect(!again.errors.contains("taken as it is"), "\(again)")
  }

  @Test func `without --max-findings, a thousand findings are reported and the rest counted`()
    throws
  {
    try folder.write(String(repeating: "a=b\n", count: 1_202), to: "Texts_de.properties")
    let result = try run("Texts_de.properties", "--into", "T.trm", "--master", "de")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors.components(separatedBy: ": warning: [duplicate-key] key 'a'").count == 1_001)
    #expect(result.errors.contains("warning: [duplicate-key] 201 more are not shown\n"))
    let all = try run(
      "Texts_de.properties", "--into", "T2.trm", "--master", "de", "--max-findings=0")
    #expect(all.errors.components(separatedBy: ": warning: [duplicate-key] key 'a'").count == 1_202)
  }
}
