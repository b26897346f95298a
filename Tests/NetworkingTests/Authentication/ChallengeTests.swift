import Testing
import TremaHTTP

@testable import Networking

@Suite struct ChallengeTests {
  private static func text(_ fields: HTTPFields) -> [String] {
    AuthenticationChallenge.all(in: fields).map { challenge in
      let parameters = challenge.parameters.map { "\($0.name)=<\($0.value)>" }
      return ([challenge.scheme] + [challenge.token68].compactMap { $0 } + parameters)
        .joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("Basic", ["basic"]),
    (#"Basic realm="simple""#, ["basic realm=<simple>"]),
    (#"Basic realm = "a b" , charset=UTF-8"#, ["basic realm=<a b> charset=<UTF-8>"]),
    ("Negotiate YWJj==", ["negotiate YWJj=="]),
    ("Negotiate a", ["negotiate a"]),
    ("NTLM, Basic realm=x", ["ntlm", "basic realm=<x>"]),
    // The example of RFC 9110, section 11.6.1.
    (
      #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
      ["basic realm=<simple>", #"newauth realm=<apps> type=<1> title=<Login to "apps">"#]
    ),
    (
      #"Digest realm="a, Basic realm=b", nonce="x=y\\", Negotiate abc/+=, Bearer"#,
      [#"digest realm=<a, Basic realm=b> nonce=<x=y\>"#, "negotiate abc/+=", "bearer"]
    ),
    (", ,\t, Basic ,, realm=x,,", ["basic realm=<x>"]),
    ("DIGEST REALM=x", ["digest realm=<x>"]),
    (#"Basic realm="""#, ["basic realm=<>"]),
    // Invalid challenges are left out, and the following ones are read.
    ("", []), (",,,", []), ("=", []), ("realm=x", []), (#""Basic""#, []), ("\u{1}", []),
    (#"Basic realm="x"#, []), (#"Basic realm="x\"#, []), ("Basic realm=", ["basic realm="]),
    (#"Basic realm=x y"#, []), (#"Basic realm="x"y, Bearer"#, ["bearer"]),
    ("Basic realm=x, realm=y, Bearer a=b", ["bearer a=<b>"]),
    ("Basic realm=x, REALM=y", []),
    (#"Basic (;), a=b, "c, Bearer", Digest a=b"#, ["digest a=<b>"]),
    ("Basic/realm=x, Bearer", ["bearer"]),
  ])
  func `a challenge field is parsed`(_ value: String, _ expected: [String]) {
    #expect(Self.text(["WWW-Authenticate": value]) == expected)
  }

  @Test func `multiple fields are parsed in order and kept separate`() {
    let fields = HTTPFields([
      .init("WWW-Authenticate", #"Basic realm="open"#), .init("X", "Bearer"),
      .init("www-authenticate", "Digest realm=a"), .init("WWW-Authenticate", "b=c, Basic"),
    ])
    #expect(Self.text(fields) == ["digest realm=<a>", "basic"])
  }

  @Test func `the size of a challenge is limited`() {
    let many = (0..<5000).map { "S\($0)" }.joined(separator: ",")
    let fields = HTTPFields((0..<10).map { _ in HTTPFields.Field(.wwwAuthenticate, many) })
    #expect(AuthenticationChallenge.all(in: fields).count == 32)
    let long = "Basic " + (0..<5000).map { "a\($0)=b" }.joined(separator: ",") + ", Bearer"
    #expect(Self.text(["WWW-Authenticate": long]) == ["bearer"])
  }

  @Test func `no field value crashes or hangs the parser`() {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("Ba=\",\\ \t;/é=,\"".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...24, using: &generator) {
        text.unicodeScalars.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
      }
      for challenge in AuthenticationChallenge.all(in: ["WWW-Authenticate": text]) {
        #expect(!challenge.scheme.isEmpty)
        #expect(Set(challenge.parameters.map(\.name)).count == challenge.parameters.count)
      }
    }
  }
}
