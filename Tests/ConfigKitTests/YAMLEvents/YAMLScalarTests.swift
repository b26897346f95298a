import ConfigKit
import Testing
import TremaSupport
import TremaTestSupport

/// Types of plain scalars, compared with the specification's own expressions and PyYAML.
@Suite struct YAMLScalarTests {
  /// Prints one line per text: its type in the core schema, by the regular expressions of YAML
  /// 1.2.2, 10.3.2, and its type in PyYAML, a reader of 1.1.
  private static let script = """
    import json, re, sys, yaml
    core = [('null', r'null|Null|NULL|~|'), ('bool', r'true|True|TRUE|false|False|FALSE'),
      ('int', r'[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+'),
      ('float', r'[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?'
        r'|[-+]?(\\.inf|\\.Inf|\\.INF)|\\.nan|\\.NaN|\\.NAN')]
    loader = yaml.SafeLoader('')
    for text in json.load(sys.stdin):
      one = next((name for name, rule in core if re.fullmatch(rule, text)), 'str')
      tag = loader.resolve(yaml.ScalarNode, text, (True, False))
      print(one, tag.rsplit(':', 1)[1])
    """

  private static func name(_ scalar: YAMLScalar) -> String {
    switch scalar {
    case .null: "null"
    case .boolean: "bool"
    case .integer: "int"
    case .real: "float"
    case .string: "str"
    case .timestamp: "timestamp"
    case .defaultValue: "value"
    }
  }

  @Test func `20,000 scalars have the types of the specification and of PyYAML`() throws {
    let words = [
      "", "~", "null", "Null", "NULL", "true", "True", "TRUE", "tRue", "yes", "No", "on", "OFF",
      "y", "n", "=", ".inf", "-.Inf", "+.INF", ".nan", "-.nan", ".", "-", "+", "1_000", "12:30",
      "0o14", "0b11", "0x1F", "-0x1F", "010", "08", "1e3", "1.e+3", "1.0e3", "190:20:30.15",
      "2026-11-21", "2026-1-1", "2026-11-21T06:30:00Z", "2026-11-21 06:30:00.5 +01:00", "1.2.3",
    ]
    let pieces = [
      "0", "1", "7", "9", "12", "59", "60", "_", "+", "-", ".", "e", "E", "x", "o", "b", ":", "a",
      "T", "Z", " ", "2026", "-11", "-21", "0x", "0o", "0b", ":30",
    ]
    var random = SeededGenerator(seed: 71)
    var texts = words
    while texts.count < 20_000 {
      texts.append((0..<random.number(1...6)).map { _ in random.pick(pieces) }.joined())
    }
    let input = "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    let verdict = try Judge.environmentPython.run(["-c", Self.script], input: Array(input.utf8))
    let lines = verdict.text.split(separator: "\n")
    try #require(lines.count == texts.count, "\(verdict.complaint)")
    for (text, line) in zip(texts, lines) {
      let own = "\(Self.name(.core(text))) \(Self.name(.version11(text)))"
      #expect(own == line, "'\(text)'")
    }
  }

  @Test func `scalars have the values of the core schema`() {
    for (text, scalar) in [
      ("0o14", .integer(WholeNumber(12))), ("0x1F", .integer(WholeNumber(31))),
      ("010", .integer(WholeNumber(10))), ("+5", .integer(WholeNumber(5))),
      ("-9223372036854775808", .integer(WholeNumber(Int64.min))),
      ("18446744073709551615", .integer(WholeNumber(UInt64.max))),
      ("18446744073709551616", .integer(nil)), ("1.", .real(1)), ("-.5e-1", .real(-0.05)),
      ("1e400", .real(.infinity)), ("-.inf", .real(-.infinity)), ("no", .string),
      ("12:30", .string), ("1_000", .string), ("TRUE", .boolean(true)), ("~", .null),
    ] as [(String, YAMLScalar)] {
      #expect(YAMLScalar.core(text) == scalar, "'\(text)'")
    }
    #expect(YAMLScalar.version11("010") == .integer(WholeNumber(8)))
    #expect(YAMLScalar.version11("1_000") == .integer(WholeNumber(1000)))
  }
}
