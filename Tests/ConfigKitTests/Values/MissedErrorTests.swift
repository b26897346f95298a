import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

/// Errors in values that a schema does not detect.
@Suite struct MissedErrorTests {
  private static let letters = "aB3dE5gH7jK9mN1pQ3sT5vW7"

  @Test func `a live key outside production and a test key in production are reported`() throws {
    let live = ["pk_", "live_", Self.letters].joined()
    let test = ["pk_", "test_", Self.letters].joined()
    let values = CheckedValues(
      base: "{\"a\": \"\(test)\", \"b\": \"\(live)\"}",
      overlays: [("staging", "{\"a\": \"\(live)\"}"), ("dev", "{\"b\": \"\(test)\"}")])
    #expect(
      try values.findings("test-key-in-production", "live-key") == [
        "warning [live-key] 'a' is a live key outside production | use the test key in the "
          + "environment's file | staging",
        "error [test-key-in-production] 'a' is a test key in production | use the provider's "
          + "live key | production",
        "warning [live-key] 'b' is a live key outside production | use the test key in the "
          + "environment's file | staging",
      ])
  }

  @Test(arguments: [
    (["rzp_", "test_", "aB3dE5gH7jK9mN"], "test"), (["access-", "sandbox-", letters], "test"),
    (["sandbox_", "g42y39zw_348pk9cgf3bgyw2b"], "test"),
    (["ca-app-pub-", "3940256099942544/2934735716"], "test"),
    (["key_", "live_", "aB3dE5gH7jK9mN1pQ3"], "live"), (["live_", letters, "x9"], "live"),
    (["app_test_identifier"], ""), (["test_user_with_a_long_name_1"], ""),
    (["https://live.example.com/stream/1234567890"], ""),
    (["com.example.test.app.2024.internal"], ""),
    (["live-update-channel-2024-stable"], ""), (["feature_live_activities_v2"], ""),
  ])
  func `the mode in a key's prefix is recognized`(parts: [String], mode: String) throws {
    let text = parts.joined()
    let codes = try CheckedValues(
      base: "{\"x\": \"\(text)\"}", overlays: [("dev", "{}")]
    ).codes("test-key-in-production", "live-key")
    #expect(
      codes == (mode == "test" ? ["test-key-in-production"] : mode == "live" ? ["live-key"] : []))
  }

  @Test func `a production key in another environment's file is reported`() throws {
    let layers: [(String, Bool, String)] = [
      (
        "production", true,
        "{\"analyticsKey\": \"9f86d081884c7d659a2feaa0\", \"theme\": \"dark-blue\"}"
      ),
      (
        "staging", false,
        "{\"analyticsKey\": \"9f86d081884c7d659a2feaa0\", \"theme\": \"dark-blue\"}"
      ),
    ]
    let base = ConfigLayer(.base, name: "base", try CheckedValues.value("{}", file: "base"))
    let environments = try layers.map { name, isProduction, json in
      ConfigEnvironment(
        name, isProduction: isProduction,
        layers: [
          base,
          ConfigLayer(.environment(name), name: name, try CheckedValues.value(json, file: name)),
        ])
    }
    let found = ConfigChecker.findings(in: ConfigMatrix(environments))
    #expect(
      found.map(\.message) == ["'analyticsKey' repeats the production key"],
      "\(found.map(\.message))"
    )
  }

  @Test func `a repeated production key is not reported as an override without effect`() throws {
    let json = "{\"analyticsKey\": \"9f86d081884c7d659a2feaa0\", \"name\": \"a\"}"
    #expect(
      try CheckedValues(base: json, overlays: [("dev", json), ("qa", "{}")]).findings(
        "live-key", "dead-override") == [
          "warning [live-key] 'analyticsKey' repeats the production key | use the environment's "
            + "own key | dev",
          "warning [dead-override] 'name' repeats the value of the layer below | remove it from "
            + "this file | dev",
        ])
  }

  @Test func `leading or trailing whitespace and invisible characters are reported`() throws {
    let base = """
      {"a": "abc ", "b": "\\n abc", "c": " abc\\t", "d": ["x", "y "], "host": "api.exam\\u200bple.com",
       "e": "abc\\u00a0", "f": "a\\u00a0b", "g": "\\ufeffabc", "h": "ab\\u00adc"}
      """
    #expect(
      try CheckedValues(base: base).findings("edge-space", "invisible-character") == [
        "warning [edge-space] the value of 'a' ends with whitespace | remove it | production",
        "warning [edge-space] the value of 'b' begins with whitespace | remove it | production",
        "warning [edge-space] the value of 'c' begins and ends with whitespace | remove it | production",
        "warning [edge-space] the value of 'd[1]' ends with whitespace | remove it | production",
        "warning [invisible-character] the value of 'e' contains a no-break space (U+00A0) | "
          + "retype the value | production",
        "warning [invisible-character] the value of 'f' contains a no-break space (U+00A0) | "
          + "retype the value | production",
        "warning [invisible-character] the value of 'g' contains a byte order mark (U+FEFF) | "
          + "retype the value | production",
        "warning [invisible-character] the value of 'h' contains a soft hyphen (U+00AD) | retype "
          + "the value | production",
        "warning [invisible-character] the value of 'host' contains a zero-width space (U+200B) "
          + "| retype the value | production",
      ])
  }

  @Test(arguments: [
    #"{"a": " ", "b": ", ", "c": "", "d": "one two", "e": "first\nsecond\n"}"#,
    #"{"a": "10\u00a0km weit", "b": "Prix\u202f: 5 \u20ac", "c": "\u0645\u06cc\u200c\u062e\u0648"}"#,
    #"{"a": "\ud83d\udc68\u200d\ud83d\udc69", "b": "caf\u00e9"}"#,
    #"{"state": "todo", "size": "xxl", "title": "Todo list", "note": "to be determined", "a": "<b>"}"#,
    #"{"logLevel": "INFO", "logging": {"level": "basic"}, "level": "hihg", "method": "GET", "b": "tree"}"#,
    #"{"environment": "staging", "stage": "eu-west-1", "method": "oauth", "paymentMethod": "card"}"#,
  ])
  func `ordinary values cause no findings`(base: String) throws {
    let codes = [
      "edge-space", "invisible-character", "placeholder-value", "misspelled-value", "live-key",
      "test-key-in-production", "empty-required-value",
    ]
    let found = ConfigChecker.findings(in: try CheckedValues(base: base).matrix())
    #expect(found.filter { codes.contains($0.code) }.map(\.message) == [])
  }

  @Test func `a placeholder is reported under any key, as an error in production`() throws {
    let base = """
      {"mail": "TODO", "name": "changeme", "list": ["FIXME: later"], "x": "xxx",
       "appID": "YOUR_APP_ID_HERE", "y": "<your-app-id>", "choice": "TODO"}
      """
    let values = CheckedValues(
      base: base, overlays: [("dev", #"{"mail": "TBD"}"#)],
      contract: [
        (
          "choice",
          {
            var node = CheckedValues.node(nil)
            node.choices = [ConfigValue(.string("TODO"))]
            return node
          }()
        )
      ])
    let found = try values.findings("placeholder-value")
    #expect(found.count == 7)
    #expect(
      found.filter { $0.contains("'mail'") } == [
        "warning [placeholder-value] 'mail' is still a placeholder | replace it with the value, "
          + "or remove the key | dev",
        "error [placeholder-value] 'mail' is still a placeholder | replace it with the value, or "
          + "remove the key | production",
      ])
  }

  @Test func `a misspelled common word is reported with the correct word`() throws {
    let base = """
      {"logging": {"level": "eror"}, "logLevel": "warnig", "environment": "prodution",
       "httpMethod": "PSOT", "isOn": "ture"}
      """
    #expect(
      try CheckedValues(base: base).findings("misspelled-value") == [
        "warning [misspelled-value] the value of 'environment' resembles 'production' | did you "
          + "mean 'production'? | production",
        "warning [misspelled-value] the value of 'httpMethod' resembles 'post' | did you mean 'post'? | production",
        "warning [misspelled-value] the value of 'isOn' resembles 'true' | did you mean 'true'? | production",
        "warning [misspelled-value] the value of 'logLevel' resembles 'warning' | did you mean "
          + "'warning'? | production",
        "warning [misspelled-value] the value of 'logging.level' resembles 'error' | did you "
          + "mean 'error'? | production",
      ])
  }
}
