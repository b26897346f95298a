import Foundation

/// The Swift compiler, run on programs that use the modules of this build.
package struct Compiler: Sendable {
  /// An error that the compiler reports.
  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The path of the program in this error, as set by `#sourceLocation`.
    package var file: String
    package var line: Int
    package var message: String

    package var description: String { "\(file):\(line): \(message)" }
  }

  private let products: URL
  private let judge = Judge(name: "swiftc", package: "the Swift toolchain")

  package init() throws {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    guard let place = bundle?.bundleURL ?? Bundle.main.executableURL else {
      throw CocoaError(.fileNoSuchFile)
    }
    products = place.deletingLastPathComponent()
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The modules of this build, the C modules below them, and the manifests of packages.
  private func searchPaths() throws -> [String] {
    let files = FileManager.default
    var options = ["-I", products.appendingPathComponent("Modules").path]
    for name in try files.contentsOfDirectory(atPath: products.path).sorted()
    where name.hasSuffix(".build") && !name.hasSuffix("-tool.build") {
      let map = products.appendingPathComponent("\(name)/module.modulemap").path
      if files.fileExists(atPath: map) { options += ["-Xcc", "-fmodule-map-file=\(map)"] }
    }
    let sources = Self.root.appendingPathComponent("Sources/CLibraries")
    for name in try files.contentsOfDirectory(atPath: sources.path).sorted() {
      let folder = sources.appendingPathComponent(name)
      if files.fileExists(atPath: folder.appendingPathComponent("module.modulemap").path) {
        options += ["-I", folder.path]
      }
    }
    if let compiler = Judge.path(of: judge.name) {
      let toolchain = URL(fileURLWithPath: compiler).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
      options += ["-I", toolchain.appendingPathComponent("lib/swift/pm/ManifestAPI").path]
    }
    return options
  }

  /// Makes a module from one source file, which programs in the same folder can import.
  ///
  /// - Throws: If the file does not compile.
  package func makeModule(_ name: String, from source: String, in folder: TemporaryFolder)
    async throws
  {
    try folder.write(Array(source.utf8), to: "\(name).swift")
    let verdict = try await judge.runAside(
      [
        "-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", name,
        "-o", "\(name).swiftmodule", "\(name).swift",
      ], in: folder)
    guard verdict.status == 0 else { throw Judge.Missing(description: verdict.complaint) }
  }

  /// The errors of the compiler in a program of one file, which holds declarations alone.
  package func problems(
    in program: String, folder: TemporaryFolder? = nil
  ) async throws -> [Problem] {
    let folder = try folder ?? TemporaryFolder()
    try folder.write(Array(program.utf8), to: "Program.swift")
    let verdict = try await judge.runAside(
      [
        "-swift-version", "6", "-parse-as-library", "-suppress-warnings", "-typecheck", "-I", ".",
        "-package-description-version", "6.2.0",
      ]
        + searchPaths() + ["Program.swift"], in: folder)
    let problems = verdict.complaint.split(separator: "\n").compactMap(Self.problem)
    if problems.isEmpty, verdict.status != 0 {
      throw Judge.Missing(description: verdict.complaint)
    }
    return problems
  }

  /// The problem of a line such as `Program.swift:7:12: error: cannot find 'dish' in scope`.
  private static func problem(_ line: Substring) -> Problem? {
    guard let mark = line.range(of: ": error: ") else { return nil }
    let place = line[..<mark.lowerBound].split(separator: ":")
    guard place.count >= 2, !line.hasPrefix(" ") else { return nil }
    return Problem(
      file: String(place[0]), line: Int(place[1]) ?? 0, message: String(line[mark.upperBound...]))
  }
}
