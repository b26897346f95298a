import Testing

/// Values with thousands of plurals and selects: each is found where it stands, in one pass.
@Suite struct ManyPartsTests {
  private static let count = 3_000

  private func text(_ german: String, _ french: String) -> String {
    "<text key=\"k\"><context/>\n<value lang=\"de\">\(german)</value>\n"
      + "<value lang=\"fr\">\(french)</value></text>\n"
  }

  /// The columns of the findings of a rule, on the line that has any.
  private func columns(_ code: String, in texts: String) throws -> (lines: Set<Int>, [Int]) {
    let found = try CheckedFile(texts: texts, depth: .everything).findings.filter {
      $0.code == code
    }
    return (
      Set(found.compactMap { $0.location?.start?.line }),
      found.compactMap { $0.location?.start?.column }
    )
  }

  @Test func `each of many plurals is found at its place`() throws {
    let plural = "{a, plural, other {b}}"
    let german = "{n, plural, other {\(String(repeating: plural, count: Self.count))}}"
    let (lines, columns) = try columns("missing-plural-category", in: text(german, "x"))
    let start = "<value lang=\"de\">".utf8.count + 1
    let first = start + "{n, plural, other {".utf8.count
    #expect(lines.count == 1)
    #expect(
      columns == [start] + (0..<Self.count).map { first + $0 * plural.utf8.count })
  }

  @Test func `each of many selects is held against those of the master`() throws {
    func selects(_ keyword: String) -> [String] {
      (0..<Self.count).map { "{a\($0), select, \(keyword) {b} other {c}}" }
    }
    let texts = text(selects("x").joined(), selects("y").joined())
    var column = "<value lang=\"fr\">".utf8.count + 1
    let expected = selects("y").map { select in
      defer { column += select.utf8.count }
      return column
    }
    for code in ["missing-branch", "unknown-branch"] {
      let (lines, columns) = try columns(code, in: texts)
      #expect(lines.count == 1)
      #expect(columns == expected)
    }
  }

  @Test func `a value that says what an earlier one says is told at its own place`() throws {
    let value = "<value lang=\"ja\">{n, plural, one {a} other {b}}</value>\n"
    let found = try CheckedFile(
      texts: "<text key=\"k\"><context/>\n\(value)\(value)</text>\n", depth: .everything
    ).findings.filter { $0.code == "unused-plural-category" }
    let lines = found.compactMap { $0.location?.start?.line }
    #expect(lines.count == 2)
    #expect(Set(lines).count == 2)
  }
}
