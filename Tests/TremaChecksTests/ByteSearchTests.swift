import Testing

@testable import TremaChecks

/// The byte search finds the same positions as a comparison at each position, in one pass over long
/// values.
@Suite struct ByteSearchTests {
  @Test func `every occurrence is found, including overlapping ones`() {
    var seed: UInt64 = 7
    func random(_ count: Int, of letters: UInt64) -> [UInt8] {
      (0..<count).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(seed >> 33 % letters)
      }
    }
    for round in 0..<3_000 {
      let text = random(round % 40, of: 2)
      let part = random(round % 7, of: 2)
      let expected =
        part.isEmpty
        ? [] : text.indices.filter { text[$0...].starts(with: part) }
      // A slice that does not begin at 0.
      let search = ByteSearch(([1, 0] + part)[2...])
      #expect(search.offsets(in: text) == expected, "\(part) in \(text)")
      #expect(search.isFound(in: text) == !expected.isEmpty)
    }
  }

  private func findings(_ values: (language: String, text: String)...) throws -> [String] {
    let values = values.map { "<value lang=\"\($0.language)\">\($0.text)</value>\n" }.joined()
    return try CheckedFile(
      texts: "<text key=\"k\"><context/>\n\(values)</text>\n", depth: .everything
    ).findings.map {
      "\($0.code) \($0.location?.start?.line ?? 0):\($0.location?.start?.column ?? 0)"
    }
  }

  /// A pass for each byte would take an hour.
  @Test(.timeLimit(.minutes(20))) func `repetitions in a long value are searched in one pass`()
    throws
  {
    let count = 100_000
    let spaces = String(repeating: " ", count: count)
    let start = "<value lang=\"en\">".utf8.count + 1
    let found = try findings(
      ("en", "x\(spaces)y z {g, select, a {p} other {q}}"))
    #expect(found.contains { $0.hasPrefix("double-space ") && $0.hasSuffix(":\(start + 1)") })

    let dots = try findings(
      ("de", "…" + String(repeating: "x", count: count)),
      ("en", "a/" + String(repeating: "x...", count: count)))
    #expect(!dots.contains { $0.hasPrefix("ellipsis") })
    #expect(
      try findings(("de", "a/b c… d"), ("en", "a/b c... d")).contains { $0.hasPrefix("ellipsis") })

    let commas = try findings(
      ("de", "x"), ("en", "one two " + String(repeating: "word,", count: count) + "word"))
    #expect(!commas.contains { $0.hasPrefix("punctuation-space") })
    let arrows = try findings(
      ("de", "x y → z"), ("en", String(repeating: "x +/- 5 ", count: count)))
    #expect(!arrows.contains { $0.hasPrefix("typography") })

    let addresses = String(repeating: "a@b.cc://", count: count / 4)
    #expect(
      try findings(("en", addresses), ("de", "y \(addresses)")).allSatisfy {
        !$0.hasPrefix("urls") && !$0.hasPrefix("emails")
      })

    let word = String(repeating: "a", count: count)
    let punctuation = try findings(
      ("en", "one two three \(word)"), ("de", "eins zwei drei \(word),\(word) z"))
    #expect(punctuation.contains { $0.hasPrefix("punctuation-space") })
    let excused = try findings(
      ("en", "one two three \(word),\(word)b z"), ("de", "eins zwei drei \(word),\(word)b z"))
    // The finding is about the master itself.
    #expect(excused.count { $0.hasPrefix("punctuation-space") } == 1)
  }
}
