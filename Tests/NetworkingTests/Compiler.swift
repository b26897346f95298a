import Foundation
import Testing
import TremaTestSupport

/// The Swift compiler, asked about programs that use the modules of this build.
enum Compiler {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the modules are that these tests were built with.
  private static func products() throws -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return try #require(bundle?.bundleURL ?? Bundle.main.executableURL).deletingLastPathComponent()
  }

  /// The complaints of the compiler about a program that uses these modules.
  ///
  /// - Parameter modules: that the program imports beside Foundation.
  static func complaints(
    about lines: [String], modules: [String] = ["Networking"]
  ) async throws -> [String] {
    let folder = try TemporaryFolder()
    let program = ["import Foundation"] + modules.map { "import \($0)" } + lines
    try folder.write(Array(program.joined(separator: "\n").utf8), to: "Wrong.swift")
    let products = try products()
    let atomics = products.appendingPathComponent("CTremaAtomics.build/module.modulemap").path
    let compiler = Judge(name: "swiftc", package: "the Swift toolchain")
    let verdict = try await compiler.runAside(
      [
        "-swift-version", "6", "-typecheck", "-I", products.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(atomics)",
        "-I", root.appendingPathComponent("Sources/CTremaZlib").path, "-I",
        root.appendingPathComponent("Sources/CTremaCrypto").path, "Wrong.swift",
      ], in: folder)
    return verdict.complaint.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("Wrong.swift:") && $0.contains("error:") || $0.hasPrefix("<unknown>")
    }
  }
}
