import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

@testable import Networking

@Suite struct DigestTests {
  /// The authorization fields that follow a single refusal by a server.
  private func answers(
    to challenges: [String], _ digest: DigestAuthentication,
    _ request: RequestBuilder<BodyAllowed> = RequestBuilder.post("dir/index.html"),
    status: HTTPStatus = .ok,
    info: String? = nil
  ) async throws(NetworkError) -> [String?] {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      var answer = response(
        to: request, request.fields.contains(.authorization) ? status : .unauthorized)
      answer.head.fields[values: .wwwAuthenticate] = challenges
      if status != .unauthorized { answer.head.fields["Authentication-Info"] = info }
      return answer
    }
    let client = HTTPClient(baseURL: "https://www.example.org", transport: transport)
      .adding(Authentication(digest))
    try await client.send(request.empty)
    return transport.requests.map { $0.fields[.authorization] }
  }

  private func mufasa(_ nonce: String, signsBodies: Bool = false) -> DigestAuthentication {
    DigestAuthentication(
      "Mufasa", "Circle of Life", signsBodies: signsBodies, functions: [.sha256, .md5]
    ) { nonce }
  }

  @Test(arguments: [
    // RFC 7616, section 3.9.1.
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ])
  func `the response matches the example in RFC 7616`(_ algorithm: String, _ response: String)
    async throws
  {
    let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    let client = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    let opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    let challenge = """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
      nonce="\(nonce)", opaque="\(opaque)"
      """
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let isRefused = !request.fields.contains(.authorization)
      var answer = NetworkingTests.response(to: request, isRefused ? .unauthorized : .ok)
      answer.head.fields[.wwwAuthenticate] = challenge
      return answer
    }
    try await HTTPClient(baseURL: "http://www.example.org", transport: transport)
      .adding(Authentication(mufasa(client), allowsHTTP: true))
      .send(.get("dir/index.html").empty)
    #expect(transport.requests[0].fields[.authorization] == nil)
    #expect(
      transport.requests[1].fields[.authorization] == """
        Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", \
        algorithm=\(algorithm), nonce="\(nonce)", nc=00000001, cnonce="\(client)", qop=auth, \
        response="\(response)", opaque="\(opaque)"
        """)
  }

  #if !canImport(CryptoKit)
    /// RFC 7616, section 3.9.2, with the values of erratum 4897: the printed ones are those of
    /// another function. Python's hashlib computes them as well.
    @Test func `the SHA-512-256 response matches the erratum to RFC 7616`()
      async throws
    {
      let client = "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v"
      let nonce = "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"
      let opaque = "HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"
      let challenge = """
        Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="\(nonce)", \
        opaque="\(opaque)", charset=UTF-8, userhash=true
        """
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        let isRefused = !request.fields.contains(.authorization)
        var answer = response(to: request, isRefused ? .unauthorized : .ok)
        answer.head.fields[.wwwAuthenticate] = challenge
        return answer
      }
      let digest = DigestAuthentication(
        "Jäsøn Doe", "Secret, or not?", functions: [.sha512Truncated]
      ) { client }
      try await HTTPClient(baseURL: "https://api.example.org", transport: transport)
        .adding(Authentication(digest)).send(.get("doe.json").empty)
      #expect(
        transport.requests[1].fields[.authorization] == """
          Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", \
          realm="api@example.org", uri="/doe.json", algorithm=SHA-512-256, nonce="\(nonce)", \
          nc=00000001, cnonce="\(client)", qop=auth, \
          response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5", \
          opaque="\(opaque)", userhash=true
          """)
    }
  #endif

  #if !canImport(CryptoKit)
    @Test(arguments: [
      ("Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-512-256", "SHA-512-256"),
      (
        "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-512-256, "
          + "Digest realm=\"r\", nonce=\"m\", qop=\"auth\", algorithm=SHA-256", "SHA-256"
      ),
      (
        "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5, "
          + "Digest realm=\"r\", nonce=\"m\", qop=\"auth\", algorithm=SHA-512-256", "SHA-512-256"
      ),
    ])
    func `the strongest offered qop is used, then SHA-256`(
      _ challenge: String, _ algorithm: String
    ) async throws {
      let sent = try await answers(to: [challenge], DigestAuthentication("u", "p"))
      #expect(sent.last??.contains("algorithm=\(algorithm),") == true)
    }
  #endif

  /// The values of RFC 7616, section 3.9.2, with SHA-256, computed by Python.
  @Test func `a non-ASCII user name is hashed or encoded as the challenge requires`() async throws {
    let digest = DigestAuthentication(
      "Jäsøn Doe", "Secret, or not?", functions: [.sha256]
    ) { "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v" }
    let nonce = "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"
    let start = #"Digest realm="api@example.org", qop="auth", algorithm=SHA-256, nonce="\#(nonce)""#
    let names = [
      ", charset=UTF-8, userhash=true":
        #""5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7""#,
      ", charset=UTF-8": "UTF-8''J%C3%A4s%C3%B8n%20Doe", "": #""Jäsøn Doe""#,
    ]
    for (end, name) in names {
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        let isRefused = !request.fields.contains(.authorization)
        var answer = response(to: request, isRefused ? .unauthorized : .ok)
        answer.head.fields[.wwwAuthenticate] = start + end
        return answer
      }
      let fresh = DigestAuthentication(
        "Jäsøn Doe", "Secret, or not?", functions: [.sha256]
      ) { "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v" }
      try await HTTPClient(baseURL: "https://api.example.org", transport: transport)
        .adding(Authentication(fresh)).send(.get("doe.json").empty)
      let field = try #require(transport.requests.last?.fields[.authorization])
      #expect(field.contains("\(name), realm="), "\(field)")
      #expect(
        field.contains("b6d5cb9c3000ea2385250005e294d7132b260b8fd08940d2377373493cee8cc4"))
      #expect(field.hasSuffix("userhash=true") == end.hasSuffix("userhash=true"))
      #expect(field.contains("username*=") == (end == ", charset=UTF-8"))
    }
    #expect("\(digest)" == "Digest")
  }

  @Test(arguments: [
    "Digest realm=\"r\", nonce=\"a\u{7F}b\"", "Digest realm=\"r\u{7F}\", nonce=\"n\"",
    "Digest realm=\"r\", nonce=\"n\", opaque=\"\u{1}\"",
  ])
  func `a challenge with control characters is not answered`(_ challenge: String) async throws {
    let digest = mufasa("c")
    let error = await #expect(throws: NetworkError.self) {
      try await answers(to: [challenge], digest)
    }
    #expect(error?.status == .unauthorized)
    #expect(error?.attempts == 1)
  }

  /// The second request of a session with the nonce N1; computed by Python's hashlib.
  @Test(arguments: [
    ("MD5", "auth", "f0b1130567ab9e141f8b50b8c839b627"),
    ("MD5", "auth-int", "632347cedf53a45161aad1ed4f5bdfc5"),
    ("MD5", nil, "5e6a7d5530964d4f81605857c8d18114"),
    ("MD5-sess", "auth", "35e59c1454f9dfef2cff6bc9c7079a82"),
    ("md5-SESS", "auth-int", "f351441d5477587392e546f360894d96"),
    ("MD5-sess", nil, "a23922450701909a0ad7b85bb6e3f10a"),
    ("SHA-256", "auth", "cfe85984a6bcecf443069809c770d8831de107258b16dfa48160dc8aae10040a"),
    ("SHA-256", "auth-int", "6b4877d4cb236a82b7a929717ee981ffb192560d5028aeebbabd5127f2a080a4"),
    ("sha-256", nil, "1706eb6bc753e2c3a87455f21648d673795fae9bfd0df6535ae9af94ec8a4033"),
    ("SHA-256-sess", "auth", "f2e8330300dde2e63f3e682410d405fd5869e071e996e190f2c7b9caa9421204"),
    (
      "SHA-256-sess", "auth-int", "231a92378bfb0effb02b2b3838360e9d333b3100f4342e2582445999bdda5cba"
    ),
    ("SHA-256-sess", nil, "70bc541df42e0e9f91222b683d69831399f2fdfe60ded7aa046b54361d0dbfe1"),
  ])
  func `every algorithm and qop is supported, and the nonce count increases`(
    _ algorithm: String, _ quality: String?, _ expected: String
  ) async throws {
    let qop = quality.map { #", qop="\#($0)""# } ?? ""
    let challenge =
      #"Digest realm="http-auth@example.org", nonce="N1", algorithm=\#(algorithm)\#(qop)"#
    let digest = mufasa("C1")
    _ = try await answers(to: [challenge], digest)
    let stream = HTTPBodyStream(length: 6, isReplayable: true) { BytesSource(Array("a body".utf8)) }
    let second = try await answers(
      to: [challenge], digest, RequestBuilder.post("dir/index.html").body(.stream(stream)))
    #expect(second.count == 1)
    let field = try #require(second[0])
    #expect(field.contains(#"response="\#(expected)""#), "\(field)")
    #expect(field.contains("nc=00000002") == (quality != nil))
  }

  @Test
  func `quotes and backslashes are escaped in the field but not in the hash`()
    async throws
  {
    let digest = DigestAuthentication(#"a"b\c"#, "p", functions: [.md5]) { "c" }
    let field = try #require(
      try await answers(
        to: [#"Digest realm="r\"e\\alm", nonce="n", qop=auth"#], digest, RequestBuilder.post("")
      ).last ?? nil)
    #expect(field.hasPrefix(#"Digest username="a\"b\\c", realm="r\"e\\alm", uri="/", nonce="n""#))
    // No algorithm was named, and the response names none.
    #expect(!field.contains("algorithm"))
  }

  @Test(arguments: [
    (
      [#"Digest realm=r, nonce=a, algorithm=MD5"#, #"Digest realm=r, nonce=b, algorithm=SHA-256"#],
      "b"
    ),
    (
      [#"Digest realm=r, nonce=a, Basic realm=x, Digest realm=r, nonce=b, algorithm=SHA-256-sess"#],
      "b"
    ),
    (["Digest realm=r, nonce=a, algorithm=MD5-sess, Digest realm=r, nonce=b"], "a"),
    (["Digest realm=r, nonce=a, algorithm=SHA-512-256", "Digest realm=r, nonce=b"], "b"),
    (["Digest realm=r, nonce=a, algorithm=SHA-256, qop=token", "Digest realm=r, nonce=b"], "b"),
    (["Digest realm=r, algorithm=SHA-256", "Digest realm=r, nonce=b"], "b"),
  ])
  func `the strongest supported challenge is answered`(
    _ challenges: [String], _ nonce: String
  ) async throws {
    let field = try #require(try await answers(to: challenges, mufasa("c")).last ?? nil)
    #expect(field.contains(#"nonce="\#(nonce)""#), "\(field)")
  }

  @Test func `an unavailable hash function is not used`() async throws {
    let both = ["Digest realm=r, nonce=a, algorithm=SHA-256", "Digest realm=r, nonce=b"]
    let old = DigestAuthentication("u", "p", functions: [.md5]) { "c" }
    #expect(try await answers(to: both, old).last??.contains(#"nonce="b""#) == true)
    for digest in [
      DigestAuthentication("u", "p", functions: []) { "c" },
      DigestAuthentication("u", "p", allowsMD5: false),
    ] {
      let error = await #expect(throws: NetworkError.self) {
        _ = try await answers(to: ["Digest realm=r, nonce=b"], digest)
      }
      #expect(error?.status == .unauthorized)
      #expect(error?.attempts == 1)
    }
  }

  @Test func `a wrong password is sent only once`() async {
    let error = await #expect(throws: NetworkError.self) {
      _ = try await answers(
        to: [#"Digest realm=r, nonce=a, qop="auth""#], mufasa("c"), status: .unauthorized)
    }
    #expect(error?.status == .unauthorized)
    #expect(error?.attempts == 2)
  }

  @Test func `a stale nonce is replaced silently, and nextnonce is used`()
    async throws
  {
    let seen = LockedValue<[String]>([])
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let parameters = request.fields[.authorization].flatMap {
        AuthenticationChallenge.all(in: ["WWW-Authenticate": $0]).first
      }
      let shown = "\(parameters?["nonce"] ?? "-") \(parameters?["nc"] ?? "-")"
      seen.withLock { $0.append(shown) }
      var answer = response(to: request)
      switch shown {
      case "- -", "old 00000003":
        answer = response(to: request, .unauthorized)
        answer.head.fields[.wwwAuthenticate] =
          shown == "- -"
          ? #"Digest realm="r", nonce="old", qop="auth""#
          : #"Digest realm="r", nonce="new", qop="auth", stale=TRUE"#
      case "new 00000002": answer.head.fields["Authentication-Info"] = #"nextnonce="next""#
      default: break
      }
      return answer
    }
    let client = HTTPClient(baseURL: "https://www.example.org", transport: transport)
      .adding(Authentication(mufasa("c")))
    for _ in 0..<5 { try await client.send(.get("x").empty) }
    #expect(
      seen.value == [
        "- -", "old 00000001", "old 00000002", "old 00000003", "new 00000001", "new 00000002",
        "next 00000001",
      ])
  }

  @Test func `the default port does not distinguish servers`() async throws {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let isRefused = !request.fields.contains(.authorization)
      var answer = response(to: request, isRefused ? .unauthorized : .ok)
      answer.head.fields[.wwwAuthenticate] = #"Digest realm="r", nonce="n", qop="auth""#
      return answer
    }
    let client = HTTPClient(baseURL: "https://www.example.org", transport: transport)
      .adding(Authentication(mufasa("c")))
    try await client.send(.get("https://WWW.example.org:443/x").empty)
    try await client.send(.get("x").empty)
    #expect(transport.requests.count == 3)
  }

  @Test func `a response with invalid Authentication-Info is rejected`() async throws {
    let challenge =
      #"Digest realm="api@example.org", nonce="\#("5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK")", "#
      + #"qop="auth", algorithm=SHA-256"#
    let nonce = "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v"
    func asked(_ info: String) async throws(NetworkError) {
      let digest = DigestAuthentication("Jäsøn Doe", "Secret, or not?", functions: [.sha256]) {
        nonce
      }
      _ = try await answers(to: [challenge], digest, RequestBuilder.post("doe.json"), info: info)
    }
    let proof = "cd96df88ebf1caa93671266bd20a8683cb87e8fca70c519808d9b6de5e21e11f"
    try await asked(#"qop=auth, rspauth="\#(proof)", cnonce="\#(nonce)", nc=00000001"#)
    for (info, reason) in [
      (#"rspauth="\#(proof.dropLast())0""#, DigestError.wrongServer),
      (#"rspauth="""#, .wrongServer),
      (#"cnonce="other""#, .malformedInfo), ("nc=00000002", .malformedInfo),
      (#"rspauth="x"#, .malformedInfo), ("qop=auth-int", .malformedInfo),
    ] {
      let error = await #expect(throws: NetworkError.self) { try await asked(info) }
      guard case .interceptor(_, let found as DigestError) = error?.kind else {
        return #expect(Bool(false), "\(info)")
      }
      #expect(found == reason)
      #expect(error?.status == .ok)
    }
  }

  @Test func `a body that can be read only once is not signed`() async throws {
    let digest = mufasa("c", signsBodies: true)
    _ = try await answers(to: ["Digest realm=r, nonce=a, qop=auth-int"], digest)
    let once = HTTPBodyStream(length: 1) { () async throws(TransportError) in BytesSource([1]) }
    let error = await #expect(throws: NetworkError.self) {
      _ = try await answers(
        to: ["Digest realm=r, nonce=a, qop=auth-int"], digest,
        RequestBuilder.post("x").body(.stream(once)))
    }
    #expect(error?.status == .unauthorized)
    #expect(error?.attempts == 1)
    let both = mufasa("c", signsBodies: true)
    let challenge = [#"Digest realm=r, nonce=a, qop="auth, auth-int""#]
    #expect(try await answers(to: challenge, both).last??.contains("qop=auth-int") == true)
    let again = HTTPBodyStream(length: 1) { () async throws(TransportError) in BytesSource([1]) }
    let fields = try await answers(
      to: challenge, both, RequestBuilder.post("x").body(.stream(again)))
    #expect(fields.count == 1)
    #expect(fields[0]?.contains("qop=auth,") == true)
  }

  @Test func `the target is signed as it is sent`() async throws {
    let digest = mufasa("c")
    let field = try #require(
      try await answers(
        to: ["Digest realm=r, nonce=a"], digest, RequestBuilder.post("a%20b/").query("q", "x&ä")
      ).last ?? nil)
    #expect(field.contains(#"uri="/a%20b/?q=x%26%C3%A4""#), "\(field)")
  }

  @Test(arguments: ["auth", "auth-int"], ["MD5", "SHA-256"])
  func `httpbin accepts only the right password`(
    _ quality: String, _ algorithm: String
  ) async throws {
    let transport = try CurlTransport()
    let client = HTTPClient(baseURL: try await TestServers.httpbin(), transport: transport)
    let path = "digest-auth/\(quality)/ada/secret/\(algorithm)"
    let digest = client.adding(Authentication(.digest("ada", "secret")))
    // Without a query: httpbin answers 500 for one, as it adds bytes to a text.
    for _ in 0..<3 {
      let head = try await digest.send(.get(path).empty.withHead).head
      #expect(head.status == .ok)
    }
    for one in [client, client.adding(Authentication(.digest("ada", "wrong")))] {
      let error = await #expect(throws: NetworkError.self) { try await one.send(.get(path).empty) }
      #expect(error?.status == .unauthorized)
    }
    await transport.close()
  }

  @Test func `all concurrent requests are accepted`() async throws {
    let transport = try CurlTransport()
    let client = HTTPClient(
      baseURL: try await TestServers.httpbin(), concurrency: 16, transport: transport
    ).adding(Authentication(.digest("ada", "secret")))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<60 {
        group.addTask { try await client.send(.get("digest-auth/auth/ada/secret/MD5").empty) }
      }
      try await group.waitForAll()
    }
    await transport.close()
  }
}
