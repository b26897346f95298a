import Testing
import TremaMessages

@Suite struct ICUMessageTests {
  private func parse(_ source: String) -> (Message, [MessageIssue]) {
    Message.parse(source) as (Message, [MessageIssue])
  }

  @Test func `a plural in a sentence is an argument with branches`() throws {
    let (message, issues) = parse(
      "You have {count, plural, =0 {nothing} one {# day} other {# days}} left")
    #expect(issues.isEmpty)
    let plural = MessageArgument.Plural(
      .cardinal,
      [
        .init(.exact(0), Message("nothing")),
        .init(.category(.one), Message([.pluralNumber, .text(" day")])),
        .init(.category(.other), Message([.pluralNumber, .text(" days")])),
      ])
    #expect(
      message
        == Message([
          .text("You have "), .argument(MessageArgument(.named("count"), .plural(plural))),
          .text(" left"),
        ]))
  }

  @Test(arguments: [
    "{name} and {0}", "{not, a, thing}", "if (x) { return }", "{}", "{count, plural}",
    "'{count, plural, other {x}}'", "50 % {off}",
  ])
  func `braces without a plural or a select are text`(_ source: String) {
    let (message, issues) = parse(source)
    #expect(message.plainText == source)
    #expect(issues.isEmpty)
  }

  @Test(arguments: [
    // The source, the branch's texts with conversions in braces, and the places of these and of the
    // plural.
    ("{n, plural, other {a %d b}}", ["a ", "[d]", " b"], [0, 21]),
    ("{n, plural, other {it''s %d}}", ["it's ", "[d]"], [0, 25]),
    ("{n, plural, other {'{x}' %d}}", ["{x} ", "[d]"], [0, 25]),
    ("{n, plural, other {it's %d 'n' %s}}", ["it's ", "[d]", " 'n' ", "[s]"], [0, 24, 31]),
    ("{n, plural, other {'{a''b}'%d}}", ["{a'b}", "[d]"], [0, 27]),
    ("{n, plural, other {%'{'d%s}}", ["%{d", "[s]"], [0, 24]),
    ("{n, plural, other {}}", [], [0]),
  ])
  func `quotes are removed from a text, and the following characters keep their locations`(
    _ source: String, _ expected: [String], _ places: [Int]
  ) throws {
    let (message, issues) = parse(source)
    #expect(!issues.contains { $0.kind.reason != nil })
    guard case .argument(let argument)? = message.elements.first else {
      return #expect(Bool(false))
    }
    let branch = try #require(argument.branches.first)
    #expect(
      branch.elements.map { element in
        switch element {
        case .text(let text): text
        case .placeholder(let placeholder): "[\(Character(Unicode.Scalar(placeholder.conversion)))]"
        default: "?"
        }
      } == expected)
    #expect(Message.locations(in: source, backslash: .escape).map(\.range.lowerBound) == places)
  }

  @Test(arguments: [
    // Source, reason, offset and length of the place.
    ("{n, plural, one {a}}", "the branch 'other' is missing", 19, 1),
    ("{n, plural, one {a} othr {b}}", "unknown plural category 'othr'", 20, 4),
    ("{n, plural, one {a} one {b} other {c}}", "'one' is defined twice", 20, 3),
    ("{n, plural, one a other {b}}", "a '{' is missing after 'one'", 16, 1),
    ("x {n, plural, other {b}", "'{' has no matching '}'", 2, 1),
    ("{n, plural, other {b}} {", "'{' has no matching '}'", 23, 1),
    (
      "{n, plural, offset:x other {b}}", "the offset is not a number with at most nine digits", 19,
      1
    ),
    ("{n, plural, =x {a} other {b}}", "the value after '=' is not a number", 13, 1),
    ("{n, select, a {{x, spellout}} other {b}}", "unknown argument type 'spellout'", 19, 8),
    ("{n, select, a {{x, date, tiny}} other {b}}", "unknown style 'tiny'", 25, 4),
    ("{n, select, a {{01}} other {b}}", "'01' is neither an argument name nor", 16, 2),
    ("{n, select, other {{}}}", "the argument's name is missing", 20, 1),
    (#"\u0041\n{n, plural, one {a}}"#, "the branch 'other' is missing", 27, 1),
    ("größe {n, plural, one {a}}", "the branch 'other' is missing", 27, 1),
  ])
  func `a message that does not parse has an error location`(
    _ source: String, _ reason: String, _ offset: Int, _ length: Int
  ) throws {
    let (message, issues) = parse(source)
    let issue = try #require(issues.first)
    guard case .invalid(let actual) = issue.kind else {
      Issue.record("\(issue) is another issue")
      return
    }
    #expect(actual.hasPrefix(reason), "\(actual)")
    #expect(issue.range == offset..<offset + length)
    #expect(message.plainText != nil)
  }

  @Test func `apostrophes quote as in ICU`() {
    let (message, _) = parse("It''s {n, plural, other {it's '{'#'}' '#' # ''x''}}'")
    #expect(
      message.formatted(with: [3], in: .plain(LanguageTag("en"))).text == "It's it's {3} # 3 'x''")
  }

  @Test func `too deep nesting is an issue, not a crash`() {
    let source =
      String(repeating: "{n, select, other {", count: 10_000)
      + String(repeating: "}}", count: 10_000)
    let (_, issues) = parse(source)
    #expect(issues.count == 1)
  }

  @Test func `a name has at most a thousand bytes`() throws {
    for pattern in ["{NAME, plural, other {x}}", "{n, select, NAME {x} other {y}}"] {
      for (count, isGood) in [(1_000, true), (1_001, false)] {
        let name = String(repeating: "é", count: count / 2) + (count % 2 == 1 ? "n" : "")
        let (message, issues) = parse(pattern.replacing("NAME", with: name))
        #expect(message.hasBranches == isGood)
        #expect(issues.isEmpty == isGood)
        if isGood { continue }
        let issue = try #require(issues.first)
        #expect(issue.kind.reason == "the name is longer than 1000 bytes")
        #expect(issue.range.count == count)
      }
    }
  }

  @Test(arguments: [
    "{n, plural, one {# day} other {# days}}", "{n, plural, offset:2 =0 {no} other {#}}",
    "{n, selectordinal, one {#st} other {#th}} of %@, 50 %% off",
    "{g, select, male {his} other {{n, plural, one {x} other {y '{' '' '#'}}}}",
    "{g, select, other {{a} {b, number} {c, number, integer} {d, date, short} {e, time}}}",
    "{g, select, other {{a, number, #,##0.00} {b, number, 0.0##} {c, number, percent}}}",
    "%1$@ {0, plural, other {%2$.2f}}", "{n, plural, other {'{{'x'}}'''}}",
  ])
  func `a message survives a round trip through its source`(_ source: String) throws {
    let (message, issues) = parse(source)
    #expect(issues.isEmpty)
    #expect(message.hasBranches)
    let spelled = try #require(message.spelled())
    #expect(parse(spelled).0 == message, "\(spelled)")
    let value = message.source()
    #expect(
      parse(value).0.spelled(MessageSpelling(.canonical))
        == message.spelled(MessageSpelling(.canonical)))
  }

  @Test func `no space precedes a pattern, because ICU would show it`() {
    let (message, _) = parse("{n, plural, other {{a, number, #,##0.00} {b, number, integer}}}")
    #expect(
      message.spelled() == "{n, plural, other {{a, number,#,##0.00} {b, number, integer}}}")
  }

  @Test func `names and placeholders are numbered by their first occurrence`() throws {
    let english = parse("%@ has {count, plural, one {%d file} other {%d files}} in {folder}").0
    // Without a plural or select `{folder}` would be text; here it is an argument.
    let numbers = ArgumentNumbers([english])
    #expect(numbers["count"] == 2)
    #expect(numbers["folder"] == 3)
    let german = parse("In {folder}: {count, plural, other {# Dateien}} von %@").0
    #expect(
      german.numbered(by: numbers).spelled(MessageSpelling(keepsNames: false))
        == "In {2}: {1, plural, other {# Dateien}} von %1$@")
    #expect(
      english.numbered(by: numbers).spelled(MessageSpelling(keepsNames: false))
        == "%1$@ has {1, plural, one {%2$d file} other {%2$d files}} in {2}")
  }

  @Test func `the branches of a select start numbering at the same number`() {
    let message = parse("{g, select, male {%@ his} other {%@ their}} {n, plural, other {#}}").0
    #expect(
      message.numbered(by: ArgumentNumbers([message])).spelled(MessageSpelling(keepsNames: false))
        == "{0, select, male {%2$@ his} other {%2$@ their}} {2, plural, other {#}}")
  }

  @Test func `a named argument keeps the number of its parameter`() {
    let message = parse("{a, plural, other {#}} {b, plural, other {#}}").0
    let numbers = ArgumentNumbers([message], parameters: [1: "b", 2: "elsewhere"])
    #expect(numbers["b"] == 1)
    #expect(numbers["a"] == 2)
  }

  @Test(arguments: [
    ("{n, plural, one {%1$d day} other {%1$d days}}", "{n, plural, one {%d day} other {%d days}}"),
    // A numbered placeholder keeps the others numbered.
    ("{n, plural, other {%1$d of %2$@}}", "{n, plural, other {%1$d of %2$@}}"),
    ("{n, plural, other {# of %1$d}}", "{n, plural, other {# of %1$d}}"),
    ("{n, plural, other {%1$@}}", "{n, plural, other {%1$@}}"),
  ])
  func `a number that the plural shows itself is omitted`(_ source: String, _ bare: String) {
    let message = parse(source).0.withoutImpliedNumbers(named: [1: "n"])
    #expect(message.spelled() == bare)
  }
}
