import Foundation
import Testing
import TremaTestSupport

/// `@tags` and `@platforms` in files of other formats, and back.
@Suite struct SelectionExchangeTests {
  private let work: VariantProject
  /// The platforms in hints.
  private static let platforms = "'ios', 'android', 'web'"
  private static let context = "Title\n@tags home, pro\n@platforms ios"

  init() throws { work = try VariantProject() }

  /// Writes a catalogue with two texts.
  ///
  /// - Parameters:
  ///   - context: The context of the first text.
  ///   - title: The German value of the first text.
  private func texts(_ context: String, title: String = "Titel") throws {
    try work.texts([
      ("title", context, ["en": "Title", "de": title]),
      ("back", "", ["en": "Back", "de": "Zurück"]),
    ])
  }

  @Test(arguments: [
    ("xcstrings", ["Localizable.xcstrings"]),
    ("arb", ["Localizable_en.arb", "Localizable_de.arb"]),
  ])
  func `tags and platforms survive the conversion and the import`(
    format: String, files: [String]
  ) throws {
    try texts(Self.context)
    let before = try work.text("Texts.trm")
    let written = try work.trema("convert", "Texts.trm", "--format", format, "--output", "out")
    #expect(written.status == 0 && written.errors == "", "\(written)")
    let sources = files.map { "out/\($0)" }
    let new = try Tool.run(
      ["import"] + sources + ["--master", "en", "--into", "New.trm"], in: work.folder)
    #expect(new.status == 0 && new.errors == "", "\(new)")
    #expect(try work.text("New.trm").contains("<context>\(Self.context)</context>"))
    // The catalogue itself gets its tags back too.
    try texts("Title\n@platforms ios")
    let merged = try Tool.run(["import"] + sources + ["--into", "Texts.trm"], in: work.folder)
    #expect(merged.status == 0 && merged.errors == "", "\(merged)")
    #expect(
      merged.output.hasSuffix(
        "0 new texts, 0 new values, 1 changed context, 4 known, 0 conflicts\n"),
      "\(merged)")
    #expect(try work.text("Texts.trm") == before)
  }

  @Test func `an ARB file has tags and platforms as attributes of its own`() throws {
    try texts(Self.context)
    #expect(
      try work.trema("convert", "Texts.trm", "--format", "arb", "--output", "out").status == 0)
    let object = try JSONSerialization.jsonObject(
      with: Data(try work.text("out/Localizable_en.arb").utf8))
    let metadata = (object as? [String: Any])?["@title"] as? [String: String]
    #expect(
      metadata == ["description": "Title", "x-tags": "home, pro", "x-platforms": "ios"])
    #expect(try !work.text("out/Localizable_de.arb").contains("x-"))
  }

  @Test func `an unknown platform in an ARB file is found in the catalogue`() throws {
    try work.folder.write(
      #"{"@@locale":"en","a":"A","@a":{"x-platforms":"windows","description":"Prose"}}"#,
      to: "app_en.arb")
    #expect(
      try work.trema("import", "app_en.arb", "--master", "en", "--into", "Texts.trm").status == 0)
    #expect(try work.text("Texts.trm").contains("<context>Prose\n@platforms windows</context>"))
    let result = try work.trema("check", "Texts.trm")
    #expect(result.status == 1 && result.output.contains("[unknown-platform]"), "\(result)")
  }

  @Test(arguments: [
    ("strings", "the tags of a text ('title')"), ("android", "the tags of a text ('title')"),
    ("json", "the context of a text ('title'), the tags of a text ('title')"),
    (
      "properties", "the tags of a text ('title'), the platforms of a text ('title')"
    ),
    ("twine", "the platforms of a text ('title')"),
  ])
  func `formats without a place for them report a loss`(format: String, loss: String) throws {
    // In a format of its own platform, a text is for that platform only.
    try texts(Self.context.replacing("ios", with: format == "strings" ? "ios" : "android, web"))
    let result = try work.trema("convert", "Texts.trm", "--format", format, "--output", "out")
    #expect(
      result.errors == """
        trema: note: [loss] \(format) cannot represent \(loss)
        1 note

        """)
  }

  @Test(arguments: ["csv", "xlsx", "xliff", "po"])
  func `a returned file adds tags that the catalogue lacks`(format: String) throws {
    try texts(Self.context)
    let before = try work.text("Texts.trm")
    let file = "de.\(format)"
    let exported = try work.trema(
      "export", "--to", format, "--language", "de", "Texts.trm", "-o", file)
    #expect(exported.status == 0, "\(exported)")
    try texts("Title\n@platforms ios")
    let summary = "1 file: 0 new texts, 0 new values, 1 changed context, 4 known, 0 conflicts\n"
    let table = """
                       applied  conflicts  refused
      changed context        1          0        0

      """
    #expect(
      try work.trema("import", file, "--into", "Texts.trm", "--dry-run")
        == Tool.Result(
          status: 0,
          output: "changed context: 'title': '@tags home, pro'\n"
            + "would write Texts.trm\n" + table + summary, errors: ""))
    let result = try work.trema("import", file, "--into", "Texts.trm")
    #expect(
      result == Tool.Result(status: 0, output: "wrote Texts.trm\n" + table + summary, errors: ""))
    #expect(try work.text("Texts.trm") == before)
    let again = try work.trema("import", file, "--into", "Texts.trm")
    #expect(again.output == "1 file: 0 new texts, 0 new values, 4 known, 0 conflicts\n", "\(again)")
  }

  @Test func `different tags and platforms of a returned file are reported and not taken`() throws {
    try texts(Self.context)
    #expect(
      try work.trema("export", "--to", "csv", "--language", "de", "Texts.trm", "-o", "de.csv")
        .status
        == 0)
    try texts("Other\n@tags away\n@platforms web")
    let before = try work.text("Texts.trm")
    #expect(
      try work.trema("import", "de.csv", "--into", "Texts.trm")
        == Tool.Result(
          status: 0, output: "1 file: 0 new texts, 0 new values, 4 known, 0 conflicts\n",
          errors: """
            de.csv:2:1: note: [kept-context] the platforms of 'title' are 'ios' here and 'web' in \
            the catalogue, which keeps its platforms
            2 | title,translated,Title,Titel,"Title
              | ^ hint: change the platforms in the catalogue
            Texts.trm:2:14: note: the catalogue's text is here
            de.csv:2:1: note: [kept-context] the tags of 'title' are 'home, pro' here and 'away' in \
            the catalogue, which keeps its tags
            2 | title,translated,Title,Titel,"Title
              | ^ hint: change the tags in the catalogue
            Texts.trm:2:14: note: the catalogue's text is here
            2 notes

            """))
    #expect(try work.text("Texts.trm") == before)
    // The same tags in another order do not differ.
    try texts("@tags pro, home\n@platforms ios")
    #expect(try work.trema("import", "de.csv", "--into", "Texts.trm").errors == "")
  }

  @Test(arguments: [
    ("csv", "2:1"), ("xlsx", "Text Resources!A2"), ("xliff", "5:7"), ("po", "13:10"),
    ("arb", "3:3"),
    ("xcstrings", "4:5"), ("trm", "2:14"),
  ])
  func `no file restricts a text that is for all platforms in the catalogue`(
    format: String, place: String
  ) throws {
    let file = "de.\(format)"
    for (context, kept) in [("", "@tags home"), ("Prose", "Prose\n@tags home")] {
      try texts("@platforms ios\n@tags home")
      switch format {
      case "trm": try work.folder.write(work.text("Texts.trm"), to: file)
      case "arb", "xcstrings":
        _ = try work.trema("convert", "Texts.trm", "--format", format, "--output", "out")
        let name = format == "arb" ? "Localizable_en.arb" : "Localizable.xcstrings"
        try work.folder.write(work.text("out/\(name)"), to: file)
      default:
        _ = try work.trema("export", "--to", format, "--language", "de", "Texts.trm", "-o", file)
      }
      try texts(context)
      let language = format == "arb" ? ["--language", "en"] : []
      let result = try Tool.run(
        ["import", file, "--into", "Texts.trm"] + language, in: work.folder)
      #expect(result.status == 0)
      let message =
        "note: [kept-context] the platforms of 'title' are 'ios' here and not restricted in the "
        + "catalogue, which keeps its platforms\n"
      let prefix =
        format == "xlsx"
        ? "\(file): " + message.replacing("] ", with: "] \(place): ")
        : "\(file):\(place): \(message)"
      #expect(result.errors.hasPrefix(prefix), "\(result)")
      #expect(result.errors.hasSuffix("\n1 note\n"), "\(result)")
      #expect(try work.text("Texts.trm").contains("<context>\(kept)</context>"))
    }
  }

  @Test func `a note about the same platforms in several files is reported once`() throws {
    try texts("Title\n@platforms ios")
    for file in ["a.csv", "b.csv"] {
      _ = try work.trema("export", "--to", "csv", "--language", "de", "Texts.trm", "-o", file)
    }
    try texts("Title\n@platforms web")
    #expect(
      try work.trema("import", "a.csv", "b.csv", "--into", "Texts.trm").errors == """
        a.csv:2:1: note: [kept-context] the platforms of 'title' are 'ios' here and 'web' in the \
        catalogue, which keeps its platforms
        2 | title,translated,Title,Titel,"Title
          | ^ hint: change the platforms in the catalogue
        Texts.trm:2:14: note: the catalogue's text is here
        1 note

        """)
  }

  @Test func `invalid platforms and variants of a known text are reported at their row`() throws {
    try texts("")
    let before = try work.text("Texts.trm")
    try work.folder.write(
      "key,context,en,de\ntitle,@platforms iOS,Title,Titel\n"
        + "back,@variant-of title windows,Back,Zurück\n", to: "a.csv")
    #expect(
      try work.trema("import", "a.csv", "--into", "Texts.trm")
        == Tool.Result(
          status: 1, output: "1 file: 0 new texts, 0 new values, 4 known, 0 conflicts\n",
          errors: """
            a.csv:2:1: error: [unknown-platform] 'title' is for the unknown platform 'iOS'
            2 | title,@platforms iOS,Title,Titel
              | ^ hint: use one or more of the platforms \(Self.platforms)
            a.csv:3:1: error: [invalid-variant] 'back' is a variant for the unknown platform 'windows'
            3 | back,@variant-of title windows,Back,Zurück
              | ^ hint: use one of the platforms \(Self.platforms)
            2 errors

            """))
    #expect(try work.text("Texts.trm") == before)
  }
}
