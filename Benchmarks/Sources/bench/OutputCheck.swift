import Foundation

/// Verifies the outputs of measured commands.
enum OutputCheck {
  /// Verifies with Foundation that every language's `.strings` file has the expected number of
  /// texts, and the same texts as the reference.
  static func strings(
    _ output: URL, texts: Int, missing: [String: Int], like reference: URL? = nil
  ) throws {
    for language in CatalogueWords.languages {
      let file = output.appendingPathComponent("\(language).lproj/Localizable.strings")
      let entries = try propertyList(file)
      try count(entries.count, texts - missing[language, default: 0], file)
      guard let reference else { continue }
      let other = try propertyList(reference.appendingPathComponent("\(language).strings"))
      if let key = entries.keys.first(where: { entries[$0] != other[$0] }) {
        let (ours, theirs) = (entries[key] ?? "", other[key] ?? "")
        throw Measurement.Failure(
          description: "\(file.path): '\(key)' is '\(ours)', but '\(theirs)' in the reference")
      }
      try count(other.count, entries.count, reference)
    }
  }

  /// Verifies the number of texts in large `.strings` files by counting lines.
  static func lines(_ output: URL, texts: Int, missing: [String: Int]) throws {
    for language in CatalogueWords.languages {
      let file = output.appendingPathComponent("\(language).lproj/Localizable.strings")
      try count(
        lines(file) { $0.first == UInt8(ascii: "\"") }, texts - missing[language, default: 0], file)
    }
  }

  /// Verifies the number of strings in every language's `strings.xml`.
  static func android(_ output: URL, texts: Int, missing: [String: Int]) throws {
    for language in CatalogueWords.languages {
      let folder = language == "de" ? "values" : "values-\(language)"
      let file = output.appendingPathComponent("\(folder)/strings.xml")
      let start = Data("    <string name=".utf8)
      try count(
        lines(file) { $0.starts(with: start) }, texts - missing[language, default: 0], file)
      guard try Data(contentsOf: file).suffix(13) == Data("</resources>\n".utf8) else {
        throw Measurement.Failure(description: "\(file.path) is incomplete")
      }
    }
  }

  /// Verifies that `Texts.swift` and `Texts.kt` have one accessor for each text.
  static func accessors(_ output: URL, texts: Int) throws {
    for (name, mark) in [("Texts.swift", "translate(\""), ("Texts.kt", "R.string.")] {
      let file = output.appendingPathComponent(name)
      let source = try String(contentsOf: file, encoding: .utf8)
      let uses = source.utf8.count - source.replacingOccurrences(of: mark, with: "").utf8.count
      try count(uses / mark.utf8.count, texts, file)
    }
  }

  /// Verifies that two folders have equal copies of every file in `folder`.
  static func same(_ output: URL, _ expected: URL, in folder: URL) throws {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    for case let path as String in paths where path.contains(".") && !path.hasSuffix(".lproj") {
      try same(output.appendingPathComponent(path), expected.appendingPathComponent(path))
    }
  }

  static func same(_ file: URL, _ expected: URL) throws {
    guard try Data(contentsOf: file) == Data(contentsOf: expected) else {
      throw Measurement.Failure(description: "\(file.path) differs from \(expected.path)")
    }
  }

  /// Verifies the number of findings in a JSON report, by code.
  static func findings(_ report: URL, _ expected: [String: Int]) throws {
    let document = try object(report)
    var counts: [String: Int] = [:]
    for case let finding as [String: Any] in document["diagnostics"] as? [Any] ?? [] {
      counts[finding["code"] as? String ?? "", default: 0] += 1
    }
    for (code, count) in expected where counts[code, default: 0] != count {
      throw Measurement.Failure(
        description:
          "\(report.path) has \(counts[code, default: 0]) findings of \(code) instead of \(count)")
    }
  }

  /// Verifies each language's `field` in a JSON document's `languages` array.
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
        description: "\(file.path) has \(numbers[language] ?? -1) \(field) in \(language) "
          + "instead of \(number)")
    }
  }

  private static func count(_ count: Int, _ expected: Int, _ file: URL) throws {
    if count != expected {
      throw Measurement.Failure(
        description: "\(file.path) has \(count) texts instead of \(expected)")
    }
  }

  private static func lines(_ file: URL, where isCounted: (Data) -> Bool) throws -> Int {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).count(where: isCounted)
  }

  private static func propertyList(_ file: URL) throws -> [String: String] {
    let content = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), format: nil)
    return content as? [String: String] ?? [:]
  }

  private static func object(_ file: URL) throws -> [String: Any] {
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    return content as? [String: Any] ?? [:]
  }
}
