import Testing

/// Values with thousands of plurals and selects are checked in one pass, with locations.
@Suite struct ManyPartsTests {
  private static let count = 3_000

  private func text(
    _ german: String, language: String = "fr", _ translation: String
  ) -> String {
    "<text key=\"k\"><context/>\n<value lang=\"de\">\(german)</value>\n"
      + "<value lang=\"\(language)\">\(translation)</value></text>\n"
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

  @Test func `each of many plurals is reported at its location`() throws {
    let plural = "{a, plural, other {b}}"
    let french = "{n, plural, other {\(String(repeating: plural, count: Self.count))}}"
    let (lines, columns) = try columns("missing-plural-category", in: text("x", french))
    let start = "<value lang=\"fr\">".utf8.count + 1
    let first = start + "{n, plural, other {".utf8.count
    #expect(lines.count == 1)
    #expect(
      columns == [start] + (0..<Self.count).map { first + $0 * plural.utf8.count })
  }

  /// Returns the findings about a word that occurs twice.
  private func repeated(in value: String) throws -> [String] {
    let value = "<value lang=\"en\">\(value)</value>"
    return try CheckedFile(
      texts: "<text key=\"k\"><context/>\n\(value)</text>\n", depth: .everything
    ).findings.filter { $0.code == "repeated-word" }.map(\.message)
  }

  @Test func `every branch is checked if there are too many combinations`() throws {
    // Four have 16 combinations of branches.
    let four = (0..<4).map { "{a\($0), select, x {p} other {q}} " }.joined()
    let wrong = "open the the file"
    let plural = ["zero", "one", "two", "few", "many", "other"]
    for value in [
      "\(four){b, select, x {the the} other {\(wrong)}}",
      "\(four){b, select, x {\(wrong)} other {open the file}}",
      "\(four){b, select, x {p} other {q}} {c, select, x {\(wrong)} other {q}}",
      "\(four){b, select, other {{c, select, other {\(wrong)}}}}",
      "\(four){b, select, x {p} other {{c, select, x {\(wrong)} other {q}}}}",
      "\(four){b, plural, one {a} other {# \(wrong)}}",
      "{n, plural, \(plural.map { "\($0) {# x} " }.joined())} {g, select, f {p} m {\(wrong)} other {q}}",
      "{g, select, f {p} m {q} other {r}} {n, plural, \(plural.map { "\($0) {# \($0 == "many" ? wrong : "x")} " }.joined())}",
    ] {
      #expect(try repeated(in: value) == ["'the' is repeated in 'en'"], "\(value)")
    }
    #expect(try repeated(in: "\(four){b, select, x {the} other {the file}}") == [])
  }

  @Test func `each of 32 branches is checked`() throws {
    let wrong = "open the the file"
    func branches(_ count: Int, _ odd: Int?, _ name: (Int) -> String = { "a\($0)" }) -> String {
      (0..<count - 1).map { "\(name($0)) {\($0 == odd ? wrong : "x")} " }.joined() + "other {x}"
    }
    func nested(_ gender: Int, _ number: Int) -> String {
      let plural = (0..<3).map {
        "{n, plural, \(branches(6, $0 == gender ? number : nil) { "=\($0)" })}"
      }
      return "{g, select, f {\(plural[0])} m {\(plural[1])} other {\(plural[2])}}"
    }
    for odd in 0..<31 {
      let value = "{a, select, \(branches(32, odd))}"
      #expect(try repeated(in: value) == ["'the' is repeated in 'en'"], "\(odd)")
    }
    for (gender, number) in (0..<3).flatMap({ gender in (0..<5).map { (gender, $0) } }) {
      #expect(
        try repeated(in: nested(gender, number)) == ["'the' is repeated in 'en'"],
        "\(gender) \(number)")
    }
  }

  @Test func `some branches of each part are checked if there are too many`() throws {
    let wrong = "open the the file"
    func plural(_ text: String) -> String {
      "{n, plural, " + (0..<9).map { "=\($0) {\(text)} " }.joined() + "other {\(text)}}"
    }
    // Of sixty readings 32 are read.
    for odd in 0..<6 {
      let branches = (0..<6).map { number in
        (number < 5 ? "a\(number)" : "other") + " {\(plural(number == odd ? wrong : "x"))}"
      }
      #expect(
        try repeated(in: "{g, select, \(branches.joined(separator: " "))}")
          == ["'the' is repeated in 'en'"], "\(odd)")
    }
  }

  @Test func `combined branches are compared if one select contains all texts`() throws {
    func texts(_ bold: String, breaks: String, count: Int) -> String {
      let choices =
        [
          "{a, select, x {\(bold)} other {q}}", "{b, select, x {&lt;i>w&lt;/i>} other {q}}",
        ] + (2..<count).map { "{c\($0), select, x {&lt;b>p&lt;/b>} other {q}}" }
      return text(
        choices.joined(separator: " ") + "a\nb", choices.reversed().joined(separator: " ") + breaks)
    }
    func codes(_ texts: String) throws -> Set<String> {
      let found = try CheckedFile(texts: texts, depth: .everything).findings
      return Set(found.map(\.code)).intersection(["markup-tags", "line-breaks"])
    }
    for count in [2, 4, 5, 6] {
      #expect(try codes(texts("&lt;b>p&lt;/b>", breaks: "a\nb", count: count)) == [], "\(count)")
    }
    #expect(
      try codes(text("{a, select, x {p} other {q}}a\nb", "{a, select, x {p} other {q}}ab"))
        == ["line-breaks"])
    #expect(
      try codes(
        text("{a, select, x {&lt;b>p&lt;/b>} other {q}}", "{a, select, x {p&lt;/b>} other {q}}"))
        == ["markup-tags"])
  }

  @Test func `the last branch is checked even if the combinations exceed the limit`() throws {
    let wrong = "open the the file"
    let numbers = (0..<Self.count).map { "=\($0) {x}" }.joined(separator: " ")
    #expect(
      try repeated(in: "{n, plural, \(numbers) other {\(wrong)}}") == ["'the' is repeated in 'en'"]
    )
    let long = String(repeating: "Some words. ", count: Self.count)
    #expect(
      try repeated(in: "{n, plural, one {x} other {\(wrong)}} \(long)")
        == ["'the' is repeated in 'en'"])
    let one = "{a, select, x {\(long)} other {q}} "
    let short = (0..<5).map { "{b\($0), select, x {p} other {q}} " }.joined()
    #expect(
      try repeated(in: "\(one)\(short){c, select, x {p} other {\(wrong)}}")
        == ["'the' is repeated in 'en'"])
    let many = (0..<Self.count).map { "{a\($0), select, x {p} other {q}} " }.joined()
    #expect(
      try repeated(in: "\(many){b, select, x {p} other {{c, select, other {\(wrong)}}}}")
        == ["'the' is repeated in 'en'"])
  }

  @Test func `each of many selects is compared with those of the master`() throws {
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

  @Test func `a value that repeats an earlier one is reported at its own location`() throws {
    let value = "<value lang=\"ja\">{n, plural, one {a} other {b}}</value>\n"
    let found = try CheckedFile(
      texts: "<text key=\"k\"><context/>\n\(value)\(value)</text>\n", depth: .everything
    ).findings.filter { $0.code == "unused-plural-category" }
    let lines = found.compactMap { $0.location?.start?.line }
    #expect(lines.count == 2)
    #expect(Set(lines).count == 2)
  }

  @Test
  func `a translation's selects that match the master's are distinguished from others`()
    throws
  {
    // In another order, with a keyword less, with another one, and about another argument.
    let master = "{a, select, x {1} y {2} other {3}}"
    let own = [
      "{a, select, y {1} x {2} other {3}}", "{a, select, x {1} other {3}}",
      "{a, select, x {1} y {2} z {4} other {3}}", "{b, select, z {1} other {2}}", master,
    ]
    var column = "<value lang=\"fr\">".utf8.count + 1
    let starts = own.map { select in
      defer { column += select.utf8.count }
      return column
    }
    let texts = text(master, own.joined())
    #expect(try columns("missing-branch", in: texts).1 == [starts[1]])
    #expect(try columns("unknown-branch", in: texts).1 == [starts[2]])
  }

  @Test
  func `many selects about one argument are compared in order`() throws {
    func selects(_ keywords: some Sequence<String>) -> [String] {
      keywords.map { "{a, select, \($0) {b} other {c}}" }
    }
    let master = (0..<Self.count).map { "x\($0)" }
    var other = master
    other[7] = "y"
    let (own, same) = (selects(other), selects(master))
    #expect(try columns("missing-branch", in: text(same.joined(), same.joined())).1 == [])
    // In another order, as word order differs between languages.
    let turned = selects(master.reversed()).joined()
    #expect(try columns("missing-branch", in: text(same.joined(), turned)).1 == [])
    let texts = text(same.joined(), own.joined())
    let column = "<value lang=\"fr\">".utf8.count + 1 + own[..<7].joined().utf8.count
    #expect(try columns("missing-branch", in: texts).1 == [column])
    #expect(try columns("unknown-branch", in: texts).1 == [column])
    let found = try CheckedFile(texts: texts, depth: .everything).findings.filter {
      $0.code == "missing-branch"
    }
    #expect(found.map(\.message) == ["the select in 'fr' has no branch 'x7'"])
  }

  @Test func `selects are compared with all others if their numbers differ`() throws {
    let master = "{a, select, x {1} other {3}} {a, select, y {1} other {3}}"
    let own =
      "{a, select, x {1} other {3}} {a, select, z {1} other {3}} {a, select, y {1} other {3}}"
    let column = "<value lang=\"fr\">{a, select, x {1} other {3}} ".utf8.count + 1
    let found = try CheckedFile(texts: text(master, own), depth: .everything).findings.filter {
      $0.code.hasSuffix("-branch")
    }
    #expect(
      Set(found.map(\.message)) == [
        "the select in 'fr' has no branch 'x', 'y'",
        "the select in 'fr' has the branch 'z', which the master does not have",
      ])
    #expect(found.allSatisfy { $0.location?.start?.column == column })
    // It has the keywords of both selects.
    let joined = text(master, "{a, select, x {1} y {2} other {3}}")
    #expect(try columns("missing-branch", in: joined).1 == [])
    #expect(try columns("missing-branch", in: text(master, "{a, select, x {1} other {3}}")).1 == [])
  }

  @Test func `a finding lists only a few of many keywords`() throws {
    func select(_ keyword: String) -> String {
      "{a, select, \((0..<Self.count).map { "\(keyword)\($0) {b}" }.joined(separator: " ")) other {c}}"
    }
    let found = try CheckedFile(texts: text(select("x"), select("y")), depth: .everything).findings
    let missing = try #require(found.first { $0.code == "missing-branch" })
    #expect(
      missing.message
        == "the select in 'fr' has no branch 'x0', 'x1', 'x2', 'x3', 'x4' and 2995 more")
    let unknown = try #require(found.first { $0.code == "unknown-branch" })
    #expect(
      unknown.message
        == "the select in 'fr' has the branch 'y0', 'y1', 'y2', 'y3', 'y4' and 2995 more, which "
        + "the master does not have")
    #expect(unknown.hint == "did you mean 'x0', 'x1', 'x2', 'x3', 'x4' and 2995 more?")
  }

  @Test func `numbers with exact branches need no category, however many there are`() throws {
    func plural(_ numbers: Range<Int>, offset: Int = 0) -> String {
      "{n, plural, offset:\(offset) \(numbers.map { "=\($0) {x}" }.joined(separator: " ")) other {y}}"
    }
    let code = "missing-plural-category"
    #expect(try columns(code, in: text(plural(0..<Self.count), "x")).1 == [])
    #expect(try columns(code, in: text(plural(2..<Self.count), "x")).1.count == 1)
    // The category is that of the number less the offset.
    #expect(try columns(code, in: text(plural(1..<2, offset: 1), "x")).1.count == 1)
    #expect(try columns(code, in: text(plural(2..<3, offset: 1), "x")).1 == [])
    #expect(try columns(code, in: text("x", plural(1..<2))).1.count == 1)
    #expect(try columns(code, in: text("x", plural(0..<2))).1 == [])
  }

  @Test func `an argument that is missing in one of many branches is reported`() throws {
    let shown = "=0 {none} one {\(String(repeating: "{a}", count: Self.count))}"
    let code = "plural-placeholders"
    let french = "{n, plural, \(shown) other {#"
    #expect(try columns(code, in: text("x", "\(french) {b}}}")).1.count == 1)
    #expect(try columns(code, in: text("x", "\(french) {a}}}")).1 == [])
    #expect(try columns(code, in: text("x", "\(french)}}")).1 == [])
  }

  @Test func `an argument that is missing in a branch of nested plurals is reported`()
    throws
  {
    let code = "plural-placeholders"
    let start = "<value lang=\"fr\">".utf8.count + 1
    var (deep, expected) = ("{name}", [Int]())
    for depth in 0..<15 {
      let begin = "{n\(depth), plural, one {x} other {"
      expected = [start] + expected.map { $0 + begin.utf8.count }
      deep = "\(begin)\(deep)}}"
    }
    #expect(try columns(code, in: text("x", deep)).1 == expected)

    // A plural without text is skipped, at any place, and a number belongs to its own plural.
    let none = "{m, plural, one {c} other {d}}"
    let begin = "{n, plural, one {a} other {\(none) "
    let inner = "{k, plural, one {x} other {{k} {g, select, y {%2$@} other {}}}}"
    #expect(
      try columns(code, in: text("x", "\(begin)\(inner)}}")).1 == [start, start + begin.utf8.count])
  }

  @Test func `the number of a plural is searched in its nested plurals and selects`() throws {
    let code = "implied-quantity"
    let start = "<value lang=\"ru\">".utf8.count + 1
    for (shown, isFound) in [
      ("{g, select, other {{n}}}", true), ("{m, plural, one {{n}} other {x}}", true),
      ("{m, plural, one {# x} other {# y}}", true), ("%d", true), ("{m}", false),
      ("{m, plural, one {{g}} other {x}}", false), ("{m, plural, =0 {{n}} other {x}}", true),
    ] {
      let plural = "{n, plural, one {a} other {b \(shown)}}"
      #expect(
        try columns(code, in: text("x", language: "ru", plural)).1 == (isFound ? [start] : []),
        "\(shown)")
    }
    // The number belongs to the branch that contains it.
    let begin = "{n, plural, one {{n}} other {"
    let inner = "{m, plural, one {x} other {{n} {m}}}"
    #expect(
      try columns(code, in: text("x", language: "ru", "\(begin)\(inner)}}")).1 == [
        start + begin.utf8.count
      ])
  }
}
