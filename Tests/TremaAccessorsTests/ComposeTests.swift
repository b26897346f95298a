import Foundation
import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport
import TremaTestSupport

@Suite struct ComposeTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  @Test(arguments: ComposeFixture.all)
  func `the output is the golden file, byte for byte`(fixture: ComposeFixture) throws {
    let file = Self.golden.appending(path: "\(fixture.name).kt")
    let (source, _) = generateKotlin(fixture.texts, options: fixture.options)
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    if isRecording { try Data(source.utf8).write(to: file) }
    #expect(!isRecording, "recorded; look at the difference, then run without RECORD_GOLDEN")
    #expect(Array(source.utf8) == Array(try Data(contentsOf: file)))
  }

  @Test func `every golden file compiles and returns Compose's texts`() throws {
    try KotlinToolchain().run(
      try ComposeFixture.all.map { fixture in
        let file = Self.golden.appending(path: "\(fixture.name).kt")
        return (fixture, try String(contentsOf: file, encoding: .utf8))
      })
  }

  @Test func `a text that Compose cannot format has no member`() throws {
    var options = KotlinAccessors.Options()
    options.resources = .compose
    for source in [
      "{n, selectordinal, other {#.}}", "{w, select, other {x}}", "{n, plural, other {%2$.1f}}",
      "{n, plural, =7 {seven} other {#}}", "{n, plural, other {{d, date}}}",
    ] {
      var text = Text("key", nil, ["de": source])
      text.keyPosition = SourcePosition(line: 3, column: 14)
      let (written, diagnostics) = generateKotlin([text], options: options)
      let warning = try #require(diagnostics.first)
      #expect(diagnostics.count == 1 && warning.severity == .warning)
      #expect(warning.code == "unsupported-message")
      #expect(
        warning.message
          == "'key' has no Kotlin member: Compose Multiplatform supports only plurals with categories and unformatted arguments"
      )
      #expect(
        warning.hint
          == "split it into several texts, or format numbers and dates in the app and pass them to %@"
      )
      #expect(warning.location?.start == text.keyPosition)
      #expect(written == generateKotlin([], options: options).source)
    }
  }

  @Test(arguments: [KotlinAccessors.Options.Resources.compose, .composeSuspend])
  func `no line that can be wrapped is longer than 100 columns`(
    resources: KotlinAccessors.Options.Resources
  ) {
    var texts: [Text] = []
    for length in 1...60 {
      let name = String(repeating: "x", count: length)
      texts.append(Text("f\(length)", "@param 1 \(name)", ["de": "%@ %@ %@"]))
      texts.append(Text("g\(length)", "@param 1 \(name)", ["de": "{0, plural, other {# %s}}"]))
      texts.append(Text("h\(name)", nil, ["de": "x"]))
    }
    var options = KotlinAccessors.Options()
    options.resources = resources
    let (source, _) = generateKotlin(texts, options: options)
    #expect(source.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }
}

extension KotlinToolchain {
  /// Compiles the sources of fixtures with functions that replace Compose's, and runs their calls.
  func run(_ sources: [(fixture: ComposeFixture, text: String)]) throws {
    let stubs = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Stubs/compose").path
    var files = ["\(stubs)/Composable.kt", "\(stubs)/Resources.kt"]
    var main = ""
    for (number, (fixture, text)) in sources.enumerated() {
      try folder.write(
        Array(Self.resourceClass(fixture, for: text).utf8), to: "Res\(number).kt")
      try folder.write(Array(text.utf8), to: "Texts\(number).kt")
      try folder.write(Array(Self.program(number, fixture).utf8), to: "Program\(number).kt")
      files += ["Res\(number).kt", "Texts\(number).kt", "Program\(number).kt"]
      main += "    program\(number).run()\n"
    }
    try folder.write(Array("fun main() {\n\(main)}\n".utf8), to: "Main.kt")
    try judge(.kotlinc, ["-Werror", "-d", "out", "Main.kt"] + files)
    try judge(.java, ["-cp", "out:\(Self.library)", "MainKt"])
  }

  /// Returns an object like the one that Compose's Gradle plugin generates, with the resources that
  /// a source uses.
  private static func resourceClass(_ fixture: ComposeFixture, for source: String) -> String {
    let package = fixture.resourcePackage
    let name = fixture.options.resourcesClass
    let types = [
      "string": "StringResource", "plurals": "PluralStringResource", "array": "StringArrayResource",
    ].sorted { $0.key < $1.key }
    var text = package.isEmpty ? "" : "package \(package)\n\n"
    text += types.map { "import org.jetbrains.compose.resources.\($0.value)\n" }.joined()
    text += "\nobject \(name) {\n\(types.map { "    object \($0.key)\n" }.joined())}\n\n"
    for (kind, type) in types {
      let names = source.components(separatedBy: "\(name).\(kind).").dropFirst().map { part in
        String(
          part.drop { $0 == "`" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        )
      }
      for resource in Set(names).sorted() {
        text += "val \(name).\(kind).`\(resource)`: \(type) get() = \(type)(\"\(resource)\")\n"
      }
    }
    return text
  }

  /// Returns a program with the calls of a fixture. Suspending calls finish synchronously, because
  /// the stubs never suspend.
  private static func program(_ number: Int, _ fixture: ComposeFixture) -> String {
    let type = fixture.options.typeName(fixture.options.type)
    let package = fixture.options.package ?? ""
    let calls = fixture.calls.map { call in
      "await { check(\(call.expression), \(quoted(call.result)), \(quoted(call.expression))) }"
    }
    return """
      import kotlin.coroutines.Continuation
      import kotlin.coroutines.EmptyCoroutineContext
      import kotlin.coroutines.startCoroutine
      import org.jetbrains.compose.resources.Table
      \(package.isEmpty ? "" : "import \(package).\(type)")

      object program\(number) {
        private fun check(result: String, expected: String, line: String) {
          if (result != expected) println(line + " gives '" + result + "'")
        }

        private fun await(block: suspend () -> Unit) {
          block.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
        }

        fun run() {
          with(Table) {
            \(fixture.resources.joined(separator: "\n      "))
          }
          \(calls.joined(separator: "\n    "))
        }
      }
      """
  }
}
