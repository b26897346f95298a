import Foundation
import Testing

/// Every public protocol that an app may implement has an example in the documentation.
@Suite struct ProtocolExampleTests {
  /// Protocols that an app uses and does not implement, with the reason.
  private static let closed: [String: String] = [
    "BiometricSecureStore": "what the Keychain can do beyond other stores",
    "BodyRule": "whether a method has a body: two types of ours",
    "InjectionKey": "any of the keys: Key, AsyncKey, ArgumentKey",
  ]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The words of a line, without marks.
  private static func words(_ line: Substring) -> [String] {
    line.split(whereSeparator: { (mark: Character) in !(mark.isLetter || mark.isNumber) }).map(
      String.init)
  }

  /// The public protocols of all products, and of the modules that a product exports.
  private static func protocols() throws -> [String] {
    let products = try text("Package.swift").split(separator: "\n")
      .filter { $0.contains(".library(name:") }.compactMap { words($0).dropFirst(2).first }
    #expect(products.count > 10)
    return try (products + ["TremaMessages"]).flatMap { product in
      let folder = product == "Networking" ? "Sources/Networking" : "Sources/Runtime/\(product)"
      let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        .flatMap { file in
          try text("\(folder)/\(file)").split(separator: "\n").map(words)
            .filter { $0.starts(with: ["public", "protocol"]) && $0.count > 2 }.map { $0[2] }
        }
    }.sorted()
  }

  /// The names behind the colon of each type and extension on a page.
  private static func conformances() throws -> Set<String> {
    let kinds: Set = ["actor", "class", "enum", "extension", "struct"]
    let shown = try DocumentationPage.all().flatMap(\.blocks).filter(\.isShown).flatMap(\.code)
    return Set(
      shown.filter { !kinds.isDisjoint(with: words($0)) }.flatMap { line in
        words(line.split(separator: ":", maxSplits: 1).dropFirst().first ?? "")
      })
  }

  @Test func `every protocol that an app may implement has an example that compiles`() throws {
    let protocols = try Self.protocols()
    #expect(protocols.count > 20)
    let missing = Set(protocols).subtracting(try Self.conformances())
      .subtracting(Self.closed.keys)
    #expect(missing.sorted() == [])
    #expect(Set(Self.closed.keys).subtracting(protocols) == [])
  }
}
