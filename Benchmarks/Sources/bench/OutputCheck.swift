import Foundation

/// Looks whether the outputs hold what was asked for: a tool that does nothing is fast.
enum OutputCheck {
  static func resources(_ output: URL, texts: Int) throws {
    let master = output.appendingPathComponent("de.lproj/Localizable.strings")
    let entries = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: master), format: nil)
    guard let dictionary = entries as? [String: String], dictionary.count == texts else {
      throw Measurement.Failure(description: "\(master.path) does not hold \(texts) texts")
    }
    for folder in ["values", "values-en", "values-fr", "values-it"] {
      let file = output.appendingPathComponent("\(folder)/strings.xml")
      let data = try Data(contentsOf: file)
      let count = data.split(separator: UInt8(ascii: "\n")).count { line in
        line.starts(with: Data("    <string name=".utf8))
      }
      guard count > texts * 9 / 10, data.suffix(13) == Data("</resources>\n".utf8) else {
        throw Measurement.Failure(description: "\(file.path) holds \(count) texts")
      }
    }
  }

  static func same(_ file: URL, _ expected: URL) throws {
    guard try Data(contentsOf: file) == Data(contentsOf: expected) else {
      throw Measurement.Failure(description: "\(file.path) is not \(expected.path)")
    }
  }

  /// How many findings of a code a JSON report has.
  static func findings(_ report: URL, _ expected: [String: Int]) throws {
    let document = try object(report)
    var counts: [String: Int] = [:]
    for case let finding as [String: Any] in document["diagnostics"] as? [Any] ?? [] {
      counts[finding["code"] as? String ?? "", default: 0] += 1
    }
    for (code, count) in expected where counts[code, default: 0] != count {
      throw Measurement.Failure(
        description: "\(report.path) has \(counts[code, default: 0]) of \(code), not \(count)")
    }
  }

  /// Numbers of a JSON document by language: `field` of each in `languages`.
  static func languages(
    _ file: URL, at path: [String] = [], field: String, _ expected: [String: Int]
  ) throws {
    var document = try object(file)
    for name in path { document = document[name] as? [String: Any] ?? [:] }
    var numbers: [String: Int] = [:]
    for case let language as [String: Any] in document["languages"] as? [Any] ?? [] {
      numbers[language["language"] as? String ?? ""] = language[field] as? Int
    }
    for (language, number) in expected where numbers[language] != number {
      throw Measurement.Failure(
        description: "\(file.path) says \(numbers[language] ?? -1) \(field) in \(language), "
          + "not \(number)")
    }
  }

  private static func object(_ file: URL) throws -> [String: Any] {
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    return content as? [String: Any] ?? [:]
  }
}
