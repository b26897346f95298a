import ConfigKit
import Foundation
import TremaConfigValues
import TremaJSON
import TremaSupport

/// The official test suite of JSON Schema, as Scripts/schema-suite puts it into .venv.
struct SchemaSuite {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  struct Result {
    /// `optional/bignum`.
    var file: String
    var passed: [String] = []
    /// The names of the failed tests, with their groups.
    var failed: [String] = []
  }

  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let root = Self.project.appendingPathComponent(".venv/json-schema-suite/4.26.0")
  private let remotes: [String: JSONValue]

  init() throws {
    let folder = root.appendingPathComponent("remotes")
    var remotes: [String: JSONValue] = [:]
    for file in try Self.files(in: folder) {
      remotes["http://localhost:1234/\(file)"] = try Self.json(folder.appendingPathComponent(file))
    }
    self.remotes = remotes
  }

  private static func files(in folder: URL) throws -> [String] {
    guard let all = FileManager.default.enumerator(atPath: folder.path) else {
      throw Missing(description: "there is no \(folder.path) (make setup)")
    }
    let files = all.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else {
      throw Missing(description: "\(folder.path) is empty (make setup)")
    }
    return files
  }

  private static func json(_ file: URL) throws -> JSONValue {
    try JSONValue.decode(Array(Data(contentsOf: file)), file: file.lastPathComponent)
  }

  /// The results of all tests; formats are asserted in the tests of formats only.
  func results() throws -> [Result] {
    let folder = root.appendingPathComponent("tests/draft2020-12")
    return try Self.files(in: folder).map { file in
      var result = Result(file: String(file.dropLast(".json".count)))
      let groups = try Self.json(folder.appendingPathComponent(file)).array ?? []
      for group in groups.compactMap(\.object) {
        guard let document = group["schema"] else { continue }
        let schema = ConfigSchema.compile(
          document, others: remotes, assertsFormats: file.hasPrefix("optional/format/")
        ).schema
        for test in (group["tests"]?.array ?? []).compactMap(\.object) {
          let name = [group["description"], test["description"]].compactMap { $0?.string }
          let isValid = test["data"].flatMap { data in
            schema?.violations(in: ConfigValue(data), as: .json).isEmpty
          }
          if isValid != nil, isValid == test["valid"]?.bool {
            result.passed.append(name.joined(separator: ": "))
          } else {
            result.failed.append(name.joined(separator: ": "))
          }
        }
      }
      return result
    }
  }

  /// The part of the page with the results.
  static func page(_ results: [Result]) -> String {
    var text = "| File | Tests | Pass |\n|---|---:|---:|\n"
    for result in results {
      let count = result.passed.count
      text += "| `\(result.file)` | \(count + result.failed.count) | \(count) |\n"
    }
    text += "\nNot passed:\n\n"
    for result in results {
      for name in result.failed { text += "- `\(result.file)`: \(name)\n" }
    }
    return text
  }
}
