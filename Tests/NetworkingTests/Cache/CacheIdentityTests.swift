import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The separation of users: no user gets another user's response.
@Suite struct CacheIdentityTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/me"

  /// An interceptor that signs in the user that a test names, with a token that may change.
  private struct SignIn: Interceptor {
    let name = "SignIn"
    var phase: InterceptorPhase { .authentication }
    let user: String
    let token: LockedValue<String>

    func identity(for request: ClientRequest) async -> String? { user }

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var request = request
      request.head.fields[.authorization] = "Bearer \(token.value)"
      return try await next(request)
    }
  }

  /// Makes the server answer with the credentials of the request.
  private func answerWithWhatIsShown() {
    origin.answers { request throws(TransportError) in
      let shown = request.fields[.authorization] ?? request.fields[.cookie] ?? "nobody"
      return HTTPResponse(
        HTTPResponseHead(.ok, fields: [.cacheControl: "max-age=60"], url: request.target),
        body: .bytes(Array(shown.utf8)))
    }
  }

  private func isHit(_ got: Got) -> Bool { got.cache.contains("hit") }

  @Test func `users with different credentials share no entries`() async throws {
    answerWithWhatIsShown()
    let client = origin.client(Cache())
    for name in ["Authorization", "Cookie"] {
      for user in ["ann", "ben"] {
        let got = try await client.got(.get(url).header(HTTPFields.Name(name), user))
        #expect(got.text == user && !isHit(got), "\(name)")
        let again = try await client.got(.get(url).header(HTTPFields.Name(name), user))
        #expect(again.text == user && isHit(again), "\(name)")
      }
    }
    let nobody = try await client.got(url)
    #expect(nobody.text == "nobody" && !isHit(nobody))
  }

  @Test func `users share no entries, and a user's entries survive a new token`() async throws {
    answerWithWhatIsShown()
    let cache = Cache()
    let token = LockedValue("t1")
    func client(_ user: String) -> HTTPClient {
      origin.client(cache).adding(SignIn(user: user, token: token))
    }
    #expect(try await client("ann").got(url).text == "Bearer t1")
    token.value = "t2"
    let ben = try await client("ben").got(url)
    #expect(ben.text == "Bearer t2" && !isHit(ben))
    let ann = try await client("ann").got(url)
    #expect(ann.text == "Bearer t1" && isHit(ann))
    #expect(try await !isHit(client("ann").got(.get(url).skipping(interceptor: "SignIn"))))
    // One user's change invalidates the entries of all: it is one resource (RFC 9111, section 4.4).
    try await client("ann").send(.post(url).empty)
    #expect(try await !isHit(client("ann").got(url)))
    #expect(try await !isHit(client("ben").got(url)))
  }

  @Test func `only the identifying cookies distinguish users`() async throws {
    answerWithWhatIsShown()
    let client = origin.client(Cache(options: CacheOptions(identifyingCookies: ["session"])))
    func got(_ cookie: String) async throws -> Got {
      try await client.got(.get(url).header("Cookie", cookie))
    }
    #expect(try await !isHit(got("session=ann; visits=1")))
    let later = try await got("visits=2;session=ann")
    #expect(isHit(later) && later.text == "session=ann; visits=1")
    #expect(try await !isHit(got("session=ben; visits=1")))
    #expect(try await !isHit(got("Session=ann")))
    #expect(try await isHit(got("visits=9")))  // As "Session": neither shows a session.
    #expect(try await !isHit(got("xsession=ann; session=")))
    #expect(try await origin.client(Cache()).got(url).cache.contains("uri-miss"))
  }

  /// Makes the server count visits in a cookie.
  private func countVisits(_ control: String, vary: String? = nil) {
    let visits = LockedValue(0)
    origin.answers { request throws(TransportError) in
      let visit = visits.add(1)
      var fields: HTTPFields = [.cacheControl: control, .setCookie: "visits=\(visit)"]
      fields["Vary"] = vary
      return HTTPResponse(
        HTTPResponseHead(.ok, fields: fields, url: request.target), body: .bytes([0x61]))
    }
  }

  @Test func `a public response is reused with any cookies`() async throws {
    countVisits("public, max-age=60")
    let cache = Cache()
    let (ann, ben) = (
      origin.client(cache).adding(Cookies()), origin.client(cache).adding(Cookies())
    )
    #expect(try await ann.got(url).cache.contains("stored"))
    for client in [ann, ben, origin.client(cache)] {
      #expect(try await isHit(client.got(url)))
    }
    origin.time.advance(by: .seconds(60))
    #expect(try await ben.got(url).cache == "Trema; fwd=stale; stored")
    #expect(try await isHit(ann.got(url)))
    // The server changes its Cache-Control now.
    origin.time.advance(by: .seconds(60))
    answerWithWhatIsShown()
    #expect(try await ann.got(url).text == "visits=0")
    #expect(try await isHit(ann.got(url)))
    #expect(try await ben.got(url).text == "visits=1")
    #expect(try await origin.client(cache).got(url).text == "nobody")
  }

  @Test
  func `a public response is reused only for the same credentials and origin fields`() async throws
  {
    origin.answers { request throws(TransportError) in
      let shown = request.fields[.authorization] ?? request.fields["X-Tenant"] ?? ""
      return HTTPResponse(
        HTTPResponseHead(
          .ok, fields: [.cacheControl: "public, max-age=60", .setCookie: "a=1"], url: request.target
        ),
        body: .bytes(Array(shown.utf8)))
    }
    let client = origin.client(Cache()).adding(Cookies())
    for user in ["ann", "ben", "ann"] {
      let bearer = try await client.got(.get(url).header(.authorization, user))
      #expect(bearer.text == user)
      let tenant = RequestBuilder<BodyForbidden>.get(url).header("X-Tenant", user).onlyForOrigin(
        "X-Tenant")
      #expect(try await client.got(tenant).text == user)
    }
  }

  @Test func `a public response is reused only for the same identifying cookies`() async throws {
    origin.answers { request throws(TransportError) in
      let shown = request.fields[.cookie] ?? "nobody"
      return HTTPResponse(
        HTTPResponseHead(
          .ok, fields: [.cacheControl: "public, max-age=60", .setCookie: "sid=new"],
          url: request.target), body: .bytes(Array(shown.utf8)))
    }
    let client = origin.client(Cache(options: CacheOptions(identifyingCookies: ["sid"])))
    for user in ["sid=ann", "sid=ben", "sid=ann"] {
      #expect(try await client.got(.get(url).header(.cookie, user)).text == user)
    }
  }

  @Test func `variants of a public response are stored side by side`() async throws {
    origin.answers { request throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(
          .ok, fields: [.cacheControl: "public, max-age=60", "Vary": "Accept-Language"],
          url: request.target), body: .bytes(Array((request.fields["Accept-Language"] ?? "").utf8)))
    }
    let client = origin.client(Cache())
    var hits: [Bool] = []
    for (index, language) in ["en", "fr", "en", "fr", "en", "fr"].enumerated() {
      let got = try await client.got(
        .get(url).header("Accept-Language", language).header(.cookie, "visit=\(index)"))
      #expect(got.text == language)
      hits.append(isHit(got))
    }
    // When the second response arrives, the first one is evicted once.
    #expect(hits == [false, false, false, true, true, true])
  }

  @Test(
    arguments: [
      ("max-age=60", nil), ("public, private, max-age=60", nil), ("public, max-age=60", "Cookie"),
      ("public, max-age=60", "*"), ("public, max-age=60, s-maxage=0", nil),
    ] as [(String, String?)])
  func `a response that depends on cookies is reused only for the same cookies`(
    control: String, vary: String?
  ) async throws {
    countVisits(control, vary: vary)
    let client = origin.client(Cache()).adding(Cookies())
    for _ in 0..<3 { #expect(try await !isHit(client.got(url))) }
  }

  @Test func `a response stored for an anonymous user is not used for others`() async throws {
    answerWithWhatIsShown()
    let client = origin.client(Cache())
    _ = try await client.got(url)
    #expect(try await client.got(.get(url).header(.cookie, "ann")).text == "ann")
    #expect(try await client.got(url).text == "nobody")
  }

  @Test func `cache files contain no secrets of the requests`() async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: DiskCacheStore(folder: folder.path)))
    origin.answers("body", [.cacheControl: "max-age=60", "Vary": "Authorization, Cookie, X-Key"])
    let secrets = ["planted-token", "planted-cookie", "planted-key", "planted-query"]
    let draft = RequestBuilder<BodyForbidden>.get("https://a.example/?q=\(secrets[3])").bearer(
      secrets[0]
    )
    .header("Cookie", "s=\(secrets[1])").header("X-Key", secrets[2])
    _ = try await client.got(draft)
    #expect(try await isHit(client.got(draft)))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1)
    let text = String(decoding: try folder.read(names[0]), as: UTF8.self) + names[0]
    #expect(text.contains("X-Key"))
    for secret in secrets { #expect(!text.contains(secret)) }
  }
}
