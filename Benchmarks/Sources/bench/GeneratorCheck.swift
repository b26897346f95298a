import Foundation

/// Verifies the claims about generated catalogs before any measurement.
enum GeneratorCheck {
  static func run() throws {
    let (bytes, generator) = catalogue(seed: 1)
    func expect(_ claim: Bool, _ failure: String) throws {
      if !claim { throw Measurement.Failure(description: "generated catalogues: \(failure)") }
    }
    try expect(catalogue(seed: 1).0 == bytes, "the same seed gives different catalogues")
    try expect(catalogue(seed: 2).0 != bytes, "different seeds give the same catalogue")

    let file = String(decoding: bytes, as: UTF8.self)
    try expect(Array(file.utf8) == bytes, "not UTF-8")
    for fragment in fragments {
      try expect(file.contains(fragment), "\(fragment.debugDescription) is missing")
    }
    for words in CatalogueWords.own + CatalogueWords.foreign + [CatalogueWords.emoji] {
      for word in words {
        let text = String(decoding: word.bytes, as: UTF8.self)
        try expect(file.contains(text), "\(text) is missing")
      }
    }
    try expect(
      file.components(separatedBy: "<text key=").count - 1 == texts, "wrong number of texts")
    let values = values(of: file)
    let languages = CatalogueWords.languages.count
    let missing = generator.missing.values.reduce(0, +)
    try expect(values.count == languages * texts - missing, "wrong number of values")
    try expect(
      generator.missing.count == languages - 1, "wrong number of languages with missing values")
    try expect(
      generator.incomplete > 0 && generator.incomplete <= missing,
      "wrong number of incomplete texts")
    let lengths = values.map(\.count)
    try expect(
      lengths.allSatisfy { 5...200 ~= $0 },
      "lengths of values from \(lengths.min() ?? 0) to \(lengths.max() ?? 0)")
    try expect(
      lengths.contains { $0 < 10 } && lengths.contains { $0 > 150 }, "no short or no long values")
  }

  private static let texts = 3000
  private static let fragments = [
    "&amp;", "&lt;", "&#233;", "&#xE9;", "<![CDATA[", "\\n", "\\\"", "\\'", "\\u00e9", "\npizza",
    ">\"a\"", "%@", "%1$@", "%2$d", "%%", " 50 %",
  ]

  private static func catalogue(seed: UInt64) -> ([UInt8], CatalogueGenerator) {
    var bytes: [UInt8] = []
    var generator = CatalogueGenerator(seed: seed)
    generator.generate(texts: texts) { bytes += $0 }
    return (bytes, generator)
  }

  /// Returns the decoded values of a file.
  private static func values(of file: String) -> [String] {
    file.components(separatedBy: "<value ").dropFirst().map { piece in
      let content = piece.components(separatedBy: "</value>")[0]
      var value = String(content.drop { $0 != ">" }.dropFirst())
      if value.hasPrefix("<![CDATA[") { value = String(value.dropFirst(9).dropLast(3)) }
      for (name, character) in [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#233;", "é"), ("&#xE9;", "é"),
        ("\\n", "\n"), ("\\\"", "\""), ("\\'", "'"), ("\\u00e9", "é"),
      ] {
        value = value.replacingOccurrences(of: name, with: character)
      }
      return value
    }
  }
}
