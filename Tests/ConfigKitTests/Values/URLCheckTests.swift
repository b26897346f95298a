import ConfigKit
import Foundation
import Testing
import TremaJSON
import TremaSupport

@Suite struct URLCheckTests {
  /// Inputs of `URL(string:)`, and the finding.
  @Test(arguments: [
    (
      "not a url",
      "error [invalid-url] 'apiURL' is not a valid URL: it contains whitespace | use a URL such "
        + "as https://api.example.com/v1"
    ),
    (
      "https://",
      "error [invalid-url] 'apiURL' is not a valid URL: it has no host | use a URL such as "
        + "https://api.example.com/v1"
    ),
    (
      "https://example.com:99999",
      "error [invalid-url] 'apiURL' is not a valid URL: the port is not between 1 and 65535 | "
        + "use a URL such as https://api.example.com/v1"
    ),
    (
      "https://$(HOST)/v1",
      "error [unresolved-placeholder] 'apiURL' contains a placeholder that was not "
        + "replaced | replace it with the value"
    ),
    (
      "htp:/x",
      "error [invalid-url] 'apiURL' has the scheme 'htp', which is not allowed | "
        + "did you mean 'http'?"
    ),
    (
      "https:",
      "error [invalid-url] 'apiURL' is not a valid URL: it has no host | add two slashes and a "
        + "host after 'https:'"
    ),
    (
      "https://me:hunter2@example.com",
      "error [url-credentials] 'apiURL' contains a user name and a password | "
        + "remove both and change the password; everyone with the file can read it"
    ),
    (
      "https://4f1c@o4.ingest.example.com/7",
      "warning [url-credentials] 'apiURL' contains a user name | remove it, unless "
        + "it is public"
    ),
    (
      "https://bücher.example",
      "note [idn-host] 'apiURL' has a host with non-ASCII letters | use its ASCII form, which "
        + "begins with 'xn--'"
    ),
  ])
  func `strings that the platform rejects are not URLs`(text: String, finding: String) throws {
    #expect(URL(string: text) != nil)
    let said = try CheckedValues(base: "{\"apiURL\": \"\(text)\"}").findings(
      "invalid-url", "unresolved-placeholder", "url-credentials", "idn-host")
    #expect(said == ["\(finding) | production"])
  }

  @Test func `an empty value is not treated as a URL because of its key`() throws {
    #expect(try CheckedValues(base: "{\"proxyURL\": \"\"}").codes("invalid-url") == [])
  }

  @Test(arguments: ["https://${api.host}/", "https://{{host}}/", "https://<host>/"])
  func `placeholders of every kind are detected`(text: String) throws {
    #expect(
      try CheckedValues(base: "{\"x\": \"\(text)\"}").codes(
        "unresolved-placeholder", "invalid-url") == ["unresolved-placeholder"])
  }

  @Test func `URLs are recognized by key, prefix and schema`() throws {
    let base = """
      {"curl": "a b", "ghost": "a b", "note": "https://example.com is ours", "loginURL": "/login",
       "userURL": "https://example.com/%@/{id}", "redirectURI": "myapp://login", "apiHost": "a b",
       "hosts": ["api.example.com", "localhost:8080", "*.example.com", "a..b"]}
      """
    #expect(
      try CheckedValues(base: base).findings("invalid-url") == [
        "error [invalid-url] 'apiHost' is not a valid host: it contains whitespace | use a host "
          + "such as api.example.com | production",
        "error [invalid-url] 'hosts[3]' is not a valid host: its host contains an empty label | "
          + "use a host such as api.example.com | production",
      ])
    let declared = CheckedValues(
      base: #"{"x": "/login", "y": "myapp://login", "z": "https://a.example/{id}"}"#,
      contract: ["x", "y", "z"].map { ($0, CheckedValues.node(.url)) })
    #expect(
      try declared.findings("invalid-url", "unresolved-placeholder") == [
        "error [invalid-url] 'x' is not a valid URL: it does not begin with a scheme such as "
          + "'https:' | use a URL such as https://api.example.com/v1 | production",
        "error [invalid-url] 'y' has the scheme 'myapp', which is not allowed | "
          + "use https, http, wss, ws, or allow others with \"x-schemes\" in the schema | production",
        "error [unresolved-placeholder] 'z' contains a placeholder that was not "
          + "replaced | replace it with the value | production",
      ])
  }

  @Test func `the schema can allow schemes and hosts`() throws {
    var node = CheckedValues.node(.url)
    node.extensions = [
      ("x-schemes", try JSONValue.decode(Array(#"["myapp"]"#.utf8), file: "s")),
      ("x-allowHosts", try JSONValue.decode(Array(#"["*.dev.example.com"]"#.utf8), file: "s")),
    ]
    let values = CheckedValues(
      base: #"{"x": "myapp://login", "y": "https://api.dev.example.com"}"#,
      contract: [("x", node), ("y", node)])
    #expect(
      try values.codes("invalid-url", "test-host-in-production", "production-host") == [])
  }

  @Test func `an unencrypted URL is an error in production and a warning elsewhere`() throws {
    let values = CheckedValues(
      base: #"{"aURL": "http://a.example.com", "bURL": "https://b.example.com"}"#,
      overlays: [
        ("staging", #"{"bURL": "http://b.example.net"}"#),
        ("dev", #"{"bURL": "http://localhost:8080"}"#),
        ("lan", #"{"bURL": "ws://192.168.1.2"}"#),
      ])
    #expect(
      try values.findings("insecure-url") == [
        "error [insecure-url] 'aURL' is an unencrypted URL | use 'https:' or 'wss:' | staging, "
          + "dev, lan, production",
        "warning [insecure-url] 'bURL' is an unencrypted URL | use 'https:' or 'wss:' | staging",
      ])
  }

  @Test func `test hosts are errors only in production`() throws {
    let values = CheckedValues(
      base:
        #"{"aURL": "http://localhost/", "bURL": "https://qa.example.com", "cHost": "10.0.0.1"}"#,
      overlays: [("dev", #"{"aURL": "https://dev.example.com"}"#)])
    #expect(
      try values.findings("test-host-in-production", "insecure-url") == [
        "error [test-host-in-production] 'aURL' uses 'localhost', which is the "
          + "local machine, in production | use the production host, or allow this one with \"x-allowHosts\" in "
          + "the schema | production",
        "error [test-host-in-production] 'bURL' uses 'qa.example.com', which "
          + "looks like a test host ('qa'), in production | use the production host, or allow this one with "
          + "\"x-allowHosts\" in the schema | production",
        "error [test-host-in-production] 'cHost' uses '10.0.0.1', which is a "
          + "private address, in production | use the production host, or allow this one with \"x-allowHosts\" "
          + "in the schema | production",
      ])
  }

  @Test func `the production host is reported if another environment uses it`() throws {
    let base = #"{"aURL": "https://api.example.com/v1", "bURL": "https://www.example.com"}"#
    let values = CheckedValues(
      base: base,
      overlays: [
        ("staging", #"{"aURL": "https://api.example.com/v2"}"#),
        ("dev", #"{"aURL": "https://api.dev.example.com"}"#),
        ("same", #"{"aURL": "https://api.example.com/v1"}"#),
      ])
    // A copied host is reported as such, not as an override without effect.
    #expect(
      try values.findings("production-host", "dead-override")
        == ["staging", "same"].map { environment in
          "warning [production-host] 'aURL' uses 'api.example.com', which is the production host "
            + "| use the environment's own host, or allow this one with \"x-allowHosts\" in the "
            + "schema | "
            + environment
        })
  }
}
