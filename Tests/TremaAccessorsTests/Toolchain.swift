import Foundation
import Testing

/// The compiler and the formatter of the toolchain, in a folder of their own.
struct Toolchain: ~Copyable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "accessors-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What generated code calls. `translate` gives back what it was asked, so that a call can be
  /// compared: `key|argument:Type,...|table|bundle`.
  private static let runtime = """
    public protocol TextArgument: Sendable {}
    extension String: TextArgument {}
    extension Int: TextArgument {}
    extension UInt: TextArgument {}
    extension Double: TextArgument {}
    extension Character: TextArgument {}

    public struct Bundle: Sendable {
      public let name: String
      public init(name: String) { self.name = name }
      public static let main = Bundle(name: "main")
    }

    public func translate(
      _ key: String, _ arguments: any TextArgument..., table: String = "", bundle: Bundle? = nil
    ) -> String {
      let shown = arguments.map { "\\($0):\\(type(of: $0))" }.joined(separator: ",")
      return "\\(key)|\\(shown)|\\(table)|\\(bundle?.name ?? "")"
    }
    """

  private static let flags =
    "-swift-version 6 -warnings-as-errors -strict-concurrency=complete -package-name app"

  /// Compiles the sources together with a program that makes the calls, and runs it.
  func run(_ sources: [String], calls: [(expression: String, result: String)]) throws {
    try write(Self.runtime, to: "Runtime.swift")
    try shell(
      "swiftc \(Self.flags) -parse-as-library -module-name TremaLocalization -emit-module -c "
        + "Runtime.swift -o Runtime.o")
    for (index, source) in sources.enumerated() { try write(source, to: "Texts\(index).swift") }
    try write(
      """
      import TremaLocalization

      extension Bundle {
        static var module: Bundle { Bundle(name: "module") }
        static func bundle(for module: String) -> Bundle { Bundle(name: module) }
      }
      """, to: "Module.swift")
    let checks = calls.map {
      "check(\($0.expression), \($0.result.debugDescription), line: \($0.expression.debugDescription))"
    }
    // One function for many calls would take the type checker long.
    let parts = stride(from: 0, to: checks.count, by: 50).map { start in
      let lines = checks[start..<min(start + 50, checks.count)].joined(separator: "\n  ")
      return "func part\(start)() {\n  \(lines)\n}\npart\(start)()\n"
    }
    try write(
      """
      func check(_ result: String, _ expected: String, line: String) {
        if result != expected { print("\\(line) gives \\(result.debugDescription)") }
      }
      \(parts.joined())
      """, to: "main.swift")
    try shell(
      "swiftc -Onone \(Self.flags) -I . main.swift Module.swift Texts*.swift Runtime.o -o program")
    try shell("./program")
  }

  /// Passes with the formatter's own configuration, or with one given as JSON or a path.
  func lint(_ source: String, configuration: String = #"{"version": 1}"#) throws {
    try write(source, to: "Lint.swift")
    try shell("swift format lint --strict --configuration '\(configuration)' Lint.swift")
    try FileManager.default.removeItem(at: folder.appending(path: "Lint.swift"))
  }

  private func write(_ source: String, to name: String) throws {
    try Data(source.utf8).write(to: folder.appending(path: name))
  }

  /// Runs a command; anything it prints is a finding.
  private func shell(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    #expect(process.terminationStatus == 0 && text.isEmpty, "\(command)\n\(text.prefix(4000))")
  }
}
