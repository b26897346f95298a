import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport

@Suite struct GirdersAccessorsTests {
  private func generate(
    _ texts: [Text], type: String = "Texts"
  ) -> (source: String, diagnostics: [Diagnostic]) {
    var accessors = GirdersAccessors(type: type)
    var output: [UInt8] = []
    var diagnostics: [Diagnostic] = []
    accessors.begin(into: &output)
    for text in texts {
      diagnostics += accessors.append(
        TextBatch.view(of: text), annotations: Annotations(text.context), into: &output)
    }
    accessors.end(into: &output)
    return (String(decoding: output, as: UTF8.self), diagnostics)
  }

  @Test func `the file has the same bytes as that of textsCreator.rb`() {
    let (source, diagnostics) = generate(
      [
        Text(key: "app_name", context: Context("Name of the app")),
        Text(key: "greeting", context: Context("")), Text(key: "bye"),
      ], type: "MyTexts")
    #expect(diagnostics == [])
    #expect(
      source == "import GirdersSwift\n\nstruct MyTexts { \n"
        + "    // Name of the app\n    static let appName = translate(\"app_name\")\n"
        + "    static let greeting = translate(\"greeting\")\n"
        + "    static let bye = translate(\"bye\")\n\n}\n")
  }

  @Test func `a catalogue without texts generates an empty struct`() {
    #expect(generate([]).source == "import GirdersSwift\n\nstruct Texts { \n\n}\n")
  }

  @Test(arguments: [
    // The rule of textsCreator.rb.
    ("app_name", "appName", nil), ("my_URL_key", "myUrlKey", nil), ("_lead_x_", "LeadX", nil),
    ("URL_key", "URLKey", nil), ("camelCase", "camelCase", nil), ("a__b", "aB", nil),
    ("a_1b", "a1b", nil), ("x_écOLE", "xÉcole", nil), ("größe_ßa", "größeSsa", nil),
    ("get", "get", nil),
    // Its output did not compile.
    ("class", "`class`", "class"), ("Type", "`Type`", "Type"), ("Self", "`Self`", "Self"),
    ("translate", "translateText", "translate"), ("login.title", "loginTitle", "login.title"),
    ("a-b", "aB", "a-b"), ("404_title", "_404Title", "404Title"), ("a b", "aB", "a b"),
    ("_", "u005F", ""), ("", "empty", ""),
  ])
  func `names are those of textsCreator.rb if they compile`(
    key: String, name: String, broken: String?
  ) {
    let (source, diagnostics) = generate([Text(key: key)])
    #expect(source.contains("    static let \(name) = translate(\"\(key)\")\n"), "\(source)")
    let message = broken.map {
      "textsCreator.rb named this text '\($0)', which does not compile; it is \(name)"
    }
    #expect(diagnostics.map(\.message) == [message].compactMap(\.self))
    #expect(diagnostics.allSatisfy { $0.code == "compat-difference" && $0.severity == .warning })
  }

  @Test(arguments: [
    ("one line", "    // one line\n", false), ("  spaces  ", "    //   spaces  \n", false),
    ("   ", "    //    \n", false), ("ends\n", "    // ends\n", false),
    ("pretty\n    ", "    // pretty\n    \n", false),
    ("two\n  lines", "    // two\n    // lines\n", true),
    ("\n  printed\n\n  prettily\n", "    // printed\n    // prettily\n", true),
  ])
  func `each line of a context is a comment`(
    context: String, comment: String, isDifferent: Bool
  ) {
    let (source, diagnostics) = generate([Text(key: "k", context: Context(context))])
    #expect(source.contains("{ \n\(comment)    static let k ="), "\(source.debugDescription)")
    #expect(diagnostics.isEmpty != isDifferent)
  }

  @Test(arguments: [
    (#"a"b"#, #"a\"b"#), (#"a\d"#, #"a\\d"#), ("a\nb", #"a\nb"#), (#"a\(b)"#, #"a\\(b)"#),
  ])
  func `keys that would not compile are escaped`(key: String, literal: String) {
    let (source, diagnostics) = generate([Text(key: key)])
    #expect(source.contains("translate(\"\(literal)\")"), "\(source)")
    #expect(diagnostics.count == 2, "the name and the key: \(diagnostics)")
  }

  @Test func `two keys with the same name are an error, and the second is omitted`() {
    let (source, diagnostics) = generate([Text(key: "my_key"), Text(key: "my_KEY")])
    #expect(source.split(separator: "static let").count == 2)
    #expect(diagnostics.map(\.code) == ["name-collision"])
    #expect(
      diagnostics.map(\.message) == [
        "keys 'my_key' and 'my_KEY' both become 'myKey' in Texts.swift"
      ])
  }

  @Test func `a text can suppress its difference`() {
    let context = Context("@ignore compat-difference we know")
    #expect(generate([Text(key: "class", context: context)]).diagnostics == [])
  }

  @Test func `the output compiles`() throws {
    let keys = [
      "app_name", "class", "Type", "Self", "Protocol", "Any", "self", "init", "translate", "a.b",
      "404_title", "x_écOLE", "größe_ßa", "_", "", "get", "await", #"q"b"#, #"d\d"#, #"e\(f)"#,
      "g\nh",
    ]
    let context = Context("several\nlines */ of /* words")
    let (source, _) = generate(keys.map { Text(key: $0, context: context) })
    let shell = try Shell()
    try shell.write(source.utf8, to: "Texts.swift")
    try shell.write(
      "public func translate(_ key: String) -> String { key }".utf8, to: "GirdersSwift.swift")
    let flags = ["-swift-version", "6", "-warnings-as-errors"]
    let library = try shell.run(
      "swiftc",
      flags + [
        "-emit-module", "-parse-as-library", "-module-name", "GirdersSwift", "GirdersSwift.swift",
      ])
    #expect(library.status == 0, "\(library.error)")
    let result = try shell.run("swiftc", flags + ["-typecheck", "-I", ".", "Texts.swift"])
    #expect(result.status == 0, "\(result.error)")
  }
}
