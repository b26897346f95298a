import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport
import TremaTestSupport

@Suite struct YAMLConfigTests {
  private func read(_ text: String) throws -> ConfigFormat.DecodingResult {
    try ConfigFormat.yaml.decode(Array(text.utf8), file: "c.yaml")
  }

  /// `3:5 error code message; hint` for each problem.
  private func problems(_ text: String) -> [String] {
    let found: [Diagnostic]
    do throws(Diagnostic) {
      found = try ConfigFormat.yaml.decode(Array(text.utf8), file: "c.yaml").problems
    } catch {
      found = [error]
    }
    return found.map {
      let start = $0.location?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \($0.severity) \($0.code) \($0.message)"
        + ($0.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test func `scalars have the types of the core schema`() throws {
    let reading = try read(
      """
      # Norway
      country: "no"
      text: 12.30.1
      port: 0x1F90
      mode: 0o17
      ratio: 0.5
      on: off
      isOn: true
      gone: ~
      empty:
      data: !!binary "aGk="
      since: !!timestamp 2026-11-21T06:30:00Z
      digits: !!str 5
      whole: !!float 2
      list:
      - a
      - [b, {c: 1}]
      folded: >-
        one
        two
      """)
    let date = try #require(PropertyListDate(parsing: "2026-11-21T06:30:00Z".utf8))
    #expect(
      reading.value == [
        "country": "no", "text": "12.30.1", "port": 8080, "mode": 15, "ratio": 0.5, "on": "off",
        "isOn": true, "gone": ConfigValue(.null), "empty": ConfigValue(.null),
        "data": ConfigValue(.data(Array("hi".utf8))), "since": ConfigValue(.date(date)),
        "digits": "5", "whole": ConfigValue(.real(2)), "list": ["a", ["b", ["c": 1]]],
        "folded": "one two",
      ])
  }

  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func `keys and values have line, column and byte locations`(lineEnd: String, mark: String) throws
  {
    let text = """
      # ümläut
      "é": [1, 2.5]   # c
      api:
        host: 'ex😀ample'
        list:
        - a
        - b: |
            one
            two

      next: {x: 1}
      """
    let bytes = Array((mark + text.replacing("\n", with: lineEnd)).utf8)
    let reading = try ConfigFormat.yaml.decode(bytes, file: "c.yaml")
    func part(_ place: ConfigLocation?) -> String {
      String(decoding: bytes[place?.bytes ?? 0..<0], as: UTF8.self).replacing(lineEnd, with: "\n")
    }
    let root = try #require(reading.value.dictionary)
    #expect(part(root.entry("é")?.keyLocation) == "\"é\"")
    #expect(part(root["é"]?.location) == "[1, 2.5]")
    #expect(part(root["é"]?.array?.last?.location) == "2.5")
    let host = try #require(root["api"]?.dictionary?.entry("host"))
    #expect(part(host.value.location) == "'ex😀ample'")
    #expect(host.value.location.start == SourcePosition(line: 4, column: 9))
    let api = part(root["api"]?.location)
    #expect(api.hasPrefix("host: 'ex") && api.hasSuffix("one\n      two"))
    let last = try #require(ConfigKeyPath("api.list[1].b").flatMap { reading.value[$0] })
    #expect(part(last.location) == "|\n      one\n      two")
    #expect(last.string == "one\ntwo\n")
    #expect(part(root["next"]?.location) == "{x: 1}")
    #expect(root["next"]?.location.end == SourcePosition(line: 11, column: 13))
    #expect(reading.problems.isEmpty)
  }

  @Test func `aliases and merge keys yield the values they refer to`() throws {
    let reading = try read(
      """
      base: &base {host: a, port: 1}
      other: &other
        port: 2
        path: /x
      one:
        <<: *base
        port: 3
      two:
        <<: [*base, *other]
        name: &name two
      same: *name
      "<<": text
      """)
    #expect(
      reading.value == [
        "base": ["host": "a", "port": 1], "other": ["port": 2, "path": "/x"],
        "one": ["host": "a", "port": 3],
        "two": ["host": "a", "port": 1, "path": "/x", "name": "two"], "same": "two",
        "<<": "text",
      ])
    #expect(reading.problems.isEmpty)
    #expect(
      reading.value.dictionary?["same"]?.location.start == SourcePosition(line: 11, column: 7))
    let host = ConfigKeyPath("one.host").flatMap { reading.value[$0] }
    #expect(host?.location.start == SourcePosition(line: 1, column: 20))
  }

  @Test func `scalars that YAML versions interpret differently are a warning`() {
    let hint = "quote it, or use a form that both versions read the same way"
    let found = problems(
      """
      country: no
      count: 1_000
      time: 12:30
      day: 2026-11-21
      zip: 010
      mode: 0o14
      size: 1e3
      fine: [nothing, "no", 'on', !!str yes, 1.0, 12, true, ~, y]
      """)
    #expect(
      found
        == [
          "1:10 warning ambiguous-scalar this is a string in YAML 1.2, but a Boolean in YAML 1.1",
          "2:8 warning ambiguous-scalar this is a string in YAML 1.2, but an integer in YAML 1.1",
          "3:7 warning ambiguous-scalar this is a string in YAML 1.2, but an integer in YAML 1.1",
          "4:6 warning ambiguous-scalar this is a string in YAML 1.2, but a date in YAML 1.1",
          "5:6 warning ambiguous-scalar YAML 1.1 and 1.2 read this as different numbers",
          "6:7 warning ambiguous-scalar this is an integer in YAML 1.2, but a string in YAML 1.1",
          "7:7 warning ambiguous-scalar this is a number in YAML 1.2, but a string in YAML 1.1",
        ].map { "\($0); \(hint)" })
    #expect(
      problems("on: 1\n404: b\n\"true\": c\n") == [
        "1:1 warning ambiguous-scalar this key is read as a string, but is a Boolean in YAML 1.1; "
          + "quote it",
        "2:1 warning ambiguous-scalar this key is read as a string, but is an integer; quote it",
      ])
  }

  @Test func `a duplicate key is an error with both locations`() throws {
    let reading = try read("a:\n  b: 1\n  'b': 2\nc: &c {}\nd:\n  <<: *c\n  <<: *c\n")
    #expect(
      problems("a:\n  b: 1\n  'b': 2\nc: &c {}\nd:\n  <<: *c\n  <<: *c\n") == [
        "3:3 error duplicate-key key 'b' is defined twice (first on line 2); rename or remove "
          + "one of them; platforms differ in which value they use",
        "7:3 error duplicate-key key '<<' is defined twice (first on line 6); rename or remove "
          + "one of them; platforms differ in which value they use",
      ])
    #expect(reading.problems.first?.key == "a.b")
    #expect(reading.problems.first?.related.first?.location.start?.line == 2)
    #expect(ConfigKeyPath("a.b").flatMap { reading.value[$0] } == 1)
  }

  static let mistakes: [(String, String)] = [
    (
      "a: 1\n--- \nb: 2\n",
      "2:1 error invalid-yaml the file contains a second document; keep only one document"
    ),
    (
      "a: *b\n",
      "1:4 error invalid-yaml the anchor '&b' is not defined before this alias; correct the "
        + "name, or put a string that begins with '*' in quotation marks"
    ),
    (
      "a: &a [*a]\n",
      "1:8 error invalid-yaml the alias refers to a value that contains it; replace the "
        + "alias with the value"
    ),
    (
      "a: !env HOME\n",
      "1:4 error invalid-yaml the value has an unknown tag; use one of !!str, !!int, !!float, "
        + "!!bool, !!null, !!binary, !!timestamp, !!seq and !!map, or remove the tag"
    ),
    (
      "a: !!python/object:os.system {}\n",
      "1:4 error invalid-yaml the value has an unknown tag; use one of !!str, !!int, !!float, "
        + "!!bool, !!null, !!binary, !!timestamp, !!seq and !!map, or remove the tag"
    ),
    (
      "a: !!int x\n",
      "1:4 error invalid-yaml the value must be an integer, as its tag requires; use decimal "
        + "digits, or remove the tag"
    ),
    (
      "a: !!binary '!'\n",
      "1:4 error invalid-yaml the value must be Base64 data, as its tag requires; use Base64 "
        + "with padding, or remove the tag"
    ),
    (
      "a: !!timestamp 2026-02-30\n",
      "1:4 error invalid-yaml the value must be a date, as its tag requires; use "
        + "2026-11-21T06:30:00Z, or remove the tag"
    ),
    (
      "a: !!str [x]\n",
      "1:4 error invalid-yaml the tag does not match: the value is an array; remove the tag"
    ),
    (
      "? [a]\n: b\n",
      "1:3 error invalid-yaml a key must be a string, not an array; quote it"
    ),
    (
      "a:\n  <<: 5\n",
      "2:7 error invalid-yaml '<<' must be a dictionary or an array of dictionaries; use an "
        + "alias such as *defaults, or put the key '<<' in quotation marks"
    ),
    (
      "a: 18446744073709551616\n",
      "1:4 error number-out-of-range the integer is not between -2^63 and 2^64 - 1; use a string "
        + "if the number is only an identifier"
    ),
    (
      "a: .inf\n",
      "1:4 error not-finite the number is infinite; use a finite number; JSON and most programs "
        + "support only finite numbers"
    ),
    (
      "a: b: c\n",
      "1:5 error invalid-yaml unexpected ':'; put the string in quotation marks, or correct the "
        + "indentation"
    ),
    (
      "a:\n  b: 1\n c: 2\n",
      "3:2 error invalid-yaml expected a key; indent all keys of a dictionary equally"
    ),
    (
      "a:\n\t- b\n",
      "2:1 error invalid-yaml a value cannot begin with this character; put the string in "
        + "quotation marks; indent with spaces, not with tabs"
    ),
    (
      "a: \"b\nc: d\n",
      "1:4 error invalid-yaml unterminated string; close the quotation mark, or double it "
        + "inside '…'"
    ),
    (
      "a: \"\\d\"\n",
      "1:5 error invalid-yaml unknown escape sequence; escape a backslash as \\\\, or use single "
        + "quotation marks"
    ),
    (
      "a: [b, c\nd: 1\n",
      "2:2 error invalid-yaml expected ',' or ']'; separate the elements with commas"
    ),
    (
      "a: @b\n",
      "1:4 error invalid-yaml a value cannot begin with this character; put the string in "
        + "quotation marks; indent with spaces, not with tabs"
    ),
    (
      "a: é\u{1}\n",
      "1:6 error invalid-yaml control characters are not allowed; escape it in double "
        + "quotation marks, or remove it"
    ),
    (
      "a: b\u{2028}c\n",
      "1:5 error invalid-yaml U+2028 is a line break in YAML 1.1, but not in YAML 1.2; use "
        + "\\u2028 in double quotation marks, or remove it"
    ),
    (
      "%YAML 3.0\n---\na: 1\n",
      "1:1 error invalid-yaml this version of YAML is not supported; use %YAML 1.2, or remove "
        + "the line"
    ),
    (
      "\u{0}",
      "1:1 error invalid-yaml the file contains a NUL byte at offset 0; save the file as UTF-8"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `every error is reported with its location`(_ index: Int) {
    let (text, expected) = Self.mistakes[index]
    #expect(problems(text) == [expected])
  }

  @Test(arguments: [[0x61, 0x3A, 0x20, 0xFF], [0xFF, 0xFE, 0x61, 0], [0xC3]] as [[UInt8]])
  func `bytes that are not UTF-8 are an error`(bytes: [UInt8]) {
    #expect(throws: Diagnostic.self) { try ConfigFormat.yaml.decode(bytes, file: "c.yaml") }
  }

  @Test func `a second byte order mark is an error`() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let error = #expect(throws: Diagnostic.self) {
      try ConfigFormat.yaml.decode(mark + mark + Array("a: 1\n".utf8), file: "c.yaml")
    }
    #expect(error?.message == "the file contains a second byte order mark")
  }

  @Test func `hostile files exceed a limit`() {
    func code(_ text: String) -> String? {
      do throws(Diagnostic) {
        _ = try ConfigFormat.yaml.decode(Array(text.utf8), file: "c.yaml")
        return nil
      } catch {
        return error.code
      }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(code("a: \(deep)") == "depth-limit")
    #expect(code(String(repeating: "- ", count: 100_000)) == "depth-limit")
    #expect(code(String(repeating: "? ", count: 100_000)) == "depth-limit")
    #expect(code("a: " + String(repeating: "{a: ", count: 100_000)) == "depth-limit")
    // Nine levels of nine aliases are 387 million values.
    let laughs = (1..<10).map { level in
      "a\(level): &a\(level) [" + (0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", ")
        + "]"
    }
    #expect(code((["a0: &a0 [x]"] + laughs).joined(separator: "\n")) == "expansion-limit")
    // Merge keys repeat, too.
    let merges = (1..<100).map { "m\($0): &m\($0)\n  <<: *m\($0 - 1)\n  k\($0): *m\($0 - 1)" }
    #expect(code((["m0: &m0 {x: 1}"] + merges).joined(separator: "\n")) == "expansion-limit")
    // A long string counts as many values.
    let long = "a: &a \(String(repeating: "x", count: 1 << 20))\nb:\n"
    #expect(code(long + String(repeating: "- *a\n", count: 40)) == "expansion-limit")
    // Aliases of aliases have the depth of their values.
    let nested = (1..<200).map { "d\($0): &d\($0) [[[*d\($0 - 1)]]]" }
    #expect(code((["d0: &d0 [x]"] + nested).joined(separator: "\n")) == "depth-limit")
    #expect(code(String(repeating: "- x\n", count: 1_000_001)) == "size-limit")
    // Realistic files are far below the limit.
    #expect(code("a: &a {b: 1}\n" + (0..<1000).map { "k\($0): *a\n" }.joined()) == nil)
  }
}
