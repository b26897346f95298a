import Foundation
import Testing
import TremaTestSupport

/// The modules compiled for a package that depends on one product.
@Suite struct ProductTests {
  private struct Manifest: Decodable {
    struct Product: Decodable {
      let name: String
      let targets: [String]
    }
    struct Target: Decodable {
      struct Dependency: Decodable {
        let name: String?

        /// `{"byName": ["TremaSupport", null]}` or `{"target": ["CTremaSodium", {…}]}`.
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: Kind.self)
          let kind = try #require(container.allKeys.first)
          var list = try container.nestedUnkeyedContainer(forKey: kind)
          name = try list.decode(String?.self)
        }

        private enum Kind: String, CodingKey { case byName, target, product }
      }
      let name: String
      let dependencies: [Dependency]
    }
    let products: [Product]
    let targets: [Target]

    func modules(of product: String) -> Set<String> {
      var left = products.first { $0.name == product }?.targets ?? []
      var found: Set<String> = []
      while let name = left.popLast() {
        guard found.insert(name).inserted else { continue }
        left += targets.first { $0.name == name }?.dependencies.compactMap(\.name) ?? []
      }
      return found
    }
  }

  private static func manifest() throws -> Manifest {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let scratch = try TemporaryFolder()
    let verdict = try Judge(name: "swift", package: "the Swift toolchain").run([
      "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package",
    ])
    try #require(verdict.status == 0, "\(verdict.complaint)")
    return try JSONDecoder().decode(Manifest.self, from: Data(verdict.output))
  }

  @Test func `the localization product compiles no networking, storage or tool modules`() throws {
    #expect(
      try Self.manifest().modules(of: "TremaLocalization") == [
        "CTremaSupport", "TremaLocalization", "TremaMessages", "TremaSupport",
      ])
  }

  @Test func `the runtime product compiles no catalogue readers`() throws {
    let manifest = try Self.manifest()
    let tool: Set = [
      "CLibXML2", "CTremaXML", "CTremaYAML", "ConfigKit", "TremaAccessors", "TremaCatalog",
      "TremaChecks", "TremaDiagnostics", "TremaEditing", "TremaFormats", "TremaProject",
      "TremaPropertyLists", "TremaXML", "trema",
    ]
    #expect(tool.isSubset(of: manifest.modules(of: "trema")))
    for product in manifest.products
    where !["trema", "TremaPlugin", "TremaCommand"].contains(product.name) {
      #expect(manifest.modules(of: product.name).isDisjoint(with: tool), "\(product.name)")
    }
  }
}
