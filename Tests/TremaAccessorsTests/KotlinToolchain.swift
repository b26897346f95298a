import Foundation
import Testing
import TremaCatalog
import TremaTestSupport

/// The compilers of Kotlin and Java, in a temporary folder.
struct KotlinToolchain {
  let folder: TemporaryFolder
  private static let icu = "/usr/share/java/icu4j.jar"
  static let library = "/usr/share/java/kotlin-stdlib.jar"

  init() throws { folder = try TemporaryFolder() }

  struct Source {
    var text: String
    /// The type as it is written in Kotlin.
    var type: String
    var package: String
    var resourcePackage: String
    var resources: [String]
    var calls: [(expression: String, result: String)]
  }

  /// Compiles the sources in one go, with classes that replace Android's and with a program
  /// that makes the calls, and runs it.
  func run(_ sources: [Source]) throws {
    try #require(
      FileManager.default.fileExists(atPath: Self.icu),
      "\(Self.icu) is not there; it is part of libicu4j-java (make setup)")
    let stubs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stubs").path
    var files: [String] = []
    for file in FileManager.default.enumerator(atPath: stubs) ?? .init() {
      if let path = file as? String, path.hasSuffix(".java") { files.append("\(stubs)/\(path)") }
    }
    for (package, sources) in Dictionary(grouping: sources, by: \.resourcePackage) {
      let path = "java/\(package.isEmpty ? "none" : package)/R.java"
      try folder.write(Array(Self.resources(package, of: sources.map(\.text)).utf8), to: path)
      files.append(path)
    }
    try judge(.javac, ["-cp", Self.icu, "-d", "stubs"] + files)
    var programs: [String] = []
    for (number, source) in sources.enumerated() {
      try folder.write(Array(source.text.utf8), to: "Texts\(number).kt")
      try folder.write(Array(Self.program(number, source).utf8), to: "Program\(number).kt")
      programs += ["Texts\(number).kt", "Program\(number).kt"]
    }
    let main = sources.indices.map { "  program\($0).run()\n" }.joined()
    try folder.write(Array("fun main() {\n\(main)}\n".utf8), to: "Main.kt")
    try judge(.kotlinc, ["-Werror", "-cp", "stubs", "-d", "out", "Main.kt"] + programs)
    try judge(.java, ["-cp", "out:stubs:\(Self.icu):\(Self.library)", "MainKt"])
  }

  /// Compiles configurations, which need no Android, with a program that makes the calls, and runs it.
  func run(
    configurations sources: [(
      text: String, type: String, package: String?,
      calls: [(expression: String, result: String)]
    )]
  ) throws {
    var files: [String] = []
    for (number, source) in sources.enumerated() {
      try folder.write(Array(source.text.utf8), to: "Configuration\(number).kt")
      let calls = source.calls.map { call in
        let (line, result) = (Self.quoted(call.expression), Self.quoted(call.result))
        return "  check(\"${\(call.expression)}\", \(result), \(line))\n"
      }
      let package = source.package.map { KotlinName.package($0) ?? $0 }
      try folder.write(
        Array(
          """
          \(package.map { "import \($0).\(source.type)" } ?? "")

          object program\(number) {
            private fun check(result: String, expected: String, line: String) {
              if (result != expected) println(line + " gives '" + result + "'")
            }

            fun run() {
            \(calls.joined())
            }
          }
          """.utf8), to: "Program\(number).kt")
      files += ["Configuration\(number).kt", "Program\(number).kt"]
    }
    let main = sources.indices.map { "  program\($0).run()\n" }.joined()
    try folder.write(Array("fun main() {\n\(main)}\n".utf8), to: "Main.kt")
    try judge(.kotlinc, ["-Werror", "-d", "out", "Main.kt"] + files)
    try judge(.java, ["-cp", "out:\(Self.library)", "MainKt"])
  }

  /// Runs a comparison program and reports its output as a finding.
  func judge(_ judge: Judge, _ arguments: [String]) throws {
    let verdict = try judge.run(arguments, in: folder)
    let complaint = verdict.complaint.split(separator: "\n")
      .filter { !$0.hasPrefix("OpenJDK 64-Bit Server VM warning") }.joined(separator: "\n")
    let text = "\(verdict.text)\n\(complaint)"
    #expect(
      verdict.status == 0 && verdict.output.isEmpty && complaint.isEmpty, "\(text.prefix(4000))")
  }

  /// The class that aapt2 makes, with the fields that the sources name.
  private static func resources(_ package: String, of sources: [String]) -> String {
    var fields: [String: Set<String>] = ["string": [], "plurals": [], "array": []]
    for source in sources {
      for kind in fields.keys {
        for part in source.components(separatedBy: "R.\(kind).").dropFirst() {
          let name = part.drop { $0 == "`" }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
          fields[kind]?.insert(String(name))
        }
      }
    }
    var text = package.isEmpty ? "" : "package \(package);\n"
    text += "public final class R {\n"
    for (number, (kind, names)) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
      text += "  public static final class \(kind) {\n"
      for (index, name) in names.sorted().enumerated() {
        text += "    public static final int \(name) = \(number * 1_000_000 + index);\n"
      }
      text += "  }\n"
    }
    return text + "}\n"
  }

  /// A property of the default package, which `main` can reach without its package.
  private static func program(_ number: Int, _ source: Source) -> String {
    let package = source.resourcePackage
    let calls = source.calls.map { call in
      let (line, result) = (quoted(call.expression), quoted(call.result))
      return "  check(\(call.expression), \(result), \(line))\n"
    }
    return """
      \(package.isEmpty ? "" : "import \(package).R")
      \(source.package.isEmpty ? "" : "import \(source.package).\(source.type)")

      object program\(number) {
        private fun check(result: String, expected: String, line: String) {
          if (result != expected) println(line + " gives '" + result + "'")
        }

        fun run() {
          val resources = android.content.res.Resources(java.util.Locale.ENGLISH)
          with(resources) {
            \(source.resources.joined(separator: "\n      "))
          }
          val texts = \(source.type)(resources)
          \(source.calls.isEmpty ? "texts.hashCode()" : calls.joined(separator: "  "))
        }
      }
      """
  }

  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$"))\""
  }
}
