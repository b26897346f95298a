import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

@Suite struct ConfigInterpolationTests {
  private func resolved(_ json: String) throws -> (ConfigValue, String) {
    let (value, _, problems) = ConfigInterpolation.resolve(try LayerText.raw(json))
    return (value, LayerText.report(problems))
  }

  @Test func `a reference that is the whole value keeps its kind, an embedded one does not`() throws
  {
    let (value, problems) = try resolved(
      #"""
      {"host": "a.example", "port": 443, "r": 0.1, "on": true, "a.b": "literal", "a": {"b": "path"},
       "url": "https://${host}:${port}/", "copy": "${port}", "all": "${a}", "list": ["${r}", "${on}!"],
       "twice": "${url}v1", "plain": "$${host} $(HOST) $5 $", "dotted": "${a.b}", "first": "${list[0]}"}
      """#)
    #expect(problems == "")
    let result = try #require(value.dictionary)
    #expect(result["url"] == "https://a.example:443/")
    #expect(result["copy"] == 443)
    #expect(result["all"] == ["b": "path"])
    #expect(result["list"] == [0.1, "true!"])
    #expect(result["twice"] == "https://a.example:443/v1")
    #expect(result["plain"] == "${host} $(HOST) $5 $")
    #expect(result["dotted"] == "literal")
    #expect(result["first"] == 0.1)
    #expect(result["copy"]?.location.start?.line == 2)
  }

  @Test func `an unresolved reference is kept and reported once`() throws {
    let (value, problems) = try resolved(
      #"{"a": "${b}", "b": "x${c}", "c": "${a}", "d": "${hosd}", "e": "${d}", "f": "${", "g": "${}", "h": "-${list}", "host": 1, "list": []}"#
    )
    #expect(value.dictionary?["d"] == "${hosd}")
    #expect(value.dictionary?["a"] == "${b}")
    #expect(
      problems == """
        c.json:1:7: [reference-cycle] 'a' refers to itself: a -> b -> c -> a
          hint: replace one of the references with its value
        c.json:1:47: [unknown-reference] 'd' refers to 'hosd', which is not defined in any layer
          hint: did you mean '${host}'?
        c.json:1:76: [invalid-reference] 'f' contains '${' without a key or a closing '}'
          hint: use a reference such as ${api.host}, or $${ for a literal ${
        c.json:1:87: [invalid-reference] 'g' contains '${' without a key or a closing '}'
          hint: use a reference such as ${api.host}, or $${ for a literal ${
        c.json:1:99: [invalid-reference] '${list}' is an array, which cannot be part of a string
          hint: use a reference to a string, a number, a Boolean or a date
        """)
  }

  @Test func `a dictionary that refers to itself is a cycle`() throws {
    let (_, problems) = try resolved(#"{"a": {"b": ["${a}"]}}"#)
    #expect(
      problems == """
        c.json:1:14: [reference-cycle] 'a.b[0]' refers to itself: a.b[0] -> a.b[0]
          hint: replace one of the references with its value
        """)
  }

  @Test func `references that double each other are limited in size`() throws {
    var text = #"{"a0": "0123456789""#
    var tree = #"{"a0": ["x", "y"]"#
    for number in 1...40 {
      text += #", "a\#(number)": "${a\#(number - 1)}${a\#(number - 1)}""#
      tree += #", "a\#(number)": ["${a\#(number - 1)}", "${a\#(number - 1)}"]"#
    }
    for hostile in [text, tree] {
      let (_, _, problems) = ConfigInterpolation.resolve(try LayerText.raw(hostile + "}"))
      #expect(problems.map(\.code) == ["expansion-limit"])
    }
  }

  @Test func `dictionaries that double each other are limited in size`() throws {
    var text = #"{"k0": {"a": "x", "b": 1}"#
    for number in 1...60 {
      text += #", "k\#(number)": {"a": "${k\#(number - 1)}", "b": "${k\#(number - 1)}"}"#
    }
    let (value, _, problems) = ConfigInterpolation.resolve(try LayerText.raw(text + "}"))
    #expect(problems.map(\.code) == ["expansion-limit"])
    #expect(problems.first?.message == "references expand to more than 50000 values")
    #expect(problems.first?.location?.start != nil)
    func count(_ value: ConfigValue) -> Int {
      (value.dictionary?.entries ?? []).reduce(1) { $0 + count($1.value) }
    }
    #expect(count(value) < 110_000)
  }

  @Test func `many references to a long string exceed the limit`() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let references = [String](repeating: #""${s}""#, count: 20).joined(separator: ", ")
    let (_, _, problems) = ConfigInterpolation.resolve(
      try LayerText.raw("{\"s\": \"\(long)\", \"l\": [\(references)]}"))
    #expect(problems.map(\.message) == ["references expand to more than 16777216 bytes"])
  }

  @Test func `the length of a chain of references is limited`() throws {
    var chain = #"{"a0": "${a1}""#
    for number in 1..<5_000 { chain += #", "a\#(number)": "${a\#(number + 1)}""# }
    let (_, _, problems) = ConfigInterpolation.resolve(
      try LayerText.raw(chain + #", "a5000": 1}"#))
    #expect(problems.map(\.code) == ["expansion-limit"])
  }

  @Test func `a layer can have a reference where another layer has a number`() throws {
    let environment = ConfigEnvironment(
      "staging", isProduction: false,
      layers: [
        ConfigLayer(.base, name: "b", ["slow": 60, "timeout": 5, "token": "t", "url": "x"]),
        ConfigLayer(.environment("staging"), name: "s", ["timeout": "${slow}", "url": "${token}"]),
      ])
    let contract = LayerText.contract([
      ("token", LayerText.node([.string]) { $0.marks.isSecret = true })
    ])
    let column = try #require(
      ConfigMatrix([environment], contract: contract, interpolates: true).columns.first)
    #expect(column.value.dictionary?["timeout"] == 60)
    #expect(
      column.problems.map(\.message) == [
        "'url' contains the secret 'token', but is not marked as a secret"
      ])
    let plain = try #require(ConfigMatrix([environment]).columns.first)
    #expect(plain.problems.map(\.code) == ["kind-conflict"])
  }
}
