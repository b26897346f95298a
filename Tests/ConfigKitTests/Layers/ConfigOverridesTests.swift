import Testing
import TremaConfigValues
import TremaSupport

@Suite struct ConfigOverridesTests {
  private let contract: ConfigContract = {
    var root = ConfigContract.Node()
    root.properties = [("api", 1), ("baseURL", 3), ("auth.username", 4)]
    var api = LayerText.node([.dictionary])
    api.properties = [("timeout", 2)]
    return ConfigContract([
      root, api, LayerText.node([.integer]) { $0.marks.isOverridable = true },
      LayerText.node([.string]), LayerText.node([.string]),
    ])
  }()

  private func layers(
    _ variables: [String: String] = [:], _ settings: [(String, String)] = [],
    below: ConfigValue = [:]
  ) throws -> ([ConfigLayer], String) {
    let overrides = ConfigOverrides(
      variables: variables, settings: settings.map { (path: $0, value: $1) })
    let (layers, problems) = try overrides.layers(over: [below], contract: contract)
    return (layers, LayerText.report(problems))
  }

  @Test func `a variable sets the key that its name encodes`() throws {
    let (layers, problems) = try layers(
      [
        "CONFIG__API__TIMEOUT": "30", "CONFIG__BASEURL": "https://a.example",
        "CONFIG__AUTH_USERNAME": "anna", "CONFIG__LOG__LEVEL_1": "x", "HOME": "/root",
      ], below: ["log": ["level-1": "info"]])
    #expect(problems == "")
    #expect(layers.map(\.role) == [.variables])
    #expect(
      layers.first?.value == [
        "api": ["timeout": 30], "baseURL": "https://a.example", "auth.username": "anna",
        "log": ["level-1": "x"],
      ])
    #expect(
      layers.first?.value.dictionary?["baseURL"]?.location.description
        == "the variable CONFIG__BASEURL")
  }

  @Test func `a variable that matches no key, or two keys, is an error`() throws {
    let (layers, problems) = try layers(
      ["CONFIG__API__TIMEOT": "1", "CONFIG__API_HOST": "x", "CONFIG__API__TIMEOUT": "soon"],
      below: ["api-host": "", "api_host": ""])
    #expect(layers.isEmpty)
    #expect(
      problems == """
        [ambiguous-variable] the variable CONFIG__API_HOST matches several keys: 'api-host', 'api_host'
          hint: rename one of the keys, or set it in another layer
        [unknown-variable] the variable CONFIG__API__TIMEOT does not match any key
          hint: did you mean 'CONFIG__API__TIMEOUT'?
        [invalid-value] the variable CONFIG__API__TIMEOUT: 'api.timeout' must be an integer, not 'soon'
          hint: use an integer from -2^63 to 2^64 - 1 in decimal digits
        """)
  }

  @Test func `options set values by path, and the last option wins`() throws {
    let (layers, problems) = try layers(
      [:],
      [
        ("api.timeout", "1"), (#""auth.username""#, "anna"), ("api.timeout", "2"),
        ("new.key", "a=b"),
      ])
    #expect(problems == "")
    #expect(
      layers.first?.value == [
        "api": ["timeout": 2], "auth.username": "anna", "new": ["key": "a=b"],
      ])
    var overrides = ConfigOverrides()
    try overrides.set(#""a=b".c=d=e"#)
    #expect(overrides.settings.map(\.path) == [#""a=b".c"#])
    #expect(overrides.settings.map(\.value) == ["d=e"])
  }

  @Test func `an invalid path is a usage error`() {
    for path in ["", "a..b", "a[0]", #""a"#, ".a", String(repeating: "a.", count: 600) + "b"] {
      #expect(throws: Diagnostic.self, "\(path)") { try layers([:], [(path, "1")]) }
    }
    var overrides = ConfigOverrides()
    do throws(Diagnostic) {
      try overrides.set("api.timeout")
      Issue.record("taken")
    } catch {
      #expect(error.kind == .usage)
      #expect(
        LayerText.report([error]) == """
          [usage] '--set api.timeout' has no value
            hint: add the value, such as --set api.timeout=30
          """)
    }
  }

  @Test func `only keys that the schema marks as overridable can be set externally`() throws {
    let base = ConfigLayer(.base, name: "base", ["api": ["timeout": 1], "baseURL": "a"])
    let (layers, _) = try layers(
      ["CONFIG__BASEURL": "b"], [("api.timeout", "9"), ("api.host", "h")], below: base.value)
    for contract in [contract, nil] {
      var merge = ConfigMerge(contract: contract)
      let value = merge([base] + layers)
      #expect(
        value == ["api": ["timeout": contract == nil ? 1 : 9], "baseURL": "a"])
      #expect(
        merge.problems.map(\.message)
          == ["the variable CONFIG__BASEURL sets 'baseURL', which is not overridable"]
          + ["--set api.host sets 'api.host', which is not overridable"]
          + (contract == nil
            ? ["--set api.timeout sets 'api.timeout', which is not overridable"] : []))
    }
  }

  @Test func `lookups with a recursive schema and hostile names finish in time`() {
    var root = ConfigContract.Node()
    root.properties = [("_", 0), ("__", 0)]
    let names = ConfigNames(contract: ConfigContract([root]), values: [])
    #expect(names.paths(of: String(repeating: "_", count: 5_000)).count < 1_001)
  }
}
