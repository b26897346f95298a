import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON

@Suite struct ConfigDiffTests {
  private func value(_ json: String) throws -> ConfigValue {
    ConfigValue(try JSONValue.decode(Array(json.utf8), file: "c.json"))
  }

  /// The changes like `+a.b ~c[0] -d !e`, for added, changed, removed and kind-changing keys.
  private func changes(_ old: String, _ new: String) throws -> String {
    ConfigChange.all(from: try value(old), to: try value(new)).map { change in
      let mark =
        switch change.kind {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        case .kindChanged: "!"
        }
      return "\(mark)\(change.path)"
    }.joined(separator: " ")
  }

  private func matrix(
    _ environments: [(String, String)], contract: ConfigContract? = nil
  ) throws -> ConfigMatrix {
    ConfigMatrix(
      try environments.map { name, json in
        ConfigEnvironment(
          name, isProduction: name == "production",
          layers: [ConfigLayer(.base, name: "c.json", try value(json))])
      }, contract: contract)
  }

  @Test func `each key is reported by itself, at any depth`() throws {
    #expect(
      try changes(#"{"a": {"b": 1, "c": 2}}"#, #"{"a": {"c": 3, "d": {"e": 1}}}"#)
        == "-a.b ~a.c +a.d.e")
    #expect(try changes(#"{"a": {}}"#, "{}") == "-a")
    #expect(try changes("{}", #"{"a": {}, "b": []}"#) == "+a +b")
    #expect(try changes(#"{"a": {"b": 1}}"#, #"{"a": 1}"#) == "!a")
    #expect(try changes(#"{"a": 1, "b": true}"#, #"{"a": 1.5, "b": 1}"#) == "!a !b")
    #expect(try changes(#"{"a": 1}"#, #"{"a": 1}"#) == "")
  }

  @Test func `the differing elements of arrays are reported`() throws {
    #expect(try changes(#"{"a": [1, 2, 3]}"#, #"{"a": [1, 9, 3]}"#) == "~a[1]")
    #expect(try changes(#"{"a": [1, 2, 3]}"#, #"{"a": [1, 3]}"#) == "-a[1]")
    #expect(try changes(#"{"a": [1, 3]}"#, #"{"a": [1, 2, 2, 3]}"#) == "+a[1] +a[2]")
    #expect(try changes(#"{"a": [1, 1]}"#, #"{"a": [1]}"#) == "-a[1]")
    #expect(try changes(#"{"a": [{"b": 1}]}"#, #"{"a": [{"b": 2}, 3]}"#) == "~a[0].b +a[1]")
    #expect(try changes(#"{"a": []}"#, #"{"a": [1]}"#) == "+a[0]")
  }

  @Test func `applying the changes to the old state yields the new state`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let (old, new) = (random(&generator, 3), random(&generator, 3))
      let changes = ConfigChange.all(from: old, to: new)
      #expect(changes.isEmpty == (old == new))
      for change in changes {
        if let value = change.old { #expect(old[change.path] == value) }
        if let value = change.new { #expect(new[change.path] == value) }
        #expect(change.old != change.new)
      }
    }
  }

  private func random(
    _ generator: inout SystemRandomNumberGenerator, _ depth: Int
  ) -> ConfigValue {
    let entries = "abc".compactMap { key -> ConfigDictionary.Entry? in
      switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &generator) {
      case 0: return nil
      case 1: return ConfigDictionary.Entry(String(key), ConfigValue(.boolean(true)))
      case 2: return ConfigDictionary.Entry(String(key), ConfigValue(.boolean(false)))
      case 3:
        let values = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
          random(&generator, depth - 2)
        }
        return ConfigDictionary.Entry(String(key), ConfigValue(.array(values)))
      default: return ConfigDictionary.Entry(String(key), random(&generator, depth - 1))
      }
    }
    return ConfigValue(.dictionary(ConfigDictionary(entries)))
  }

  @Test func `the same change in several environments is reported once`() throws {
    let diff = ConfigDiff(
      from: try matrix([("dev", #"{"a": 1}"#), ("qa", #"{"a": 1}"#), ("production", #"{"a": 1}"#)]),
      to: try matrix([("dev", #"{"a": 2}"#), ("qa", #"{"a": 2}"#), ("production", #"{"a": 3}"#)]))
    #expect(diff.groups.map(\.environments) == [["dev", "qa"], ["production"]])
    #expect(diff.groups.map(\.otherEnvironments) == [["production"], ["dev", "qa"]])
    #expect(diff.groups.map(\.severity) == [.note, .warning])
    #expect(diff.severity == .warning)
    #expect(
      diff.findings.map(\.message) == [
        "'a' changed in dev, qa, not in production: from 1 to 2",
        "'a' changed in production, not in dev, qa: from 1 to 3",
      ])
  }

  @Test(arguments: [true, false])
  func `secrets of the old and the new state are never shown`(_ isOld: Bool) throws {
    var nodes = [ConfigContract.Node(), ConfigContract.Node()]
    nodes[0].properties = [("key", 1)]
    nodes[1].marks.isSecret = true
    let contract = ConfigContract(nodes)
    let diff = ConfigDiff(
      from: try matrix(
        [("dev", #"{"key": "s3cret1", "a": [1]}"#)], contract: isOld ? contract : nil),
      to: try matrix(
        [("dev", #"{"key": "s3cret2", "a": 1}"#)], contract: isOld ? nil : contract))
    let text = ConfigDiffText(usesColor: false).report(diff)
    #expect(
      String(decoding: text, as: UTF8.self) == """
        ~ a  in dev: from an array to an integer
            - [1]  c.json:1:25
            + 1  c.json:1:25
        ~ key  in dev
            - <redacted: 7 characters>  c.json:1:9
            + <redacted: 7 characters>  c.json:1:9

        1 key changed, 1 changed kind

        """)
    let others = [
      ConfigDiffJSON().report(diff), ConfigDiffMarkdown().report(diff),
      Array(diff.findings.map(\.message).joined().utf8),
    ]
    for report in others {
      let report = String(decoding: report, as: UTF8.self)
      #expect(!report.contains("s3cret"))
      #expect(report.contains("redacted"))
    }
  }

  @Test func `a comment is truncated at its limit and states the omitted count`() throws {
    let long = (0..<400).map { #""k\#($0)": "\#(String(repeating: "<", count: 200))""# }
    let diff = ConfigDiff(
      from: try value("{}"), to: try value("{\(long.joined(separator: ","))}"))
    let text = ConfigDiffMarkdown(limit: 5000).report(diff)
    #expect(text.count <= 5000)
    #expect(
      String(decoding: text, as: UTF8.self).hasSuffix(
        " more changes not shown, because the size of a comment is limited.\n"))
  }
}
