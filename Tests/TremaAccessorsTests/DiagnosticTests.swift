import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport

@Suite struct DiagnosticTests {
  @Test(arguments: [
    ("%p", "requires an address, which Swift does not pass", "show a text with %@"),
    ("%1$h", "requires a hash code", "show a text with %@"),
    ("%b", "requires a Boolean value", "write two texts, or show a text with %@"),
    ("%1$tY", "requires a date", "format the date in the app and show it with %@"),
    ("%n", "is a line break on Android and writes to memory in C", "write \\n"),
    ("%*d", "takes its width from an argument", "write the width as a number"),
    ("%.*f", "takes its width from an argument", "write the width as a number"),
    ("%100$@", "requires an argument beyond 99", "number arguments from 1"),
    ("%999999999$@", "requires an argument beyond 99", "number arguments from 1"),
  ])
  func `a placeholder that no argument can fill is an error and writes nothing`(
    placeholder: String, reason: String, hint: String
  ) throws {
    var text = Text("key", nil, ["de": "%@", "en": placeholder, "fr": "\(placeholder)."])
    text.values[1].textPosition = SourcePosition(line: 7, column: 9)
    let (source, diagnostics) = generate([text, Text("other", nil, [:])])
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 2)
    #expect(first.severity == .error && first.code == "unsupported-placeholder")
    #expect(first.message == "'\(placeholder)' of key 'key', language 'en', \(reason)")
    #expect(first.hint == hint)
    #expect(
      first.location
        == SourceLocation(file: "Texts.trm", start: SourcePosition(line: 7, column: 9)))
    #expect(source == generate([Text("other", nil, [:])]).source)
  }

  @Test func `the same bad placeholder twice in a value is one error`() {
    let (_, diagnostics) = generate([Text("key", nil, ["de": "%p and %p"])])
    #expect(diagnostics.count == 1)
  }

  @Test func `a repaired name is a note at its key`() throws {
    var text = Text("class", nil, [:])
    text.keyPosition = SourcePosition(line: 3, column: 14)
    let note = try #require(generate([text]).diagnostics.first)
    #expect(note.severity == .note && note.code == "renamed-accessor")
    #expect(
      note.message
        == "the Swift name of key 'class' is `class`: 'class' is a reserved word in Swift")
    #expect(note.location?.start == text.keyPosition)
  }

  @Test func `a repaired argument name is a note`() {
    let text = Text("key", "@param 1 a\n@param 2 a\n@param 3 in", ["de": "%@ %@ %@"])
    #expect(
      generate([text]).diagnostics.map(\.message) == [
        "the Swift name of argument 2 of 'key' is a2: 'a' names another argument",
        "the Swift name of argument 3 of 'key' is `in`: 'in' is a reserved word in Swift",
      ])
  }

  @Test func `a key that would hide a name of the bundle expression is an error`() {
    let options = SwiftAccessors.Options(bundle: .expression("resources.bundle(for: token)"))
    let keys = ["resources", "bundle", "for", "token"]
    let (_, diagnostics) = generate(keys.map { Text($0, nil, [:]) }, options: options)
    #expect(
      diagnostics.filter { $0.severity == .error }.map(\.message) == [
        "the Swift name of key 'resources' would hide 'resources' of the bundle "
          + "'resources.bundle(for: token)'",
        "the Swift name of key 'token' would hide 'token' of the bundle "
          + "'resources.bundle(for: token)'",
      ])
  }

  @Test func `an argument that would hide a name of the bundle expression is renamed`() {
    let text = Text("key", "@param 1 token", ["de": "%@"])
    let options = SwiftAccessors.Options(bundle: .expression("Bundle(token)"))
    let (source, diagnostics) = generate([text], options: options)
    #expect(source.contains("func key(token argument1: String) -> String {"))
    #expect(source.contains("translate(\"key\", argument1, table:"))
    #expect(diagnostics.isEmpty)
  }

  @Test func `an invalid type name is repaired`() {
    let (source, _) = generate([], options: .init(type: "my texts"))
    #expect(source.contains("public enum MyTexts {\n}\n"))
  }

  @Test func `the output is the same every time`() {
    for fixture in Fixture.all { #expect(fixture.generate().source == fixture.generate().source) }
  }
}
