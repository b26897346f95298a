import Testing
import TremaAccessors
import TremaConfigValues
import TremaSupport
import TremaTestSupport

/// Problems that prevent generating code for a configuration.
@Suite struct ConfigurationProblemTests {
  private func fixture(
    _ properties: KeyValuePairs<String, ContractTable.Part>?, _ value: ConfigValue,
    required: [String] = []
  ) -> ConfigurationFixture {
    ConfigurationFixture(
      name: "", type: "A",
      contract: properties.map {
        ContractTable.contract(ContractTable.dictionary($0, required: required, isOpen: true))
      }, environments: ["production": value, "staging": value], compiled: [])
  }

  private func messages(_ fixture: ConfigurationFixture) throws -> [String] {
    try fixture.swift().diagnostics.map { "\($0.severity) \($0.code): \($0.message)" }
  }

  @Test func `every problem is reported once, with all affected environments`() throws {
    let found = try fixture(
      [
        "a": ContractTable.leaf(.integer), "b": ContractTable.choice(["x"]),
        "u": ContractTable.url(),
      ],
      ["a": "1", "b": "y", "u": "https://a b"], required: ["c"]
    ).swift().diagnostics
    #expect(found.map(\.environments) == Array(repeating: ["production", "staging"], count: 3))
    #expect(
      found.map(\.message) == [
        "'a' must be an integer, not a string",
        "'b' is not one of the values listed in the schema",
        "'u' is not a URL: it contains whitespace",
      ])
  }

  @Test func `a required key that is missing in an environment is reported`() throws {
    #expect(
      try messages(fixture(["c": ContractTable.leaf(.integer)], ["d": 1], required: ["c"])) == [
        "error missing-key: 'c' is missing"
      ])
  }

  @Test func `colliding names are reported, and invalid names are adjusted`() throws {
    #expect(
      try messages(fixture(nil, ["a_b": 1, "a-b": 2, "class": true])) == [
        "error name-collision: the keys 'a-b' and 'a_b' have the same Swift name, 'aB'",
        "note renamed-accessor: key 'class' is named '`class`' in Swift: 'class' is a reserved word"
          + " in Swift",
      ])
    #expect(
      try messages(fixture(["m": ContractTable.choice(["x-y", "x_y"])], ["m": "x-y"])) == [
        "error name-collision: the values 'x-y' and 'x_y' of 'm' have the same Swift name, 'xY'"
      ])
  }

  @Test func `a key of unknown type is omitted with a warning`() throws {
    let odd = fixture(nil, ["list": [], "mixed": [1, "x"], "kept": 1, "none": [:]])
    #expect(
      try messages(odd) == [
        "warning untyped-key: 'list' is omitted from the generated type: no environment determines its type",
        "warning untyped-key: 'mixed[0]' is omitted from the generated type: it could be a string or an integer",
        "warning untyped-key: 'none' is omitted from the generated type: no environment determines its type",
      ])
    #expect(try odd.swift().source.contains("var kept: Int\n"))
  }

  @Test func `a property named like an operator is passed on unchanged`() throws {
    #expect(
      try fixture(nil, ["await": 1]).swift().source.contains("self.`await` = `await`"))
  }

  @Test func `code generation for a recursive schema terminates`() throws {
    var root = ConfigContract.Node()
    root.kinds = [.dictionary]
    root.properties = [("left", 0), ("right", 0)]
    var endless = fixture(nil, [:])
    endless.contract = ConfigContract([root])
    let found = try endless.swift().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == ["endless-type"])
  }

  @Test func `nested references do not expand to millions of properties`() throws {
    // Two keys of each definition refer to the next one.
    var nodes = (1...22).map { next in
      var node = ConfigContract.Node()
      node.kinds = [.dictionary]
      node.properties = [("left", next), ("right", next)]
      node.location = .init(file: "schema.json", start: SourcePosition(line: next, column: 3))
      return node
    }
    var last = ConfigContract.Node()
    last.kinds = [.integer]
    last.location = .init(file: "schema.json", start: SourcePosition(line: 23, column: 3))
    nodes.append(last)
    var large = fixture(nil, [:])
    large.contract = ConfigContract(nodes)
    let found = try large.swift().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == ["endless-type"])
    #expect(found.first?.message.contains("more than 20000 properties") == true)
    #expect(found.first?.location?.file == "schema.json")
  }

  @Test func `a type with many keys and choices takes linear time`() throws {
    let growth = try ThreadTime.growth(500) { count in
      var choice = ConfigContract.Node()
      choice.kinds = [.string]
      choice.choices = (0..<count).map { ConfigValue(.string("word\($0)")) }
      var root = ConfigContract.Node()
      root.kinds = [.dictionary]
      root.properties = (0..<count).map { ("key\($0)", $0 + 2) } + [("choice", 1)]
      root.required = root.properties.map(\.key)
      var text = ConfigContract.Node()
      text.kinds = [.string]
      var wide = fixture(nil, [:])
      wide.contract = ConfigContract([root, choice] + (0..<count).map { _ in text })
      return { [wide] in _ = try wide.swift() }
    }
    // Comparing each with all before it took 16 times as long.
    #expect(growth < 9)
  }

  @Test func `types beyond the limits of the Java virtual machine are rejected`() throws {
    let wide = ConfigDictionary((0...120).map { .init("k\($0)", 1) })
    let long = ConfigValue(.string(String(repeating: "x", count: 65_536)))
    var odd = fixture(nil, ["wide": ConfigValue(.dictionary(wide)), "long": long])
    odd.compiled = [.init("production")]
    #expect(
      try odd.kotlin().diagnostics.map(\.message) == [
        "'wide' has 121 keys, but a JVM class can have at most 120",
        "'long' exceeds the JVM limit of 65,535 bytes per string constant",
      ])
    #expect(try odd.swift().diagnostics.isEmpty)
  }

  @Test func `colliding environments and environments named like a member are reported`() throws {
    var odd = fixture(nil, [:])
    odd.environments = ["a-b": [:], "a_b": [:], "mock": [:]]
    odd.compiled = [.init("a-b"), .init("a_b"), .init("mock")]
    #expect(
      try messages(odd) == [
        "error name-collision: the environments 'a-b' and 'a_b' have the same Swift name",
        "error name-collision: the environment 'mock' would shadow the Swift member 'mock'",
      ])
  }
}
