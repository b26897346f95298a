import Foundation
import Testing
import TremaTestSupport

/// The code of the documentation compiles, with the imports that it shows.
@Suite struct DocumentationCompiles {
  /// The other libraries that pages import, each a file in `Stubs`.
  private static func stubs(of page: DocumentationPage) throws -> [(name: String, source: String)] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Stubs")
    let imports = Set(
      page.blocks.flatMap(\.code).filter { $0.hasPrefix("import ") }.map { $0.dropFirst(7) })
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { String($0.dropLast(6)) }.filter { imports.contains($0[...]) }
      .map { name in
        let file = folder.appendingPathComponent("\(name).swift")
        return (name, try String(contentsOf: file, encoding: .utf8))
      }
  }

  @Test(.serialized, arguments: try DocumentationPage.all())
  func `the blocks of a page compile`(page: DocumentationPage) async throws {
    let (compiler, folder) = (try Compiler(), try TemporaryFolder())
    for stub in try Self.stubs(of: page) {
      try await compiler.makeModule(stub.name, from: stub.source, in: folder)
    }
    for problem in try await compiler.problems(in: page.program, folder: folder) {
      Issue.record("\(problem)")
    }
  }
}
