import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON

@Suite struct HostFormatTests {
  private func accepts(_ host: String, as format: String) throws -> Bool {
    let text = "{\"format\": \"\(format)\"}"
    let (schema, _) = ConfigSchema.compile(try JSONValue.decode(Array(text.utf8), file: "s.json"))
    return try #require(schema).violations(in: ConfigValue(.string(host)), as: .json).isEmpty
  }

  @Test(arguments: [
    // Hebrew and Arabic, by themselves and beside digits.
    ("אבג.example", true), ("אבג1", true), ("ابج", true), ("ابج٣", true), ("ابج3", true),
    // Both kinds of digits in one label, and letters of both directions.
    ("ابج٣3", false), ("אaב", false), ("aא", false), ("אבa", false),
    // A label that does not begin with a letter, in a host with a right-to-left label.
    ("1a.אבג", false), ("1.example", true), ("a1.אבג", true),
    // A label that ends with a mark after a letter, and one that ends with a hyphen inside.
    ("אבג\u{5B4}", true), ("אב-ג", true),
  ])
  func `an internationalized host follows the Bidi rule`(
    host: String, isHost: Bool
  ) throws {
    #expect(try accepts(host, as: "idn-hostname") == isHost)
  }

  @Test(arguments: [
    ("xn--bcher-kva.example", true), ("XN--BCHER-KVA.example", true),
    // The encoding of a label without ASCII characters has no hyphen before its digits.
    ("xn--tda", true), ("xn---tda", false),
    // Right-to-left letters in Punycode next to a label that begins with a digit.
    ("xn--4dbcagdahymbxekheh6e0a7fei0b.example", true),
    ("1a.xn--4dbcagdahymbxekheh6e0a7fei0b", false),
    // Code points beyond Unicode, and truncated input.
    ("xn--99999999", false), ("xn--bcher-kv", false), ("xn--a", false),
  ])
  func `a Punycode host must be the canonical encoding of its text`(
    host: String, isHost: Bool
  ) throws {
    #expect(try accepts(host, as: "hostname") == isHost)
    #expect(try accepts(host, as: "idn-hostname") == isHost)
  }
}
