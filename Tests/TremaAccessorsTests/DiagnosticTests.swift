import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport

@Suite struct DiagnosticTests {
  @Test(arguments: [
    ("%p", "requires a pointer, which generated Swift code cannot pass", "use %@ instead"),
    ("%1$h", "requires a hash code", "use %@ instead"),
    ("%b", "requires a Boolean value", "use two texts, or pass a string with %@"),
    ("%1$tY", "requires a date", "format the date in the app, and pass it with %@"),
    ("%n", "is a line break on Android and writes to memory in C", "write \\n"),
    ("%*d", "takes its width from an argument", "use a number as the width"),
    ("%.*f", "takes its width from an argument", "use a number as the width"),
    ("%100$@", "uses an argument number above 99", "use argument numbers from 1 to 99"),
    ("%999999999$@", "uses an argument number above 99", "use argument numbers from 1 to 99"),
  ])
  func `a placeholder that no argument can fill is an error and prevents output`(
    placeholder: String, reason: String, hint: String
  ) throws {
    var text = Text("key", nil, ["de": "%@", "en": placeholder, "fr": "\(placeholder)."])
    text.values[1].textPosition = SourcePosition(line: 7, column: 9)
    let (source, diagnostics) = generate([text, Text("other", nil, [:])])
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 2)
    #expect(first.severity == .error && first.code == "unsupported-placeholder")
    #expect(first.message == "'\(placeholder)' in the 'en' value of 'key' \(reason)")
    #expect(first.hint == hint)
    #expect(
      first.location
        == SourceLocation(file: "Texts.trm", start: SourcePosition(line: 7, column: 9)))
    #expect(source == generate([Text("other", nil, [:])]).source)
  }

  @Test func `an invalid placeholder used twice in a value is reported once`() {
    let (_, diagnostics) = generate([Text("key", nil, ["de": "%p and %p"])])
    #expect(diagnostics.count == 1)
  }

  @Test func `an adjusted name is reported as a note at its key`() throws {
    var text = Text("class", nil, [:])
    text.keyPosition = SourcePosition(line: 3, column: 14)
    let note = try #require(generate([text]).diagnostics.first)
    #expect(note.severity == .note && note.code == "renamed-accessor")
    #expect(
      note.message
        == "key 'class' is named '`class`' in Swift: 'class' is a reserved word in Swift")
    #expect(note.location?.start == text.keyPosition)
  }

  @Test func `an adjusted argument name is reported as a note`() {
    let text = Text("key", "@param 1 a\n@param 2 a\n@param 3 in", ["de": "%@ %@ %@"])
    #expect(
      generate([text]).diagnostics.map(\.message) == [
        "argument 2 of 'key' is named 'a2' in Swift: 'a' is already used by another argument",
        "argument 3 of 'key' is named '`in`' in Swift: 'in' is a reserved word in Swift",
      ])
  }

  @Test func `a key that would hide a name of the bundle expression is an error`() {
    let options = SwiftAccessors.Options(bundle: .expression("resources.bundle(for: token)"))
    let keys = ["resources", "bundle", "for", "token"]
    let (_, diagnostics) = generate(keys.map { Text($0, nil, [:]) }, options: options)
    #expect(
      diagnostics.filter { $0.severity == .error }.map(\.message) == [
        "the Swift name of key 'resources' would shadow 'resources' in the bundle expression "
          + "'resources.bundle(for: token)'",
        "the Swift name of key 'token' would shadow 'token' in the bundle expression "
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

  @Test func `an invalid type name is adjusted`() {
    let (source, _) = generate([], options: .init(type: "my texts"))
    #expect(source.contains("public enum MyTexts {\n}\n"))
  }

  @Test func `the output is deterministic`() {
    for fixture in Fixture.all { #expect(fixture.generate().source == fixture.generate().source) }
  }
}
