import Foundation
import Testing

/// The compiler and the formatter of the toolchain, in a temporary folder.
struct Toolchain: ~Copyable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "accessors-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The functions that generated code calls. `translate` returns its arguments, so that a call can
  /// be compared: `key|argument:Type,...|table|bundle`.
  private static let runtime = """
    public import Foundation

    public protocol TextArgument: Sendable {}
    extension String: TextArgument {}
    extension Int: TextArgument {}
    extension UInt: TextArgument {}
    extension Double: TextArgument {}
    extension Character: TextArgument {}
    extension Date: TextArgument {}

    public func translate(
      _ key: String, _ arguments: any TextArgument..., table: String = "", bundle: Bundle? = nil
    ) -> String {
      let shown = arguments.map {
        if let date = $0 as? Date { return "\\(date.timeIntervalSince1970):Date" }
        return "\\($0):\\(type(of: $0))"
      }.joined(separator: ",")
      let name = bundle == Bundle.main ? "main" : bundle?.bundleURL.lastPathComponent ?? ""
      return "\\(key)|\\(shown)|\\(table)|\\(name)"
    }
    """

  /// The declarations of an app, and the bundles of the tests: folders of these names.
  private static let module = """
    import Foundation
    import TremaLocalization

    extension Bundle {
      convenience init(name: String) { self.init(path: name)! }
      static var module: Bundle { Bundle(name: "module") }
      static func bundle(for module: String) -> Bundle { Bundle(name: module) }
    }
    """

  /// The parts of SwiftUI that generated code needs, and of the Foundation that has
  /// `LocalizedStringResource`.
  private static let swiftUI = """
    public import Foundation

    public struct Text: Sendable {
      public let string: String
      public init(verbatim: String) { string = verbatim }
    }

    extension String {
      public struct LocalizationValue: ExpressibleByStringInterpolation, Sendable {
        public let string: String
        public init(stringLiteral value: String) { string = value }
      }
    }

    public struct LocalizedStringResource: Sendable {
      public enum BundleDescription: Sendable {
        case main
        case forClass(AnyClass)
        case atURL(URL)
      }
      public let string: String

      public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        bundle: BundleDescription = .main
      ) {
        let name = if case .atURL(let url) = bundle { url.lastPathComponent } else { "main" }
        string = "\\(key)|\\(defaultValue.string)|\\(table ?? "")|\\(name)"
      }

      public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil,
        bundle: BundleDescription = .main
      ) {
        let name = if case .atURL(let url) = bundle { url.lastPathComponent } else { "main" }
        string = "\\(keyAndValue.string)|\\(keyAndValue.string)|\\(table ?? "")|\\(name)"
      }
    }

    public func shown(_ text: Text) -> String { text.string }
    public func shown(_ resource: LocalizedStringResource) -> String { resource.string }
    """

  private static let flags =
    "-swift-version 6 -warnings-as-errors -strict-concurrency=complete -package-name app"

  /// Compiles the sources together with a program that makes the calls, and runs it.
  ///
  /// - Parameters:
  ///   - hasSwiftUI: Whether a module of this name exists.
  ///   - more: Flags of the compiler.
  ///   - absent: Text that the program must not contain.
  func run(
    _ sources: [String], calls: [(expression: String, result: String)], hasSwiftUI: Bool = true,
    flags more: String = "", absent: [String] = []
  ) throws {
    try write(Self.runtime, to: "Runtime.swift")
    try shell(
      "swiftc \(Self.flags) -parse-as-library -module-name TremaLocalization -emit-module -c "
        + "Runtime.swift -o Runtime.o")
    if hasSwiftUI {
      try write(Self.swiftUI, to: "SwiftUI.swift")
      try shell(
        "swiftc \(Self.flags) -parse-as-library -module-name SwiftUI -emit-module -c "
          + "SwiftUI.swift -o SwiftUI.o")
    }
    for (index, source) in sources.enumerated() { try write(source, to: "Texts\(index).swift") }
    try write(Self.module, to: "Module.swift")
    for name in ["module", "app", "long"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let checks = calls.map {
      "check(\($0.expression), \($0.result.debugDescription), line: \($0.expression.debugDescription))"
    }
    // A single function with many calls would take the type checker long.
    let parts = stride(from: 0, to: checks.count, by: 50).map { start in
      let lines = checks[start..<min(start + 50, checks.count)].joined(separator: "\n  ")
      return "func part\(start)() {\n  \(lines)\n}\npart\(start)()\n"
    }
    try write(
      """
      import Foundation
      \(hasSwiftUI ? "import SwiftUI" : "")

      func check(_ result: String, _ expected: String, line: String) {
        if result != expected { print("\\(line) gives \\(result.debugDescription)") }
      }
      \(parts.joined())
      """, to: "main.swift")
    try shell(
      "swiftc -Onone \(Self.flags) \(more) -I . main.swift Module.swift Texts*.swift *.o -o program"
    )
    try shell("./program")
    for word in absent { try shell("! grep --quiet --fixed-strings '\(word)' program") }
  }

  /// Runs the formatter's linter with its own configuration, or with one given as JSON or a path.
  func lint(_ source: String, configuration: String = #"{"version": 1}"#) throws {
    try write(source, to: "Lint.swift")
    try shell("swift format lint --strict --configuration '\(configuration)' Lint.swift")
    try FileManager.default.removeItem(at: folder.appending(path: "Lint.swift"))
  }

  private func write(_ source: String, to name: String) throws {
    try Data(source.utf8).write(to: folder.appending(path: name))
  }

  /// Runs a command, and reports its output as a finding.
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
