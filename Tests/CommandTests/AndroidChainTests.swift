import Foundation
import Testing
import TremaLocalization
import TremaTestSupport

/// One catalogue on both platforms, from the file to the screen: what Kotlin shows with resources
/// that aapt2 compiled is what Swift shows with the files of Apple's platforms.
@Suite struct AndroidChainTests {
  /// The Arabic of Egypt, which has digits of its own in every version of Unicode's data.
  private static let languages = ["en", "pl", "ar-EG", "ja"]
  private static let numbers = [0, 1, 2, 3, 5, 11, 21, 100]
  private static let stubs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("TremaAccessorsTests/Stubs").path
  private static let icu = "/usr/share/java/icu4j.jar"
  private static let library = "/usr/share/java/kotlin-stdlib.jar"

  /// A text and its calls on each platform.
  private struct Call {
    var kotlin: String
    var key: String
    var arguments: [any TextArgument] = []
  }

  /// The known differences, with the reason in `Documentation/Formats/Kotlin.md`: Android writes
  /// the number of a conversion in the digits of the language, Apple groups that of a plural.
  private static let differences = [
    #"ar-EG shared("Anna", 7, "B")"#: "Anna 7 B|Anna ٧ B",
    "en conversion(1234567)": "1,234,567 days|1234567 days",
    "pl conversion(1234567)": "1\u{A0}234\u{A0}567 dni!|1234567 dni!",
    "ja conversion(1234567)": "1,234,567日|1234567日",
    "ar-EG conversion(1234567)": "١٬٢٣٤٬٥٦٧ m|١٢٣٤٥٦٧ m",
  ]

  /// 2026-11-21 12:00 UTC.
  private static let noon = 1_795_262_400.0

  private static var calls: [Call] {
    var calls = [
      Call(kotlin: "title", key: "title"), Call(kotlin: "sign", key: "sign"),
      Call(kotlin: "spaces", key: "spaces"),
      Call(kotlin: #"shared("Anna", 7, "B")"#, key: "shared", arguments: ["Anna", 7, "B"]),
      Call(kotlin: #"reordered("%d", "{0}")"#, key: "reordered", arguments: ["%d", "{0}"]),
      Call(kotlin: "week[0]", key: "week.0"), Call(kotlin: "week[1]", key: "week.1"),
      Call(kotlin: "week[2]", key: "week.2"),
    ]
    for number in numbers + [1_234_567] {
      calls += [
        Call(kotlin: "days(\(number))", key: "days", arguments: [number]),
        Call(kotlin: "hidden(\(number))", key: "hidden", arguments: [number]),
        Call(
          kotlin: #"files("Anna", \#(number), "C:\\x")"#, key: "files",
          arguments: ["Anna", number, #"C:\x"#]),
        Call(kotlin: "exact(\(number))", key: "exact", arguments: [number]),
        Call(kotlin: "rank(\(number))", key: "rank", arguments: [number]),
        Call(kotlin: #"guests(\#(number), "Anna")"#, key: "guests", arguments: [number, "Anna"]),
        Call(kotlin: "conversion(\(number))", key: "conversion", arguments: [number]),
      ]
      for gender in ["female", "male", "x"] {
        calls.append(
          Call(
            kotlin: #"party("\#(gender)", "Anna", \#(number))"#, key: "party",
            arguments: [gender, "Anna", number]))
      }
    }
    for gender in ["female", "male", "x"] {
      calls.append(
        Call(
          kotlin: #"born("\#(gender)", java.util.Date(\#(Int(noon) * 1000)L), 2.5)"#, key: "born",
          arguments: [gender, Date(timeIntervalSince1970: noon), 2.5]))
    }
    return calls
  }

  @Test func `a text is displayed identically on Android and Apple platforms`() throws {
    let build = try AndroidBuild()
    let folder = build.folder
    let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/both-platforms.trm")
    try folder.write([UInt8](try Data(contentsOf: catalogue)), to: "Texts.trm")
    for (formats, directory) in [("android,kotlin", "res"), ("strings,stringsdict", "apple")] {
      let converted = try Tool.run(
        "convert", "Texts.trm", "--format", formats, "--output", directory,
        "--kotlin-package", "com.example", in: folder)
      try #require(converted.status == 0, "\(converted.errors)")
    }
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/res/Texts.kt", toPath: "\(folder.path)/Texts.kt")
    let shown = try Self.kotlin(ResourceTable.texts(try build.table()), in: folder)
    let bundle = try #require(Bundle(path: "\(folder.path)/apple"))
    var count = 0
    for language in Self.languages {
      let translator = Translator(
        languages: [language], bundle: bundle, onProblem: { Issue.record("\($0)") })
      for call in Self.calls {
        let apple = translator.translate(call.key, arguments: call.arguments)
        let android = count < shown.count ? shown[count] : ExactString("nothing")
        count += 1
        let name = "\(language) \(call.kotlin)"
        if let difference = Self.differences[name] {
          #expect(ExactString("\(apple)|\(android.text)") == ExactString(difference))
        } else {
          #expect(android == ExactString(apple), "\(name): \(apple) on Apple, \(android.text)")
        }
      }
    }
    #expect(count == shown.count)
  }

  /// Compiles the accessors with classes that replace Android's, fills those with the compiled
  /// resources and makes the calls, in each language.
  private static func kotlin(
    _ texts: [ResourceTable.Text: ExactString], in folder: TemporaryFolder
  ) throws -> [ExactString] {
    var files = ["java/com/example/R.java"]
    for file in FileManager.default.enumerator(atPath: stubs) ?? .init() {
      if let path = file as? String, path.hasSuffix(".java") { files.append("\(stubs)/\(path)") }
    }
    try judge(.javac, ["-encoding", "UTF-8", "-cp", icu, "-d", "stubs"] + files, in: folder)
    try folder.write(Array(program(texts).utf8), to: "Main.kt")
    try judge(
      .kotlinc, ["-Werror", "-cp", "stubs", "-d", "out", "Main.kt", "Texts.kt"], in: folder)
    let output = try judge(
      .java, ["-Duser.timezone=UTC", "-cp", "out:stubs:\(icu):\(library)", "MainKt"], in: folder)
    return output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { ExactString(String(decoding: $0, as: UTF8.self)) }
  }

  @discardableResult private static func judge(
    _ judge: Judge, _ arguments: [String], in folder: TemporaryFolder
  ) throws -> [UInt8] {
    let verdict = try judge.run(arguments, in: folder)
    try #require(verdict.status == 0, "\(verdict.text)\n\(verdict.complaint)")
    return verdict.output
  }

  private static func program(_ texts: [ResourceTable.Text: ExactString]) -> String {
    let bodies = languages.map { language in
      """
      fun \(function(language))() {
        val resources = android.content.res.Resources(java.util.Locale.forLanguageTag("\(language)"))
        \(puts(texts, language).joined(separator: "\n  "))
        val texts = com.example.Texts(resources)
        \(calls.map { "show(texts.\($0.kotlin))" }.joined(separator: "\n  "))
      }
      """
    }
    return """
      import com.example.R

      val output = java.io.PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8")

      fun show(text: String) { output.print(text + "\\u0000") }

      \(bodies.joined(separator: "\n\n"))

      fun main() {
        \(languages.map { "\(function($0))()" }.joined(separator: "\n  "))
        output.flush()
      }
      """
  }

  private static func function(_ language: String) -> String { "show_\(language.prefix(2))" }

  /// The texts that a device of this language shows: each resource from its own folder, else from
  /// the default.
  private static func puts(
    _ texts: [ResourceTable.Text: ExactString], _ language: String
  ) -> [String] {
    func name(_ text: ResourceTable.Text) -> String {
      String(text.name.prefix { $0 != "#" && $0 != "[" })
    }
    let language = String(language.prefix(2))
    let own = Set(texts.keys.filter { $0.locale == language }.map(name))
    let seen = texts.filter { $0.key.locale == (own.contains(name($0.key)) ? language : "") }
    var arrays: [String: [(Int, String)]] = [:]
    var lines: [String] = []
    for (text, value) in seen.sorted(by: { $0.key.name < $1.key.name }) {
      let rest = text.name.dropFirst(name(text).count)
      let quoted = quoted(value.text)
      if rest.isEmpty {
        lines.append("resources.put(R.string.\(text.name), \(quoted))")
      } else if rest.first == "#" {
        lines.append("resources.put(R.plurals.\(name(text)), \"\(rest.dropFirst())\", \(quoted))")
      } else {
        arrays[name(text), default: []].append((Int(rest.dropFirst().dropLast()) ?? 0, quoted))
      }
    }
    for (name, items) in arrays.sorted(by: { $0.key < $1.key }) {
      let list = items.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: ", ")
      lines.append("resources.putItems(R.array.\(name), \(list))")
    }
    return lines
  }

  private static func quoted(_ text: String) -> String {
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    }
    return "\"\(units.joined())\""
  }
}
