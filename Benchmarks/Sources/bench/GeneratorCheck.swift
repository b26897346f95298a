import Foundation

/// Looks whether generated catalogues are what is said of them, before anything is measured with them.
enum GeneratorCheck {
  static func run() throws {
    let (bytes, generator) = catalogue(seed: 1)
    func expect(_ claim: Bool, _ words: String) throws {
      if !claim { throw Measurement.Failure(description: "generated catalogues: \(words)") }
    }
    try expect(catalogue(seed: 1).0 == bytes, "one seed makes two catalogues")
    try expect(catalogue(seed: 2).0 != bytes, "two seeds make one catalogue")

    let file = String(decoding: bytes, as: UTF8.self)
    try expect(Array(file.utf8) == bytes, "not UTF-8")
    for sign in signs {
      try expect(file.contains(sign), "no \(sign.debugDescription)")
    }
    for words in CatalogueWords.own + CatalogueWords.foreign + [CatalogueWords.emoji] {
      for word in words {
        let text = String(decoding: word.bytes, as: UTF8.self)
        try expect(file.contains(text), "no \(text)")
      }
    }
    try expect(file.components(separatedBy: "<text key=").count - 1 == texts, "lost texts")
    let values = values(of: file)
    let languages = CatalogueWords.languages.count
    let missing = generator.missing.values.reduce(0, +)
    try expect(values.count == languages * texts - missing, "lost values")
    try expect(generator.missing.count == languages - 1, "no missing languages")
    try expect(
      generator.incomplete > 0 && generator.incomplete <= missing, "texts that lack values")
    let lengths = values.map(\.count)
    try expect(
      lengths.allSatisfy { 5...200 ~= $0 },
      "values of \(lengths.min() ?? 0) to \(lengths.max() ?? 0)")
    try expect(lengths.contains { $0 < 10 } && lengths.contains { $0 > 150 }, "no range of lengths")
  }

  private static let texts = 3000
  private static let signs = [
    "&amp;", "&lt;", "&#233;", "&#xE9;", "<![CDATA[", "\\n", "\\\"", "\\'", "\\u00e9", "\npizza",
    ">\"a\"", "%@", "%1$@", "%2$d", "%%", " 50 %",
  ]

  private static func catalogue(seed: UInt64) -> ([UInt8], CatalogueGenerator) {
    var bytes: [UInt8] = []
    var generator = CatalogueGenerator(seed: seed)
    generator.generate(texts: texts) { bytes += $0 }
    return (bytes, generator)
  }

  /// Returns the values of a file as a reader shows them.
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
