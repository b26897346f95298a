import Foundation
import Testing
import TremaTestSupport

/// Errors that are suppressed with a reason, and their texts in outputs.
@Suite struct SuppressedErrorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ texts: String) throws {
    try folder.write("<trema masterLang=\"en\">\n\(texts)\n</trema>\n", to: "Texts.trm")
  }

  private func text(_ key: String, _ context: String, _ values: (String, String)...) -> String {
    let values = values.map { "<value lang=\"\($0.0)\" status=\"translated\">\($0.1)</value>" }
    return "<text key=\"\(key)\"><context>\(context)</context>\(values.joined())</text>\n"
  }

  private func convert(_ options: String..., status: Int32 = 0) throws -> (Snapshot, String) {
    let result = try Tool.run(["convert", "Texts.trm", "-o", "out"] + options, in: folder)
    #expect(result.status == status, "\(result)")
    return (try Snapshot(of: folder, "out"), result.errors)
  }

  private func strings(_ snapshot: Snapshot, _ language: String) -> [String: String]? {
    guard let text = snapshot[text: "\(language).lproj/Localizable.strings"] else { return nil }
    let list = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    return list as? [String: String]
  }

  @Test func `a suppressed error does not prevent outputs and is counted`() throws {
    let values = [("en", "Hello %1$@"), ("de", "Hallo %1$@ %2$@")]
    try write(text("a", "@ignore placeholder-mismatch the call passes both", values[0], values[1]))
    let (made, errors) = try convert("--format=strings")
    #expect(strings(made, "de") == ["a": "Hallo %1$@ %2$@"])
    #expect(errors.hasSuffix("1 ignored\n"))
    try write(text("a", "@ignore placeholder-mismatch", values[0], values[1]))
    #expect(try convert("--format=strings", status: 1).1.contains("[placeholder-mismatch]"))
  }

  @Test func `a draft that would crash is exported to translators and omitted from apps`() throws {
    let draft = text("a", "", ("en", "Hello %@"), ("de", "Hallo %d"), ("fr", "Salut %@"))
      .replacing(#"lang="de" status="translated""#, with: #"lang="de" status="initial""#)
    try write(draft + text("b", "", ("en", "1"), ("de", "2"), ("fr", "3")))
    let (made, errors) = try convert("--format=strings,xcstrings,android,po,xliff,swift")
    #expect(strings(made, "de") == ["b": "2"])
    #expect(strings(made, "fr") == ["a": "Salut %@", "b": "3"])
    #expect(made[text: "Localizable.xcstrings"]?.contains("Hallo") == false)
    #expect(made[text: "values-de/strings.xml"]?.contains("Hallo") == false)
    #expect(made[text: "Localizable_de.po"]?.contains("Hallo %d") == true)
    #expect(made[text: "Localizable_de.xliff"]?.contains("Hallo %d") == true)
    #expect(errors.contains("note: [placeholder-mismatch]"), "\(errors)")
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in 'de'\n"), "\(errors)")
    let excuse = "@ignore placeholder-mismatch the app knows"
    try write(draft.replacing("<context></context>", with: "<context>\(excuse)</context>"))
    #expect(try strings(convert("--format=strings").0, "de") == ["a": "Hallo %d"])
  }

  @Test(arguments: ["{n, plural, one {%d}", "%1$d %d"])
  func `a draft that cannot be parsed is exported to translators, not to apps`(value: String)
    throws
  {
    let draft = text("a", "", ("en", "%d"), ("de", value))
      .replacing(#"lang="de" status="translated""#, with: #"lang="de" status="initial""#)
    try write(draft + text("b", "", ("en", "1"), ("de", "2")))
    let (made, errors) = try convert("--format=strings,android,po")
    #expect(strings(made, "de") == ["b": "2"])
    #expect(made[text: "values-de/strings.xml"]?.contains("name=\"a\"") == false)
    #expect(made[text: "Localizable_de.po"]?.contains("msgstr \"\(value)\"") == true)
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in 'de'\n"), "\(errors)")
  }

  @Test func `a text whose braces ARB cannot represent is omitted and can be suppressed`() throws {
    let values = [("en", "see {name}"), ("de", "siehe")]
    let other = text("b", "", ("en", "1"), ("de", "2"))
    try write(text("a", "", values[0], values[1]) + other)
    let (made, errors) = try convert("--format=arb", "--keep-going", status: 1)
    #expect(made[text: "Localizable_en.arb"]?.contains("\"a\"") == false)
    #expect(errors.contains("[unquoted-braces]"), "\(errors)")
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in 'en'\n"), "\(errors)")
    try write(text("a", "@ignore unquoted-braces only on the web", values[0], values[1]) + other)
    let (suppressed, notes) = try convert("--format=arb,json")
    #expect(suppressed[text: "Localizable_en.arb"]?.contains("\"a\"") == false)
    #expect(suppressed[text: "Localizable_de.arb"]?.contains("siehe") == true)
    #expect(suppressed[text: "Localizable_en.json"]?.contains("see {name}") == true)
    #expect(notes.contains("[left-out] 1 text was omitted: 1 in 'en'\n"), "\(notes)")
    #expect(notes.hasSuffix("1 ignored\n"), "\(notes)")
  }

  @Test func `outputs contain the first of two texts with the same key`() throws {
    try write(
      text("a", "@ignore duplicate-key both are old", ("en", "1"), ("de", "2"))
        + text("a", "", ("en", "3"), ("de", "4")) + text("b", "", ("en", "5"), ("de", "6")))
    let (made, errors) = try convert("--format=strings")
    #expect(strings(made, "en") == ["a": "1", "b": "5"])
    #expect(strings(made, "de") == ["a": "2", "b": "6"])
    #expect(
      errors.contains("note: [left-out] 1 text was omitted: 1 in 'de', 1 in 'en'\n"), "\(errors)")
  }

  @Test func `outputs contain the first of two values in the same language`() throws {
    try write(
      text("a", "@ignore duplicate-language from a merge", ("en", "1"), ("de", "2"), ("de", "3")))
    let (made, errors) = try convert("--format=strings,swift")
    #expect(strings(made, "de") == ["a": "2"])
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in 'de'\n"), "\(errors)")
  }

  @Test func `a value without a language is in no output`() throws {
    try write(text("a", "@ignore invalid-language it is a draft", ("en", "1"), ("../x", "2")))
    let (made, errors) = try convert("--format=strings,android,json,xcstrings")
    #expect(made.files.allSatisfy { !$0.contains("x/") })
    #expect(made[text: "Localizable.xcstrings"]?.contains("../x") == false)
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in '../x'\n"), "\(errors)")
  }

  @Test func `an output where two keys collide contains the first; others contain both`() throws {
    try write(
      text("a.b", "", ("en", "1"))
        + text("a_b", "@ignore name-collision Android needs one", ("en", "2")))
    let (made, errors) = try convert("--format=strings,android")
    #expect(strings(made, "en") == ["a.b": "1", "a_b": "2"])
    let android = try #require(made[text: "values/strings.xml"])
    #expect(android.contains(">1<") && !android.contains(">2<"))
    #expect(errors.contains("[left-out] 1 text was omitted: 1 in 'en'\n"), "\(errors)")
  }

  @Test func `a value that an output cannot represent is omitted only there`() throws {
    try write(
      text(
        "a", "@ignore unsupported-placeholder only iOS shows it", ("en", "at %p"), ("de", "da"))
        + text("b", "", ("en", "B"), ("de", "B")))
    let (made, errors) = try convert("--format=strings,android,swift")
    #expect(strings(made, "en") == ["a": "at %p", "b": "B"])
    #expect(made[text: "values/strings.xml"]?.contains("\"a\"") == false)
    #expect(made[text: "values-de/strings.xml"]?.contains("\"a\"") == true)
    #expect(errors.contains("[left-out] "), "\(errors)")
    #expect(errors.contains(" ignored\n"))
  }

  @Test func `messages that cannot be parsed are plain text if the error is suppressed`() throws {
    try write(
      text("a", "@ignore invalid-message it is not for people", ("en", "{n, plural, x}"))
        + text("b", "@ignore mixed-placeholders the app counts", ("en", "%1$@ and %@")))
    let (made, _) = try convert("--format=strings,android,json")
    #expect(strings(made, "en") == ["a": "{n, plural, x}", "b": "%1$@ and %@"])
  }

  @Test func `--keep-going reports the number of omitted texts by language`() throws {
    try write(
      text("a", "", ("en", "%1$@"), ("de", "%1$d"), ("fr", "%1$@"))
        + text("b", "", ("en", "B"), ("de", "B"))
        + text("c", "", ("en", "%d"), ("de", "%@")))
    let (_, errors) = try convert(
      "--format=strings", "--languages=en,de,fr", "--keep-going", status: 1)
    #expect(
      errors.contains("[left-out] 2 texts were omitted: 2 in 'de'\n"),
      "\(errors)")
    // Without an excuse nothing is written, and nothing is left out.
    let stopped = try convert("--format=strings", status: 1).1
    #expect(!stopped.contains("left-out"))
  }

  @Test func `a rule in the project file suppresses errors with a reason`() throws {
    try write(text("fav.a", "", ("en", "x"), ("de", "%d")))
    func check(_ rule: String) throws -> Tool.Result {
      try folder.write(
        """
        { "catalogues": [{ "files": ["Texts.trm"] }], "languages": ["en", "de"],
          "checks": { "placeholder-mismatch": \(rule) } }
        """, to: "trema.json")
      return try Tool.run(["check"], in: folder)
    }
    #expect(try check("\"off\"").status == 3)
    #expect(try check(#"{ "keys": { "fav.*": "off" } }"#).status == 3)
    let suppressed = try check(#"{ "keys": { "fav.*": "off" }, "reason": "the app passes it" }"#)
    #expect(suppressed.status == 0)
    #expect(suppressed.output.hasSuffix("1 ignored\n"), "\(suppressed.output)")
    let unused = try check(
      #"{ "keys": { "fav.*": "off", "old.*": "off" }, "reason": "the app passes it" }"#)
    #expect(
      unused.output.contains(
        "[unused-ignore] 'placeholder-mismatch' is off for the keys 'old.*', but has no findings there"
      ))
    let lowered = try check(#"{ "level": "warning", "reason": "the app passes it" }"#)
    #expect(lowered.status == 0)
    #expect(lowered.output.contains("warning: [placeholder-mismatch]"))
  }
}
