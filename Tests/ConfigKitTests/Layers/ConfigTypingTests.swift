import Testing
import TremaConfigValues
import TremaSupport

@Suite struct ConfigTypingTests {
  private func typed(
    _ text: String, _ node: ConfigContract.Node, from source: ConfigTyping.Source = .text
  ) -> (ConfigValue?, String) {
    let place = ConfigLocation(
      file: ".env", start: SourcePosition(line: 2, column: 3),
      end: SourcePosition(line: 2, column: 9), bytes: 5..<11)
    let value = ConfigValue(
      .dictionary([ConfigDictionary.Entry("k", ConfigValue(.string(text), at: place))]))
    let (result, problems) = ConfigTyping.typed(
      value, from: source, contract: LayerText.contract([("k", node)]))
    return (result.dictionary?["k"], LayerText.report(problems))
  }

  @Test func `a string is converted to the kind that the schema requires`() throws {
    let cases: [(String, ConfigContract.Node, ConfigValue)] = [
      ("30", LayerText.node([.integer]), 30),
      ("30", LayerText.node([.real, .integer]), 30),
      ("3e1", LayerText.node([.real, .integer]), 30.0),
      ("-0.5", LayerText.node([.real]), -0.5),
      (
        "18446744073709551615", LayerText.node([.integer]),
        ConfigValue(.integer(.init(.max as UInt64)))
      ),
      ("YES", LayerText.node([.boolean]), true), ("1", LayerText.node([.boolean]), true),
      ("false", LayerText.node([.boolean]), false), ("No", LayerText.node([.boolean]), false),
      ("30", LayerText.node([.string]), "30"), ("30", LayerText.node(), "30"),
      ("30", LayerText.node([.string, .integer]), "30"),
      ("https://a.example", LayerText.node { $0.meaning = .url }, "https://a.example"),
      ("AQID", LayerText.node { $0.meaning = .data }, ConfigValue(.data([1, 2, 3]))),
      ("[1, 2]", LayerText.node([.array]), [1, 2]), ("", LayerText.node([.array]), []),
      ("a, b ,", LayerText.node([.array]), ["a", "b", ""]),
      (#"{"x": [true]}"#, LayerText.node([.dictionary]), ["x": [true]]),
      ("2", LayerText.node { $0.choices = [1, 2] }, 2),
    ]
    for (text, node, expected) in cases {
      let (value, problems) = typed(text, node)
      #expect(value == expected && problems == "", "\(text): \(problems)")
    }
    let (date, problems) = typed("2026-11-21T06:30:00Z", LayerText.node { $0.meaning = .date })
    guard case .date(let moment) = date?.content else {
      Issue.record("\(problems)")
      return
    }
    #expect(moment.description == "2026-11-21T06:30:00Z")
  }

  @Test func `array elements are converted to the kind that the schema requires`() throws {
    var root = ConfigContract.Node()
    root.properties = [("k", 1)]
    let list = LayerText.node([.array]) { $0.items = 2 }
    let contract = ConfigContract([root, list, LayerText.node([.integer])])
    func typed(_ text: String) -> (ConfigValue, [Diagnostic]) {
      ConfigTyping.typed(
        ["k": ConfigValue(.string(text))], from: .text, contract: contract)
    }
    #expect(typed("1,2").0 == ["k": [1, 2]])
    #expect(typed("1,x").1.map(\.message) == ["'k' must be an array, not '1,x'"])
  }

  @Test func `a string that cannot be converted is an error with its location`() {
    for (text, node, report) in [
      (
        "abc", LayerText.node([.integer]),
        "'k' must be an integer, not 'abc'\n  hint: use an integer from -2^63 to 2^64 - 1 in decimal digits"
      ),
      (
        "18446744073709551616", LayerText.node([.integer]),
        "'k' must be an integer, not '18446744073709551616'\n  hint: use an integer from -2^63 to 2^64 - 1 in decimal digits"
      ),
      (
        "inf", LayerText.node([.real]),
        "'k' must be a number, not 'inf'\n  hint: use a number such as 1.5 or 2e-3"
      ),
      (
        "on", LayerText.node([.boolean]),
        "'k' must be a Boolean, not 'on'\n  hint: use true, yes or 1, or false, no or 0"
      ),
      (
        "2026-02-30T00:00:00Z", LayerText.node { $0.meaning = .date },
        "'k' must be a date, not '2026-02-30T00:00:00Z'\n  hint: use a date such as 2026-11-21T06:30:00Z"
      ),
      (
        "AQI", LayerText.node { $0.meaning = .data },
        "'k' must be Base64 data, not 'AQI'\n  hint: encode it in Base64 with padding"
      ),
      (
        "[1", LayerText.node([.array]),
        "'k' must be an array, not '[1'\n  hint: use a JSON array, or separate the elements with commas"
      ),
      (
        "x", LayerText.node([.integer, .boolean]),
        "'k' must be an integer or a Boolean, not 'x'\n  hint: use an integer from -2^63 to 2^64 - 1 in decimal digits"
      ),
      (
        "hunter2", LayerText.node([.integer]) { $0.marks.isSecret = true },
        "'k' must be an integer\n  hint: use an integer from -2^63 to 2^64 - 1 in decimal digits"
      ),
    ] {
      let (value, problems) = typed(text, node)
      #expect(value == nil)
      #expect(problems == ".env:2:3: [invalid-value] \(report)")
    }
  }

  @Test(arguments: [
    (1.0, ConfigKind.integer), (-0.0, .integer), (1e3, .integer), (1.8446744073709550e19, .integer),
    (1.5, .real), (1e300, .real),
  ])
  func `a whole number in JSON is an integer where the schema requires one`(
    number: Double, kind: ConfigKind
  ) {
    let contract = LayerText.contract([("k", LayerText.node([.integer]))])
    let value = ConfigValue(.dictionary([.init("k", ConfigValue(.real(number)))]))
    func typed(_ contract: ConfigContract?) -> ConfigKind? {
      let (typed, problems) = ConfigTyping.typed(value, from: .json, contract: contract)
      return problems.isEmpty ? typed.dictionary?["k"]?.kind : nil
    }
    #expect(typed(contract) == kind)
    #expect(typed(LayerText.contract([("k", LayerText.node([.integer, .real]))])) == .real)
    #expect(typed(LayerText.contract([("k", LayerText.node())])) == .real)
    #expect(typed(nil) == .real)
  }

  @Test func `in JSON, strings are converted only to kinds that JSON lacks`() {
    #expect(typed("30", LayerText.node([.integer]), from: .json).0 == "30")
    #expect(
      typed("AQID", LayerText.node { $0.meaning = .data }, from: .json).0
        == ConfigValue(.data([1, 2, 3])))
    #expect(
      typed("soon", LayerText.node { $0.meaning = .date }, from: .json).1.hasPrefix(
        ".env:2:3: [invalid-value] 'k' must be a date, not 'soon'"))
  }
}
