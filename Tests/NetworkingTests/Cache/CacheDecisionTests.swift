import Testing
import TremaDates
import TremaHTTP

@testable import Networking

/// RFC 9111, sections 4.1, 4.3, 4.4 and 5.2; RFC 5861; RFC 8246.
@Suite struct CacheDecisionTests {
  private let start: Int64 = 784_111_777

  private func request(
    _ fields: HTTPFields = [:], _ policy: HTTPRequest.CachePolicy = .protocol
  ) -> HTTPRequest {
    HTTPRequest(.get, "https://a.example/x", fields: fields, cachePolicy: policy)
  }

  private func kept(_ fields: HTTPFields, to asked: HTTPFields = [:]) -> StoredResponse {
    StoredResponse(
      HTTPResponseHead(.ok, fields: fields), to: request(asked), requestTime: start,
      responseTime: start)
  }

  /// The decision in an abbreviated form, to keep the tables readable.
  private func words(_ decision: CacheDecision) -> String {
    switch decision {
    case .use(_, _, .fresh): "use"
    case .use(_, _, .staleIsAccepted): "stale"
    case .use(_, _, .whileRevalidating): "while"
    case .validate(let reason): "ask \(reason.rawValue)"
    case .miss(let reason): reason.rawValue
    }
  }

  @Test func `directives of the request and the response determine the decision`() {
    // Cache-Control of the response, of the request, the age, and the decision.
    let cases: [(String, String, Int64, String)] = [
      ("max-age=10", "", 0, "use"), ("max-age=10", "", 9, "use"),
      ("max-age=10", "", 10, "ask stale"), ("max-age=0", "", 0, "ask stale"),
      ("no-cache, max-age=10", "", 0, "ask stale"),
      ("no-cache=\"X\", max-age=10", "", 0, "use"),
      ("max-age=10", "no-cache", 0, "ask request"),
      ("max-age=10", "max-age=0", 0, "use"), ("max-age=10", "max-age=0", 1, "ask request"),
      ("max-age=10", "max-age=5", 5, "use"), ("max-age=10", "max-age=5", 6, "ask request"),
      ("max-age=10", "max-age=x", 6, "ask request"), ("max-age=10", "max-age=50", 11, "ask stale"),
      ("max-age=10", "min-fresh=5", 5, "use"), ("max-age=10", "min-fresh=5", 6, "ask request"),
      ("max-age=10", "min-fresh=x", 0, "ask request"),
      ("max-age=10", "max-stale", 1000, "stale"), ("max-age=10", "max-stale=5", 15, "stale"),
      ("max-age=10", "max-stale=5", 16, "ask stale"),
      ("max-age=10", "max-stale=x", 11, "ask stale"),
      ("max-age=10, must-revalidate", "max-stale", 11, "ask stale"),
      ("max-age=10, must-revalidate", "", 9, "use"),
      ("max-age=10, proxy-revalidate", "max-stale", 11, "stale"),
      ("no-cache", "max-stale", 11, "ask stale"),
      ("max-age=10, immutable", "max-age=0", 5, "use"),
      ("max-age=10, immutable", "max-age=0", 10, "ask request"),
      ("max-age=10, immutable", "no-cache", 5, "ask request"),
      ("max-age=10, stale-while-revalidate=5", "", 15, "while"),
      ("max-age=10, stale-while-revalidate=5", "", 16, "ask stale"),
      ("max-age=10, stale-while-revalidate=5", "", 9, "use"),
      ("max-age=10, stale-while-revalidate=5", "max-age=20", 12, "ask stale"),
      ("max-age=10, stale-while-revalidate=5, must-revalidate", "", 12, "ask stale"),
      ("max-age=10, stale-while-revalidate=x", "", 12, "ask stale"),
      ("max-age=10", "no-store", 5, "use"), ("max-age=10", "only-if-cached", 5, "use"),
    ]
    for (said, asked, age, expected) in cases {
      let fields: HTTPFields = asked.isEmpty ? [:] : [.cacheControl: asked]
      let decision = CacheRules().decision(
        request(fields), kept([.cacheControl: said]), now: start + age)
      #expect(words(decision) == expected, "\(said) | \(asked) | \(age)")
    }
    let pragma = CacheRules().decision(
      request(["Pragma": "no-cache"]), kept([.cacheControl: "max-age=10"]), now: start)
    #expect(words(pragma) == "ask request")
    let both = CacheRules().decision(
      request(["Pragma": "no-cache", .cacheControl: "max-age=9"]),
      kept([.cacheControl: "max-age=10"]), now: start)
    #expect(words(both) == "use")
  }

  @Test func `a request's cache policy takes precedence over its fields`() {
    let cases: [(HTTPRequest.CachePolicy, Int64, String)] = [
      (.protocol, 5, "use"), (.protocol, 50, "ask stale"), (.reload, 5, "ask request"),
      (.cacheElseLoad, 5, "use"), (.cacheElseLoad, 50, "stale"), (.cacheOnly, 50, "stale"),
    ]
    let response = kept([.cacheControl: "max-age=10, must-revalidate"])
    for (policy, age, expected) in cases {
      let decision = CacheRules().decision(request([:], policy), response, now: start + age)
      #expect(words(decision) == expected, "\(policy)")
    }
  }

  @Test func `a response matches requests with the same values of its Vary fields`() {
    let cases: [(vary: String, HTTPFields, HTTPFields, Bool)] = [
      ("Accept", [.accept: "a"], [.accept: "a"], true),
      ("Accept", [.accept: "a"], [.accept: "b"], false),
      ("accept", [.accept: "a"], ["ACCEPT": "a"], true),
      ("Accept", [.accept: "a"], [:], false),
      ("Accept", [:], [.accept: ""], false),
      ("Accept", [:], [:], true),
      ("Accept", [.accept: "a"], [.accept: "a", .acceptLanguage: "de"], true),
      ("Accept, Accept-Language", [.accept: "a", .acceptLanguage: "de"], [.accept: "a"], false),
      // Several lines are one list, and whitespace around commas is ignored.
      ("Accept", [.accept: "a, b"], [.accept: "a", .accept: "b"], true),
      ("Accept", [.accept: "a,b"], [.accept: "a ,\tb"], true),
      ("Accept", [.accept: "a, b"], [.accept: "b, a"], false),
      ("Accept", [.accept: "ab"], [.accept: "a, b"], false),
      ("Accept", [.accept: "a"], [.accept: "A"], false),
      // The values are canonically equivalent in Swift, but have other bytes.
      ("X", ["X": "\u{E9}"], ["X": "e\u{301}"], false),
    ]
    for (index, (vary, first, second, fits)) in cases.enumerated() {
      let response = kept(["Vary": vary, .cacheControl: "max-age=10"], to: first)
      let decision = CacheRules().decision(request(second), response, now: start)
      #expect(words(decision) == (fits ? "use" : "vary-miss"), "case \(index)")
    }
  }

  @Test func `a conditional request contains the stored validators`() {
    let date = HTTPDate.text(start)
    let cases: [(HTTPFields, HTTPFields)] = [
      ([:], [:]),
      ([.etag: "\"1\""], [.ifNoneMatch: "\"1\""]),
      ([.etag: "W/\"1\""], [.ifNoneMatch: "W/\"1\""]),
      ([.lastModified: date], [.ifModifiedSince: date]),
      ([.etag: "\"1\"", .lastModified: date], [.ifNoneMatch: "\"1\"", .ifModifiedSince: date]),
      ([.etag: ""], [:]),
    ]
    for (fields, expected) in cases { #expect(kept(fields).conditions == expected) }
  }

  @Test func `a 304 applies to the stored response with matching validators`() {
    let cases: [(kept: HTTPFields, said: HTTPFields, Bool)] = [
      ([.etag: "\"1\""], [:], true),
      ([.etag: "\"1\""], [.etag: "\"1\""], true),
      ([.etag: "\"1\""], [.etag: "\"2\""], false),
      ([.etag: "W/\"1\""], [.etag: "W/\"1\""], true),
      ([.etag: "\"1\""], [.etag: "W/\"1\""], true),
      ([.etag: "W/\"1\""], [.etag: "\"1\""], true),
      ([.lastModified: "a"], [.lastModified: "a"], true),
      ([.lastModified: "a"], [.lastModified: "b"], false),
      ([.lastModified: "a"], [.etag: "\"1\""], false),
      ([.etag: "\"1\"", .lastModified: "a"], [.etag: "\"1\"", .lastModified: "b"], true),
    ]
    for (index, (fields, said, expected)) in cases.enumerated() {
      #expect(kept(fields).isConfirmed(by: said) == expected, "case \(index)")
    }
  }

  @Test func `a 304 updates the fields that do not describe the content`() {
    let old = kept([
      .etag: "\"1\"", .contentType: "text/plain", .contentLength: "3", "Age": "9", "X-Old": "1",
      "X-Both": "1", "Vary": "Accept",
    ])
    let new = StoredResponse(
      HTTPResponseHead(
        .notModified,
        fields: [
          .etag: "\"1\"", .contentType: "text/html", .contentEncoding: "gzip", .contentLength: "0",
          "X-Both": "2", "X-New": "3", .cacheControl: "max-age=5", .setCookie: "a=1",
        ]), to: request([.accept: "b"]), requestTime: start + 50, responseTime: start + 51)
    let updated = old.updated(by: new)
    #expect(updated.status == .ok)
    #expect(updated.responseTime == start + 51 && updated.requestTime == start + 50)
    let expected: HTTPFields = [
      .contentType: "text/plain", .contentLength: "3", "X-Old": "1", "Vary": "Accept",
      .etag: "\"1\"", "X-Both": "2", "X-New": "3", .cacheControl: "max-age=5",
    ]
    #expect(updated.fields == expected)
    #expect(updated.selectors == old.selectors)
    var varying = new
    varying.fields["Vary"] = "X"
    varying.selectors = [.init("X", digest: "")]
    #expect(old.updated(by: varying).selectors == varying.selectors)
  }

  @Test func `stale responses replace failures while a directive allows it`() {
    // Cache-Control of the response, of the request, seconds since it was fresh.
    let cases: [(String, String, Int64, Bool)] = [
      ("max-age=10", "", 1, false),
      ("max-age=10, stale-if-error=20", "", 20, true),
      ("max-age=10, stale-if-error=20", "", 21, false),
      ("max-age=10", "stale-if-error=20", 20, true),
      ("max-age=10, stale-if-error=5", "stale-if-error=20", 20, true),
      ("max-age=10, stale-if-error=20, must-revalidate", "", 1, false),
      ("max-age=10, stale-if-error=20, no-cache", "", 1, false),
      ("max-age=10, stale-if-error=20", "no-cache", 1, false),
      ("max-age=10, stale-if-error=x", "", 1, false),
    ]
    for (said, asked, staleness, expected) in cases {
      let fields: HTTPFields = asked.isEmpty ? [:] : [.cacheControl: asked]
      let may = kept([.cacheControl: said]).canServeAfterFailure(
        request(fields), now: start + 10 + staleness, heuristicLimit: 0)
      #expect(may == expected, "\(said) | \(asked) | \(staleness)")
    }
  }

  @Test func `an unsafe request invalidates the URLs it names on the same origin`() {
    let cases: [(HTTPMethod, HTTPStatus, HTTPFields, [String])] = [
      (.get, 200, [:], []), (.head, 200, [:], []), (.options, 200, [:], []),
      (.post, 200, [:], ["https://a.example/x"]), (.put, 204, [:], ["https://a.example/x"]),
      (.delete, 302, [:], ["https://a.example/x"]), (.patch, 201, [:], ["https://a.example/x"]),
      (.post, 400, [:], []), (.post, 500, [:], []),
      (
        .post, 201, [.location: "/new", "Content-Location": "y?z"],
        ["https://a.example/x", "https://a.example/new", "https://a.example/y?z"]
      ),
      (
        .post, 201, [.location: "https://A.example:443/new"],
        ["https://a.example/x", "https://A.example:443/new"]
      ),
      (.post, 201, [.location: "https://b.example/new"], ["https://a.example/x"]),
      (.post, 201, [.location: "http://a.example/new"], ["https://a.example/x"]),
      (.post, 201, [.location: "https://a.example:444/new"], ["https://a.example/x"]),
      (.post, 201, [.location: "not a URL"], ["https://a.example/x"]),
    ]
    for (method, status, fields, expected) in cases {
      let targets = Invalidation.targets(
        HTTPRequest(method, "https://a.example/x"), HTTPResponseHead(status, fields: fields))
      #expect(targets.map(\.description) == expected, "\(method) \(status)")
    }
  }

  @Test func `keys are equal only for the same resource and user`() {
    let nobody = RequestIdentity(fieldsOf: HTTPRequest(.get, "https://a.example"))
    let user = RequestIdentity(
      fieldsOf: HTTPRequest(.get, "https://a.example", fields: [.authorization: "x"]))
    func key(_ target: String, _ identity: RequestIdentity) -> String? {
      CacheKey(target, of: identity)?.digest
    }
    let one = key("https://a.example/", nobody)
    #expect(one?.utf8.count == 64)
    for same in [
      "https://a.example", "HTTPS://A.example:443/", "https://a.example/#part",
      "https://A.example/", "https://a.Example/", "Https://a.example/", "https://a.example:/",
      "https://a.example:0443/", "https://a.example:443", "https://a.example/#",
    ] {
      #expect(key(same, nobody) == one, "\(same)")
    }
    for other in [
      "http://a.example/", "https://a.example:444/", "https://a.example/A", "https://a.example/?",
      "https://a.example//", "https://u@a.example/", "https://b.example/",
    ] { #expect(key(other, nobody) != one, "\(other)") }
    #expect(key("https://a.example/", user) != one)
    #expect(key("/relative", nobody) == nil)
    #expect(key("mailto:a", nobody) == nil)
    for (one, same) in [
      ("http://a.example:8080/x?Y", "http://A.example:08080/x?Y#z"),
      ("http://U:P@a.example/", "http://U:P@a.example:80"),
      ("http://[::1]/", "HTTP://[::1]:080"), ("http://[::a]:81/", "http://[::A]:81"),
    ] {
      #expect(key(one, user) != nil && key(one, user) == key(same, user), "\(same)")
      #expect(CacheKey(one, of: user) == CacheKey(same, of: user), "\(same)")
    }
  }

  @Test func `a key does not reveal its input`() throws {
    let user = RequestIdentity(
      fieldsOf: HTTPRequest(.get, "https://a.example", fields: [.authorization: "topsecret"]))
    let key = try #require(CacheKey("https://a.example/hidden", of: user))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(text.contains(key.digest))
      #expect(!text.contains("hidden") && !text.contains("topsecret"))
      #expect(!text.contains("bytes"))
    }
  }

  @Test func `the decision is reported as the field of RFC 9211`() {
    let cases: [(CacheStatus, String)] = [
      (CacheStatus(isHit: true, ttl: 30), "Trema; hit; ttl=30"),
      (CacheStatus(forward: .missing, isStored: true), "Trema; fwd=uri-miss; stored"),
      (
        CacheStatus(ttl: 5, forward: .stale, forwardStatus: 304, isStored: true),
        "Trema; fwd=stale; fwd-status=304; ttl=5; stored"
      ),
      (
        CacheStatus(isHit: true, ttl: -3, detail: .staleWhileRevalidate),
        "Trema; hit; ttl=-3; detail=stale-while-revalidate"
      ),
    ]
    for (status, text) in cases { #expect(status.text == text) }
  }
}
