import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport

@Suite struct RedactionTests {
  private let redaction = ConfigRedaction(
    contract: ConfigContract([
      {
        var root = ConfigContract.Node()
        root.properties = [("auth", 1), ("port", 2)]
        return root
      }(), CheckedValues.node(nil, isSecret: true), ConfigContract.Node(),
    ]))
  private let long = "correct horse battery"

  private func shown(_ content: ConfigValue.Content, _ path: String) throws -> String {
    redaction.shown(ConfigValue(content), at: try #require(ConfigKeyPath(path)))
  }

  @Test func `a redacted secret shows its length and a digest for comparison`() throws {
    let one = try shown(.string(long), "auth")
    #expect(one.hasPrefix("<redacted: 21 characters, #") && one.utf8.count == 34)
    #expect(try shown(.string(long), "auth") == one)
    #expect(try shown(.string(long + "!"), "auth") != one)
    // Equal secrets at two keys do not show that they are equal.
    #expect(try shown(.string(long), "auth.other") != one)
    #expect(try shown(.string("hunter2"), "auth") == "<redacted: 7 characters>")
    #expect(try shown(.boolean(true), "auth.x") == "<redacted: a Boolean>")
  }

  @Test func `secrets in a nested value are redacted, and the rest is shown`() throws {
    let value = ConfigValue(
      .dictionary([
        .init("auth", ConfigValue(.array([ConfigValue(.string("hunter2"))]))),
        .init("password", ConfigValue(.string("swordfish"))),
        .init("port", ConfigValue(.string("a\"\u{1B}"))),
      ]))
    #expect(
      redaction.shown(value, at: ConfigKeyPath())
        == #"{"auth": [<redacted: 7 characters>], "password": <redacted: 9 characters>, "port": "a\"\u{1B}"}"#
    )
  }

  @Test func `lines with a secret are masked with asterisks of the same width`() throws {
    let matrix = try CheckedValues(
      base: """
        {"password":
          "swördfish-9",
         "title": "Hello"}
        """
    ).matrix()
    let secrets = ConfigSecrets(in: matrix)
    #expect(
      secrets.masked("  \"swördfish-9\",", 2, of: "base", above: []) == "  ***\u{D7}**********")
    #expect(
      secrets.masked(" \"title\": \"Hello\"}", 3, of: "base", above: [])
        == " \"title\": \"Hello\"}")
    #expect(
      !secrets.masked("anything", 2, of: "base", above: []).contains("anything"))
    var diagnostic = Diagnostic(.error, "x", "'swördfish-9' is no integer")
    diagnostic.fixes = [.init(at: .init(file: "base"), replacement: "\"swördfish-9\"")]
    #expect(secrets.masked(diagnostic).message == "'<redacted>' is no integer")
    #expect(secrets.masked(diagnostic).fixes.isEmpty)
  }

  @Test(arguments: [
    ("<string>hunter2</strin>", "<key>password</key>", true), ("<key>password</key>", nil, false),
    (#"  "apiToken": "abc","#, nil, true), ("API_TOKEN=abc", nil, true),
    (#"  "title": "Hello","#, nil, false), ("<string>https://u:p@h</string>", nil, true),
    ("<string>https://api.example.com/v2</string>", nil, false),
    ("AUTH__PASSWORD=abc", nil, true), ("second line</string>", "<string>first", false),
    (#""apiToken":"#, nil, true), (#"  "hunter2""#, #"  "apiToken":"#, true),
    ("}", "apiToken", false),
    ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", nil, true),
  ])
  func `lines of an unparseable file are redacted by their content`(
    line: String, above: String?, isHidden: Bool
  ) {
    let masked = ConfigSecrets().masked(line, 1, of: "x", above: [above].compactMap { $0 })
    #expect((masked != line) == isHidden)
  }

  @Test(arguments: [
    ("hunter2", true), ("  export hunter2", true), ("name: hunter2", true), ("aHVudGVyMg==", true),
    ("NAME=demo", false), ("# a comment", false), ("// a comment", false), ("", false),
    ("#include \"a.xcconfig\"", false), ("NAME[sdk=iphoneos*] = demo", false),
  ])
  func `a line without a key can be redacted as a whole`(
    line: String, isHidden: Bool
  ) {
    for file in ["Configuration.env", "Configuration.xcconfig"] {
      #expect((ConfigSecrets().masked(line, 1, of: file, above: []) != line) == isHidden)
    }
    #expect(ConfigSecrets().masked("hunter2", 1, of: "Configuration.json", above: []) == "hunter2")
  }

  @Test(arguments: [
    ##"{"a": "\u0067hp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"}"##,
    "<string>&#103;hp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5</string>",
    "URL = postgres:/$()/u:planted@h/x", ##"{"a": "postgres:\/\/u:planted@h"}"##,
    ##"a: "\x67hp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5""##,
  ])
  func `an escaped secret is redacted`(line: String) {
    #expect(ConfigSecrets().masked(line, 1, of: "x", above: []) != line)
  }

  @Test func `the replacement of a redacted line is redacted, too`() {
    let patch = """
      --- a/x.json
      +++ b/x.json
      @@ -1,3 +1,3 @@
       {"a": 1,
      -  "password": "swordfish",
      +  "pwx": "sword" + "fish",
        "b": 2}
      """
    let masked = String(decoding: ConfigSecrets().masked(patch: Array(patch.utf8)), as: UTF8.self)
    #expect(
      masked == """
        --- a/x.json
        +++ b/x.json
        @@ -1,3 +1,3 @@
         {"a": 1,
        -  ************************
        +  ************************
          "b": 2}
        """)
  }

  @Test func `quoted values in a message are removed, and apostrophes do not quote`() {
    func words(_ text: String) -> String {
      var diagnostic = Diagnostic(.error, "x", text)
      diagnostic.key = "a.key"
      return ConfigSecrets().withoutQuotations(diagnostic).message
    }
    #expect(words("'a.key' is in an app's bundle") == "'a.key' is in an app's bundle")
    #expect(words("'hunter's 2' is no number") == "<redacted> is no number")
    #expect(words("'a.key' is 'x', not 'y'") == "'a.key' is <redacted>")
  }

  @Test func `words of the schema remain visible in a line with a secret`() throws {
    var open = ConfigContract.Node()
    open.choices = [ConfigValue(.string("info")), ConfigValue(.string("warning"))]
    var secret = ConfigContract.Node()
    secret.marks.isSecret = true
    secret.choices = [ConfigValue(.string("alpha"))]
    var root = ConfigContract.Node()
    root.properties = [("level", 1), ("token", 2), ("password", 1)]
    let secrets = ConfigSecrets(
      in: [ConfigValue](), contract: ConfigContract([root, open, secret]))
    func hint(_ text: String) -> String? {
      var diagnostic = Diagnostic(.error, "x", "y")
      diagnostic.hint = text
      return secrets.withoutQuotations(diagnostic).hint
    }
    #expect(hint("did you mean 'warning'?") == "did you mean 'warning'?")
    #expect(hint("did you mean 'password.level'?") == "did you mean 'password.level'?")
    #expect(hint("did you mean 'alpha'?") == "did you mean <redacted>?")
    #expect(hint("did you mean 'hunter2'?") == "did you mean <redacted>?")
  }
}
