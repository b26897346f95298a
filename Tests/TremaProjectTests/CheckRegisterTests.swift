import ConfigKit
import Foundation
import Testing
import TremaProject

/// The findings about a configuration, and the pages about them.
@Suite struct CheckRegisterTests {
  /// The folders whose code has messages about configurations.
  private static let folders = [
    "ConfigKit", "Runtime/TremaConfigValues", "Runtime/TremaSecrets/Detection",
    "Toolchain/TremaPropertyLists", "Toolchain/TremaProject/Configuration", "Toolchain/TremaXML",
  ]

  /// Words with a hyphen that are no codes: keywords, formats and addresses; and fatal messages of
  /// the program or the machine.
  private static let others: Set = [
    "app-settings", "facetime-audio", "itms-apps", "itms-appss", "dead-overide", "date-time",
    "format-assertion", "idn-email", "idn-hostname", "iri-reference", "json-pointer",
    "relative-json-pointer", "uri-reference", "uri-template", "x-deprecated", "x-distinct",
    "x-environments", "x-ignore", "x-merge", "x-overridable", "x-schemes", "x-secret", "x-type",
    "internal-error", "out-of-memory",
  ]

  /// Returns the hyphenated string literals outside of the pages, each with a file that contains
  /// it.
  private func words() throws -> [String: String] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    var words: [String: String] = [:]
    for folder in Self.folders {
      let root = sources.appending(path: folder)
      let files = try #require(FileManager.default.enumerator(atPath: root.path))
      for case let file as String in files
      where file.hasSuffix(".swift") && !file.hasPrefix("Pages/") {
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        let lines = text.split(separator: "\n")
        for line in lines where !line.drop(while: \.isWhitespace).hasPrefix("///") {
          for match in line.matches(of: /"([a-z]+(?:-[a-z]+)+)"/) {
            words[String(match.1)] = words[String(match.1)] ?? "\(folder)/\(file)"
          }
        }
      }
    }
    return words
  }

  @Test func `every configuration finding has a help page`() throws {
    let pages = Set(ConfigChecker.pages.map(\.code))
    let words = try words()
    #expect(words.count > 100)
    for (word, file) in words where !Self.others.contains(word) {
      #expect(pages.contains(word), "'\(word)' of \(file) has no page")
    }
    #expect(Self.others.filter { words[$0] == nil || pages.contains($0) } == [])
  }

  @Test func `every help page documents an existing finding`() throws {
    // Codes about the files themselves, and about their JSON.
    let elsewhere = ["cannot-read", "cannot-write", "invalid-json"]
    let told = try words()
    let pages = ConfigChecker.pages.map(\.code)
    #expect(pages.filter { told[$0] == nil && !elsewhere.contains($0) } == [])
  }

  @Test func `a help page is found by its code`() {
    let codes = ConfigChecker.pages.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(Set(codes).isSubset(of: CheckRegister.pages.map(\.code)))
  }
}
