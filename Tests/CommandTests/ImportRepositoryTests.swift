import Foundation
import Testing
import TremaTestSupport

/// `trema import .` in repositories: the imported and the omitted files, and the reasons.
@Suite struct ImportRepositoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., shell: String? = nil) throws -> Tool.Result {
    try Tool.run(["import"] + arguments, in: folder, shell: shell)
  }

  private func write(_ text: String, _ paths: String...) throws {
    for path in paths { try folder.write(text, to: path) }
  }

  private func android(_ texts: String...) -> String {
    let strings = texts.enumerated().map { "<string name=\"text\($0)\">\($1)</string>" }
    return "<resources>\n\(strings.joined(separator: "\n"))\n</resources>\n"
  }

  private func writeRepository() throws {
    for (language, title) in [("en", "Title"), ("fr", "Titre"), ("sr@latin", "Naslov")] {
      try write("\"title\" = \"\(title)\";\n", "App/\(language).lproj/Localizable.strings")
    }
    try write("// !$*UTF8*$!\n\t\tdevelopmentRegion = en;\n", "App.xcodeproj/project.pbxproj")
    try write(android("Hello"), "android/src/main/res/values/strings.xml")
    try write(android("Bonjour"), "android/src/main/res/values-fr/strings.xml")
    try write(
      "<resources><color name='c'>#fff</color></resources>",
      "android/src/main/res/values/colors.xml")
    try write("\"title\" = \"X\";\n", "Pods/Kit/en.lproj/Kit.strings", "gen/en.lproj/X.strings")
    try write("\"title\" = \"X\";\n", "AppTests/en.lproj/X.strings", "Old/en.lproj/X.strings")
    try write("{\"name\": \"app\", \"version\": \"1\"}", "package.json", "tsconfig.json")
    try write("Key,en\na,A\n", "sheet.csv")
    try write("gen/\n", ".gitignore")
    try folder.git("init", "--quiet", ".")
  }

  private static let overview = """
    imported:
      strings  1 text  en, fr, sr-Latn  App/*.lproj/Localizable.strings
      android  1 text  en, fr           android/src/main/res/values*/strings.xml
    skipped:
      tables of unknown content (specify the files, or --from csv): 1 file: sheet.csv
      not recognized as texts by path or structure: 2 files: package.json, tsconfig.json
      resources without texts: 1 file: android/src/main/res/values/colors.xml
      test files (specify their folder to import them): 1 file: AppTests/en.lproj/X.strings
      built, downloaded or stored by tools: 2 folders: App.xcodeproj/, Pods/
      ignored by git: 1 folder: gen/
      excluded: 1 folder: Old/
    master language: en, specified in 'App.xcodeproj/project.pbxproj' (specify another with --master)
    wrote Texts.trm
    5 files: 2 new texts, 5 new values, 0 conflicts
    next: trema check Texts.trm

    """

  @Test func `one command imports a repository and reports imported and skipped files`()
    throws
  {
    try writeRepository()
    #expect(
      try run(".", "--exclude", "Old") == Tool.Result(status: 0, output: Self.overview, errors: ""))
    #expect(try Tool.run(["check", "Texts.trm"], in: folder).status == 0)
  }

  @Test func `the overview is not printed to standard output with the catalogue`() throws {
    try writeRepository()
    let result = try run(".", "--exclude", "Old", "--into", "-")
    #expect(result.output.hasPrefix("<?xml"))
    #expect(result.errors.hasPrefix("imported:\n"), "\(result)")
  }

  @Test func `without git, a repository is imported and the lack of git is reported`() throws {
    try writeRepository()
    let result = try run(".", "--exclude", "Old", shell: "PATH=/nowhere exec \"$@\"")
    #expect(result.status == 1, "\(result)")
    #expect(
      result.errors.contains(
        """
        .: note: [git] .gitignore is not respected: cannot run git: no such file or directory
          hint: exclude ignored files by name: --exclude NAME

        """), "\(result)")
    // A file that git would have ignored is in conflict now.
    #expect(result.output.contains("strings  1 text  en               gen/*.lproj/X.strings"))
  }

  @Test func `an ignored folder is imported if it is specified`() throws {
    try writeRepository()
    let result = try run("gen")
    #expect(result.status == 0 && result.errors == "", "\(result)")
    #expect(result.output.contains("strings  1 text  en  gen/*.lproj/X.strings\n"))
  }

  @Test(arguments: ["Pods", "*.lproj", "Old/en.lproj"])
  func `a pattern excludes files by name or path`(pattern: String) throws {
    try write("\"a\" = \"A\";\n", "Old/en.lproj/X.strings", "en.json")
    try write("\"a\" = \"A\";\n", "New/en.lproj/X.strings", "Pods.lproj/X.strings")
    let result = try run(".", "--exclude", pattern, "--master", "en")
    #expect(
      result.output.contains("Old/*.lproj/X.strings") == (pattern == "Pods"), "\(result)")
    #expect(result.output.contains("New/*.lproj/X.strings") == (pattern != "*.lproj"), "\(result)")
  }

  @Test func `invalid or empty files do not prevent importing the others`() throws {
    try write("\"a\" = \"A\";\n", "en.lproj/T.strings")
    try write("\"a\" = \"A\n", "de.lproj/T.strings")
    try write("", "fr.lproj/T.strings")
    try write("/* nothing yet */\n", "it.lproj/T.strings")
    let result = try run(".")
    #expect(
      result
        == Tool.Result(
          status: 3,
          output: """
            imported:
              strings  1 text  en  *.lproj/T.strings
            skipped:
              cannot be read: 1 file: de.lproj/T.strings
              without texts: 2 files: fr.lproj/T.strings, it.lproj/T.strings
            master language: en, the default, because none is specified (specify another with --master)
            wrote Texts.trm
            1 file: 1 new text, 1 new value, 0 conflicts
            next: trema check Texts.trm

            """,
          errors: """
            de.lproj/T.strings:1:7: error: [invalid-property-list] unterminated string
            1 | "a" = "A
              |       ^ hint: close it with "; escape a " in the string as \\"
            1 error

            """))
  }

  private static let documents: [(name: String, json: [String: String], isTaken: Bool)] = [
    ("texts in a folder of texts", ["locales/en.json": #"{"a": "A text", "b": "B"}"#], true),
    (
      "texts in two languages, wherever they are",
      ["web/en.json": #"{"a": "A", "b": {"c": "C d"}}"#, "web/fr.json": #"{"a": "A f"}"#], true
    ),
    ("one file in a language's name", ["data/it.json": #"{"a": "A text"}"#], false),
    (
      "names of keyboards, others in each language",
      [
        "keyboards/en.json": #"{"us": "English (US)", "uk": "English (UK)"}"#,
        "keyboards/de.json": #"{"qwertz": "Deutsch", "neo": "Deutsch (Neo)"}"#,
      ], false
    ),
    (
      "keys of keyboards in a folder of texts",
      ["lang/en.json": #"{"q": "1", "w": "2", "e": "3", "name": "English"}"#], false
    ),
    (
      "an animation",
      ["i18n/fr.json": #"{"v": "5.5", "fr": 30, "layers": [{"ty": 4, "nm": "x"}]}"#],
      false
    ),
    (
      "a schema", ["locales/en.json": #"{"$schema": "https://json-schema.org/", "title": "T"}"#],
      false
    ),
    ("an array", ["locales/en.json": #"["a text"]"#], false),
    ("a configuration", ["package.json": #"{"name": "a"}"#, "app/Contents.json": "{}"], false),
  ]

  @Test(arguments: documents.indices)
  func `a JSON file is imported only if its path or structure identifies it as texts`(index: Int)
    throws
  {
    let document = Self.documents[index]
    try write("\"a\" = \"A\";\n", "en.lproj/T.strings")
    for (path, json) in document.json { try write(json, path) }
    let result = try run(".", "--dry-run")
    #expect(result.output.contains("\n  json ") == document.isTaken, "\(document.name) \(result)")
    #expect(
      result.output.contains(
        "not recognized as texts by path or structure: \(document.json.count) file")
        == !document.isTaken, "\(document.name) \(result)")
  }

  @Test func `a broken JSON file among texts is reported`() throws {
    try write(#"{"a": "A"}"#, "locales/en.json")
    try write(#"{"a": "A""#, "locales/fr.json")
    let result = try run(".")
    #expect(result.status == 3 && result.output.contains("cannot be read: 1 file: locales/fr.json"))
    #expect(result.output.contains("json  1 text  en  locales/*.json"), "\(result)")
  }

  @Test func `a properties file is imported only if another language has one too`() throws {
    try write("a = A\n", "src/messages.properties", "src/messages_de.properties")
    try write("a = A\n", "gradle.properties", "sign_in.properties")
    let result = try run(".")
    #expect(
      result.output.hasPrefix(
        """
        imported:
          properties  1 text  en, de  src/messages*.properties
        skipped:
          not recognized as texts by path or structure: 2 files: gradle.properties, \
        sign_in.properties
        """), "\(result)")
  }

  @Test func `Base adds missing texts but never overrides the file of the language`() throws {
    try write("\"a\" = \"Base A\";\n\"b\" = \"Base B\";\n", "Base.lproj/T.strings")
    try write("\"a\" = \"A\";\n", "en.lproj/T.strings")
    try write("\"a\" = \"F\";\n", "fr.lproj/T.strings")
    let result = try run(".")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Base.lproj/T.strings:1:2: note: [default-text] 1 text was omitted because \
        'en.lproj/T.strings' has different texts in 'en': 'a'
        1 | "a" = "Base A";
          |  ^
        en.lproj/T.strings:1:2: note: the 'en' value is here
        1 note

        """)
    let text = try folder.text("Texts.trm")
    #expect(text.contains(">A</value>") && text.contains(">Base B</value>"))
    #expect(!text.contains("Base A"))
  }

  @Test func `values beside the master language are assigned to another language`() throws {
    try write("\"title\" = \"Titel\";\n", "ios/de.lproj/T.strings")
    try write("let package = Package(defaultLocalization: \"de\")", "Package.swift")
    try write(android("Hello"), "res/values/strings.xml")
    try write(android("Hallo"), "res/values-de/strings.xml")
    let result = try run(".")
    #expect(
      result.output.contains("master language: de, specified in 'Package.swift'"), "\(result)")
    #expect(result.output.contains("android  1 text  de, en  res/values*/strings.xml"))
    #expect(
      result.errors == """
        res/values/strings.xml: note: [default-language] the file is read as English because the \
        file for 'de' is next to it
          hint: import its folder separately if it is in another language
        1 note

        """)
  }

  private static let masters: [(files: [String: String], line: String)] = [
    (
      ["l10n.yaml": "arb-dir: lib\ntemplate-arb-file: app_fr.arb\n"],
      "fr, specified in 'l10n.yaml'"
    ),
    (
      ["A.xcodeproj/project.pbxproj": "\tdevelopmentRegion = French;\n"],
      "fr, specified in 'A.xcodeproj/project.pbxproj'"
    ),
    (["fr.lproj/U.strings": "\"u\" = \"U\";"], "fr, the language with the most files"),
    (
      ["en.lproj/T.strings": "\"a\" = \"A\";"], "en, the default, because none is specified"
    ),
    (
      ["A.xcstrings": #"{"sourceLanguage": "de", "version": "1.0", "strings": {"x": {}}}"#],
      "de, specified in 'A.xcstrings'"
    ),
  ]

  @Test(arguments: masters.indices)
  func `the master language is guessed, and the reason is reported`(index: Int) throws {
    try write("\"a\" = \"A\";", "fr.lproj/T.strings", "de.lproj/T.strings")
    for (path, text) in Self.masters[index].files { try write(text, path) }
    let result = try run(".")
    #expect(
      result.output.contains("\nmaster language: \(Self.masters[index].line) (specify another"),
      "\(result)")
  }

  @Test func `gettext message ids are treated as English`() throws {
    let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
    let entry = "msgid \"Hi\"\nmsgstr \"Zdravo\"\n"
    try write(header + entry, "po/sr@latin.po", "po/sr.po", "po/ca@valencia.po", "po/en@quot.po")
    let result = try run(".")
    #expect(
      result.output.hasPrefix(
        "imported:\n  po  1 text  en, ca-valencia, en-x-quot, sr, sr-Latn  po/*.po\nmaster language: en, "
      ), "\(result)")
    #expect(result.status == 0)
  }

  @Test func `texts of different tables with one key do not share translations`() throws {
    func text(_ name: String, _ value: String) -> String {
      "<resources><string name='\(name)'>\(value)</string></resources>\n"
    }
    try write(android("Hello %1$s", "One", "Two"), "a/res/values/strings.xml")
    try write(text("text1", "Eins"), "a/res/values-de/strings.xml")
    try write(text("text0", "You have %1$d"), "b/res/values/strings.xml")
    try write(text("text0", "Sie haben %1$d"), "b/res/values-de/strings.xml")
    try write(text("text0", "Vous avez %1$d"), "b/res/values-fr/strings.xml")
    let result = try run(".", "--master=en")
    let catalogue = try folder.text("Texts.trm")
    #expect(catalogue.contains(">Hello %1$@<") && catalogue.contains(">Eins<"), "\(catalogue)")
    #expect(!catalogue.contains("haben") && !catalogue.contains("Vous"), "\(catalogue)")
    #expect(
      result.errors.contains(
        "[stranded-translation] 2 translations of 'b/res/values*/strings.xml' were omitted because "
          + "'a/res/values*/strings.xml', which was imported first, has different texts for these keys: "
          + "'text0'\n"), "\(result.errors)")
    #expect(result.errors.contains("[import-conflict] 'text0' in 'en'"), "\(result.errors)")
  }

  @Test func `a translation is compared with the original in its own table`() throws {
    try write(#"{"title": "Cart of {{n}}", "a": "A"}"#, "locales/en/cart.json")
    try write(#"{"title": "Warenkorb", "a": "A"}"#, "locales/de/cart.json")
    try write(#"{"title": "Home of {{user}}", "b": "B"}"#, "locales/en/home.json")
    try write(#"{"title": "Start von {{user}}", "b": "B"}"#, "locales/de/home.json")
    let result = try run("locales", "--master=en")
    #expect(!result.errors.contains("unknown-argument"), "\(result.errors)")
  }

  @Test func `modules with the same keys are reported once each, with a command`()
    throws
  {
    for module in ["app", "login"] {
      try write(android("\(module) 0", "\(module) 1", "Same"), "\(module)/res/values/strings.xml")
      try write(android("\(module) 0", "\(module) 1"), "\(module)/res/values-de/strings.xml")
    }
    let result = try run(".")
    #expect(result.status == 1)
    #expect(
      result.output.hasSuffix(
        "wrote Texts.trm\n4 files: 3 new texts, 5 new values, 4 conflicts\nnext: trema check Texts.trm\n"
      ), "\(result)")
    #expect(
      result.errors == """
        login/res/values/strings.xml:2:22: error: [import-conflict] 4 values of \
        'login/res/values*/strings.xml' differ from those of 'app/res/values*/strings.xml', which was \
        imported first and keeps its values: 'text0', 'text1'
        2 | <string name="text0">login 0</string>
          |                      ^ hint: import it separately: \
        trema import login/res/values*/strings.xml --into Other.trm --master en
        app/res/values/strings.xml:2:22: note: the value imported first is here
        1 error

        """)
    let other = try run(
      "login/res/values/strings.xml", "login/res/values-de/strings.xml", "--into", "Other.trm",
      "--master", "en")
    #expect(other.status == 0)
  }

  @Test func `merging several Apple tables into one catalogue is reported`() throws {
    try write("\"CFBundleName\" = \"A\";\n", "en.lproj/InfoPlist.strings")
    try write("\"a\" = \"A\";\n", "en.lproj/Localizable.strings")
    #expect(
      try run(".").errors == """
        trema: note: [several-tables] 2 tables are imported into one catalogue, which has one table: 'InfoPlist', \
        'Localizable'; texts that are looked up in a table by its name require a separate catalogue
          hint: import it separately: trema import *.lproj/InfoPlist.strings --into InfoPlist.trm --master en
        1 note

        """)
  }

  @Test
  func `features that a catalogue cannot represent are counted and reported by file`() throws {
    try write(
      #"{"a": "{d, date, short}", "b": "{d, date, short}", "c": "{n}"}"#, "l10n/app_de.arb",
      "l10n/app_en.arb")
    let result = try run(".")
    #expect(
      result.output.contains(
        """
        a catalogue cannot represent:
          2 texts  the style of an argument  l10n/app_en.arb  from 'a'
          2 texts  the style of an argument  l10n/app_de.arb  from 'a'

        """), "\(result)")
  }

  @Test func `ICU messages that the app formats and unlocalized files are reported`() throws {
    try write(
      "<resources><string name='icu'>{n, plural, =1 {# day} other {# days}}</string></resources>",
      "res/values/strings.xml")
    try write(
      #"{"sourceLanguage": "en", "version": "1.0", "strings": {"Order": {"localizations": {"en": {"#
        + #""stringSet": {"state": "new", "values": ["Order ${x}", "Get ${x}"]}}}}}}"#,
      "Shortcuts.xcstrings")
    let result = try run(".", "--master=en")
    #expect(result.output.contains("an ICU message that the app formats itself"), "\(result)")
    #expect(result.output.contains("the extraction state of a text"), "\(result)")
    #expect(result.output.contains("an unknown field"), "\(result)")
    // The key is no text if the source language has an unreadable one.
    #expect(try !folder.text("Texts.trm").contains(">Order<"), "\(result)")
  }

  @Test func `changed spellings of placeholders and resource names are reported`() throws {
    let texts = "\"a\" = \"Hello %s\";\n\"b\" = \"%Id of %@\";\n\"c\" = \"%@ %ld %1$.2f\";\n"
    try write(texts, "en.lproj/Localizable.strings")
    try write(
      #"{"sourceLanguage": "en", "version": "1.0", "strings": {"x %S": {}, "y": {"localizations": {"#
        + #""en": {"stringUnit": {"state": "translated", "value": "100% of %lld"}}}}}}"#,
      "More.xcstrings")
    try write(
      "<resources><string name='pref.key'>a</string></resources>", "res/values/strings.xml")
    let result = try run(".")
    let spelling = "the spelling of a placeholder: '%s' and '%S' become '%@', '%Id' becomes '%d'"
    let lines = result.output.split(separator: "\n").filter { $0.contains("  1 text ") }
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
    #expect(lines.contains("1 text \(spelling) More.xcstrings from 'x %S'"), "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("1 text a dot or hyphen in a resource name") && $0.hasSuffix("from 'pref.key'")
      }, "\(lines)")
    #expect(result.output.contains("2 texts  \(spelling)"), "\(result)")
    #expect(result.errors.contains("More.xcstrings:1:"), "\(result)")
    #expect(result.errors.contains("[unescaped-percent]"), "\(result)")
  }

  @Test func `losses in files of many languages are listed once per table`() throws {
    for language in ["en", "de", "fr", "it"] {
      try write(#"{"a": "{d, date, short}", "c": "{n}"}"#, "l10n/app_\(language).arb")
    }
    let result = try run(".")
    #expect(
      result.output.contains(
        """
        a catalogue cannot represent:
          4 texts  the style of an argument  l10n/app*.arb (4 files)  from 'a'

        """), "\(result)")
    // The overview contains it; a note would repeat it.
    #expect(result.errors == "")
  }

  @Test func `the language with the most texts is the master if none is known`() throws {
    try write(android("Hallo", "Welt"), "res/values-de/strings.xml")
    try write(android("Здравствуйте", "Мир"), "res/values-ru/strings.xml")
    try write(android("Привет, большой мир"), "res/values-uk/strings.xml")
    let result = try run(".")
    #expect(result.status == 0 && result.errors == "")
    #expect(
      result.output.contains(
        "\nmaster language: de, the language with the most texts, because none is specified (specify another"
      ),
      "\(result)")
  }

  @Test func `values with the same texts as values-en are in English`() throws {
    try write(android("Hello", "World", "More"), "res/values/strings.xml")
    try write(android("Hello", "World"), "res/values-en/strings.xml")
    try write(android("Hallo"), "res/values-de/strings.xml")
    let result = try run(".")
    #expect(
      result.output.contains(
        "\nmaster language: en, because 'res/values/strings.xml' has the same texts as the "
          + "file in English (specify another"), "\(result)")
  }

  @Test func `English in another part of the repository does not make values ambiguous`() throws {
    try write(android("Hello"), "app/res/values/strings.xml")
    try write(android("Hallo"), "app/res/values-de/strings.xml")
    try write("{\"a\": \"A text\"}", "web/locales/en.json")
    try write("{\"a\": \"Ein Text\"}", "web/locales/de.json")
    let result = try run(".")
    #expect(
      result.output.contains(
        "\nmaster language: en, the default, because the language of "
          + "'app/res/values/strings.xml' is unknown (specify another"), "\(result)")
  }

  @Test func `packages are searched if no other folder has texts`() throws {
    try write("\"a\" = \"A\";\n", "Terminal.app/English.lproj/T.strings")
    try write("\"a\" = \"Á\";\n", "Terminal.app/Hungarian.lproj/T.strings")
    let result = try run(".")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            imported:
              strings  1 text  en, hu  Terminal.app/*.lproj/T.strings
            master language: en, the default, because none is specified (specify another with --master)
            wrote Texts.trm
            2 files: 1 new text, 2 new values, 0 conflicts
            next: trema check Texts.trm

            """, errors: ""))
    try write("\"b\" = \"B\";\n", "en.lproj/T.strings")
    let again = try run(".", "--into", "Other.trm", "--exclude", "Texts.trm")
    #expect(
      again.output.contains("built, downloaded or stored by tools: 1 folder: Terminal.app/\n"),
      "\(again)")
  }

  @Test func `the main source set takes precedence over build variants`() throws {
    try write(android("App (debug)"), "app/src/debug/res/values/strings.xml")
    try write(android("App", "Hello"), "app/src/main/res/values/strings.xml")
    let result = try run(".")
    #expect(result.status == 1)
    #expect(try folder.text("Texts.trm").contains(">App</value>"), "\(result)")
    #expect(result.output.contains("2 new texts, 2 new values, 1 conflict\n"), "\(result)")
  }

  @Test func `outdated originals in files of gettext are a warning`() throws {
    let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
    try write(
      header + "msgid \"name\"\nmsgid_plural \"names\"\nmsgstr[0] \"Name\"\nmsgstr[1] \"Namen\"\n"
        + "\nmsgid \"menu\"\nmsgstr \"Menü\"\n\nmsgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"Auf\"\n",
      "po/de.po")
    try write(header + "msgid \"name\"\nmsgstr \"nom\"\n", "po/fr.po")
    let result = try run(".")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "fr.po:4:8: warning: [import-conflict] 'name' in 'en' differs between the files of "
          + "'po/*.po'; the one imported first is kept"), "\(result)")
    // A context is not made part of the key beside messages without one.
    let texts = try folder.text("Texts.trm")
    #expect(texts.contains("key=\"menu\"") && texts.contains("key=\"menu|Open\""), "\(texts)")
  }

  @Test func `an array without items is counted in its file`() throws {
    let empty = "<string-array name=\"none\"/><string-array name=\"no\"></string-array>"
    try write(
      "<resources><string name=\"a\">A</string>\(empty)</resources>", "res/values/strings.xml")
    try write("<resources>\(empty)</resources>", "res/values/arrays.xml")
    let result = try run(".", "--master", "en")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.output.contains(
        """
        a catalogue cannot represent:
          2 texts  an array without items  res/values/arrays.xml   from 'none'
          2 texts  an array without items  res/values/strings.xml  from 'none'

        """), "\(result)")
  }

  @Test func `skipped files are counted exactly and listed in full on request`() throws {
    try write("\"a\" = \"A\";\n", "en.lproj/T.strings")
    for number in 10...21 { try write("\"a\" = \"A\";\n", "m\(number)/Pods/en.lproj/T.strings") }
    let folders = (10...21).map { "m\($0)/Pods/" }
    let short = try run(".", "--into", "Short.trm").output
    #expect(
      short.contains(
        """
        skipped:
          built, downloaded or stored by tools: 12 folders: \
        \(folders.prefix(10).joined(separator: ", ")), and 2 more
          (list all with --verbose)

        """), "\(short)")
    let full = try run(".", "--into", "Full.trm", "--verbose").output
    #expect(full.contains("\(folders.joined(separator: ", "))\n"), "\(full)")
    #expect(!full.contains("--verbose lists"))
  }

  @Test
  func `folders with old language names are imported; unknown names are reported`() throws {
    for name in ["English", "German", "Dutch", "Simplified Chinese", "BrazilianPortuguese"] {
      try write("\"a\" = \"A\";\n", "\(name).lproj/T.strings")
    }
    try write("\"a\" = \"A\";\n", "Norvegian.lproj/T.strings", "Klingon.lproj/T.strings")
    let output = try run(".").output
    #expect(output.contains("strings  1 text  en, de, nl, pt-BR, zh-Hans  *.lproj/T.strings\n"))
    #expect(
      output.contains(
        "without a known language (specify it with --language fr): 2 files: "
          + "Klingon.lproj/T.strings, Norvegian.lproj/T.strings\n"), "\(output)")
  }

  @Test func `symbolic links are not followed out of the repository`() throws {
    let other = try TemporaryFolder()
    try other.write(Array("\"a\" = \"A\";\n".utf8), to: "es.lproj/T.strings")
    try write("\"a\" = \"A\";\n", "en.lproj/T.strings")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: other.path)
    let output = try run(".").output
    #expect(
      output.contains(
        "symbolic links to folders (specify the folders to import them): 1 folder: link/\n"),
      "\(output)")
    #expect(output.contains("strings  1 text  en  *.lproj/T.strings\n"), "\(output)")
  }

  @Test func `a folder named build is skipped only beside its build tool's project file`()
    throws
  {
    try write("\"a\" = \"A\";\n", "build/en.lproj/Own.strings", "app/build/en.lproj/Made.strings")
    try write("", "app/build.gradle")
    let output = try run(".").output
    #expect(output.contains("build/*.lproj/Own.strings\n"), "\(output)")
    #expect(output.contains("built, downloaded or stored by tools: 1 folder: app/build/\n"))
  }

  @Test func `an import without texts reports the omitted files`() throws {
    try write("\"a\" = \"A\";\n", "AppTests/en.lproj/T.strings")
    let result = try run(".")
    #expect(
      result
        == Tool.Result(
          status: 2,
          output: """
            skipped:
              test files (specify their folder to import them): 1 file: AppTests/en.lproj/T.strings

            """,
          errors: """
            trema: error: [usage] nothing to import was found in the folder '.'
              hint: specify other files by their paths; trema looks for *.lproj, values*/*.xml and files such as Texts_fr.arb
            1 error

            """))
  }

  @Test func `a broken link is skipped, and the rest is imported`() throws {
    try write(android("Hello"), "res/values/strings.xml")
    for path in ["en.strings", "res/values/more.xml", "de.lproj", "notes.txt", "pom.xml"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(path)", withDestinationPath: "/nowhere")
    }
    let result = try run(".", "--master", "en")
    #expect(result.status == 0)
    #expect(
      result.output == """
        imported:
          android  1 text  en  res/values*/strings.xml
        skipped:
          symbolic links to missing files: 3 files: de.lproj, en.strings, res/values/more.xml
        wrote Texts.trm
        1 file: 1 new text, 1 new value, 0 conflicts
        next: trema check Texts.trm

        """)
  }

  @Test func `no catalogue is written for a folder without readable texts`() throws {
    let folder = try TemporaryFolder()
    try folder.write("<resources><string>x</string></resources>", to: "r/values/strings.xml")
    let result = try Tool.run("import", "--into=new.trm", "--master=en", "r", in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("r/values/strings.xml:1:12: error: [missing-key]"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.trm"))
  }
}
