import Foundation
import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport
import TremaTestSupport

@Suite struct KotlinTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  @Test(arguments: KotlinFixture.all)
  func `the output is the golden file, byte for byte`(fixture: KotlinFixture) throws {
    let file = Self.golden.appending(path: "\(fixture.name).kt")
    let (source, _) = fixture.generate()
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    if isRecording { try Data(source.utf8).write(to: file) }
    #expect(!isRecording, "recorded; look at the difference, then run without RECORD_GOLDEN")
    #expect(Array(source.utf8) == Array(try Data(contentsOf: file)))
  }

  @Test func `every golden file compiles and returns Android's texts`() throws {
    let sources = try KotlinFixture.all.map { fixture in
      KotlinToolchain.Source(
        text: try String(
          contentsOf: Self.golden.appending(path: "\(fixture.name).kt"), encoding: .utf8),
        type: KotlinName.typeName(fixture.options.type).name,
        package: fixture.options.package ?? "", resourcePackage: fixture.resourcePackage,
        resources: fixture.resources, calls: fixture.calls)
    }
    try KotlinToolchain().run(sources)
  }

  @Test func `no line that can be wrapped is longer than 100 columns`() {
    var texts: [Text] = []
    for length in 1...100 {
      let name = String(repeating: "x", count: length)
      texts.append(Text("f\(length)", "@param 1 \(name)", ["de": "%@ %@ %@"]))
      texts.append(Text("g\(length)", "@param 1 \(name)", ["de": "{0, plural, other {# %s}}"]))
      texts.append(Text("h\(length)", "@param 1 \(name)", ["de": "{0, select, other {} x {}} %s"]))
    }
    let (source, _) = generateKotlin(texts)
    #expect(source.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }

  @Test(arguments: [
    ("%p", "requires a pointer, which generated Kotlin code cannot pass", "use %@ instead"),
    ("%n", "is a line break on Android and writes to memory in C", "write \\n"),
    ("%*d", "takes its width from an argument", "use a number as the width"),
    ("%100$@", "uses an argument number above 99", "use argument numbers from 1 to 99"),
    (
      "{n, plural, other {%100$@}}", "uses an argument number above 99",
      "use argument numbers from 1 to 99"
    ),
  ])
  func `a placeholder that no argument can fill is an error and prevents output`(
    placeholder: String, reason: String, hint: String
  ) throws {
    var text = Text("key", nil, ["de": "x", "en": placeholder])
    text.values[1].textPosition = SourcePosition(line: 7, column: 9)
    let (source, diagnostics) = generateKotlin([text])
    let error = try #require(diagnostics.first)
    let spelling = placeholder.hasPrefix("%") ? placeholder : "%100$@"
    #expect(diagnostics.count == 1)
    #expect(error.severity == .error && error.code == "unsupported-placeholder")
    #expect(error.message == "'\(spelling)' in the 'en' value of 'key' \(reason)")
    #expect(error.hint == hint)
    #expect(error.location?.start == SourcePosition(line: 7, column: 9))
    #expect(source == generateKotlin([]).source)
  }

  @Test func `an adjusted name is reported as a note at its key`() throws {
    var text = Text("object", "@param 1 in", ["de": "%@"])
    text.keyPosition = SourcePosition(line: 3, column: 14)
    let notes = generateKotlin([text]).diagnostics
    #expect(
      notes.map(\.message) == [
        "key 'object' is named 'object_' in Kotlin: 'object' is a reserved word in Kotlin",
        "argument 1 of 'object' is named 'in_' in Kotlin: 'in' is a reserved word in Kotlin",
      ])
    #expect(notes.allSatisfy { $0.severity == .note && $0.code == "renamed-accessor" })
    #expect(notes.first?.location?.start == text.keyPosition)
  }

  @Test func `an array that is incomplete in all languages has no member, as on Android`() {
    func members(_ context: String, _ second: KeyValuePairs<String, String>) -> [Bool] {
      let texts = [
        Text("a.0", context, ["de": "null", "en": "zero"]), Text("a.1", context, second),
        Text("b", nil, ["de": "b"]),
      ]
      let source = generateKotlin(texts).source
      return ["R.array.a)", "R.string.a_", "R.string.b)"].map(source.contains)
    }
    #expect(members("@array", ["de": "eins"]) == [true, false, true])
    #expect(members("@array", ["en": "one"]) == [true, false, true])
    #expect(members("@array", [:]) == [false, false, true])
    #expect(members("@array\n@translatable false", ["en": "one"]) == [false, false, true])
    let fixed = Text("a.1", "@array\n@translatable false", ["de": "eins"])
    let source = generateKotlin([Text("a.0", "@array", ["de": "null"]), fixed]).source
    #expect(source.contains("R.array.a)") && source.contains("R.string.a_1)"))
  }

  @Test func `an invalid package is omitted`() {
    let options = KotlinAccessors.Options(package: "a.1", androidNamespace: "com.example.in")
    let source = generateKotlin([], options: options).source
    #expect(!source.contains("package "))
    #expect(source.contains("import com.example.`in`.R\n"))
  }
}
