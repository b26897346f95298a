import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// Changes while a response is on its way, and further fields of a server's response.
@Suite struct CacheChangeTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/x"

  enum Kind: CaseIterable { case memory, disk }

  private func store(_ kind: Kind, _ folder: TemporaryFolder) -> any CacheStore {
    switch kind {
    case .memory: MemoryCacheStore()
    case .disk: DiskCacheStore(folder: folder.path)
    }
  }

  private func response(
    _ request: HTTPRequest, _ text: String, _ fields: HTTPFields, _ status: HTTPStatus = .ok
  ) -> HTTPResponse {
    HTTPResponse(
      HTTPResponseHead(status, fields: fields, url: request.target),
      body: .bytes(Array(text.utf8)))
  }

  @Test(arguments: Kind.allCases)
  func `a response requested before a change is not stored after it`(_ kind: Kind)
    async throws
  {
    let folder = try TemporaryFolder()
    // Another cache over the same store changes it.
    let store = store(kind, folder)
    let client = origin.client(Cache(store: store))
    let writer = origin.client(Cache(store: store))
    let gate = Latch()
    let isFirst = LockedValue(true)
    origin.answers { request throws(TransportError) in
      guard request.method == .get else { return response(request, "", [:], .noContent) }
      let text = isFirst.exchange(false) ? "old" : "new"
      if text == "old" { await gate.wait() }
      return response(request, text, [.cacheControl: "max-age=60"])
    }
    let early = Task { try await client.got(url) }
    #expect(await eventually { origin.requests.count == 1 })
    try await writer.send(.put(url).empty)
    gate.open()
    let old = try await early.value
    #expect(old.text == "old" && old.cache == "Trema; fwd=uri-miss")
    #expect(try await client.got(url).text == "new")
    #expect(try await client.got(url).cache.contains("hit"))
  }

  @Test(arguments: Kind.allCases)
  func `a body being read during a change is not stored`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.answers { request throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(.ok, fields: [.cacheControl: "max-age=60"], url: request.target),
        body: .stream(CachePieces([[1], [2]])))
    }
    let reading = try await client.send(.get(url).response)
    let source = reading.body
    let first = try await source.next()
    #expect(first == [1])
    try await client.send(.delete(url).empty)
    #expect(try await source.next() == [2])
    #expect(try await source.next() == nil)
    #expect(try await client.got(url).cache.contains("miss"))
    #expect(try await client.got(url).cache.contains("hit"))
  }

  @Test(arguments: Kind.allCases)
  func `a 304 requested before a change does not restore the entry`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    let fields: HTTPFields = [.cacheControl: "max-age=60", .etag: "\"1\""]
    origin.answers("old", fields)
    _ = try await client.got(url)
    origin.time.advance(by: .seconds(61))
    let gate = Latch()
    origin.answers { request throws(TransportError) in
      if request.method == .put { return response(request, "", [:], .noContent) }
      guard request.fields.contains(.ifNoneMatch) else {
        return response(request, "new", [.cacheControl: "max-age=60", .etag: "\"2\""])
      }
      await gate.wait()
      return response(request, "", fields, .notModified)
    }
    let early = Task { try await client.got(url) }
    #expect(await eventually { origin.requests.count == 2 })
    try await client.send(.put(url).empty)
    gate.open()
    #expect(try await early.value.text == "old")
    #expect(try await client.got(url).text == "new")
  }

  /// Also entries that were stored before a cookie made the caller another user.
  @Test(arguments: Kind.allCases)
  func `a change by one user invalidates only shared entries of that URL`(_ kind: Kind)
    async throws
  {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.answers { request throws(TransportError) in
      if request.method == .put {
        return response(request, "", [.setCookie: "visits=1"], .noContent)
      }
      return response(request, "answer", [.cacheControl: "max-age=60"])
    }
    func isHit(_ url: String, _ user: String) async throws -> Bool {
      try await client.got(.get(url).header(.authorization, user)).cache.contains("hit")
    }
    for user in ["ann", "ben"] {
      for url in [url, url + "/y"] {
        #expect(try await !isHit(url, user))
        #expect(try await isHit(url, user))
      }
    }
    try await client.send(.put(url).header(.authorization, "ann").empty)
    #expect(try await !isHit(url, "ben"))
    #expect(try await !isHit(url, "ann"))
    for user in ["ann", "ben"] { #expect(try await isHit(url + "/y", user)) }
  }

  @Test(arguments: Kind.allCases)
  func `a response requested before another user's change is not stored`(
    _ kind: Kind
  ) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    let gate = Latch()
    let isFirst = LockedValue(true)
    origin.answers { request throws(TransportError) in
      guard request.method == .get else { return response(request, "", [:], .noContent) }
      let text = isFirst.exchange(false) ? "old" : "new"
      if text == "old" { await gate.wait() }
      return response(request, text, [.cacheControl: "max-age=60"])
    }
    let early = Task { try await client.got(.get(url).header(.authorization, "ben")) }
    #expect(await eventually { origin.requests.count == 1 })
    try await client.send(.delete(url).header(.authorization, "ann").empty)
    gate.open()
    #expect(try await early.value.text == "old")
    #expect(try await client.got(.get(url).header(.authorization, "ben")).text == "new")
  }

  // MARK: Variants

  private func answerInLanguages() {
    origin.answers { request throws(TransportError) in
      if request.method == .post { return response(request, "", [:], .noContent) }
      return response(
        request, (request.fields[.acceptLanguage] ?? "none") + (request.fields["X-A"] ?? ""),
        [.cacheControl: "max-age=60", .etag: "\"1\"", "Vary": "Accept-Language, X-A"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `responses in several languages are stored side by side`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    answerInLanguages()
    func got(_ language: String) async throws -> Got {
      try await client.got(.get(url).header("Accept-Language", language))
    }
    let languages = ["de", "fr", "it", "en"]
    // The first variant is evicted by the second, and stored again.
    for _ in 0..<2 {
      for language in languages { #expect(try await got(language).text == language) }
    }
    let asked = origin.requests.count
    #expect(asked == languages.count + 1)
    for language in languages {
      let got = try await got(language)
      #expect(got.text == language && got.cache == "Trema; hit; ttl=60")
    }
    #expect(origin.requests.count == asked)
    #expect(try await got("xx").cache == "Trema; fwd=vary-miss; stored")

    // Each variant is validated by itself.
    origin.time.advance(by: .seconds(61))
    origin.answers("", [.cacheControl: "max-age=60", .etag: "\"1\""], .notModified)
    for language in languages {
      let got = try await got(language)
      #expect(got.text == language && got.cache.contains("fwd-status=304"))
    }
    #expect(try await got("de").cache == "Trema; hit; ttl=60")

    // A change invalidates all of them, and none is restored with the next one.
    answerInLanguages()
    try await client.send(.post(url).empty)
    #expect(try await got("de").cache == "Trema; fwd=uri-miss; stored")
    #expect(try await got("fr").cache == "Trema; fwd=vary-miss; stored")
    #expect(try await got("it").cache == "Trema; fwd=vary-miss; stored")
    #expect(try await got("fr").cache.contains("hit"))
  }

  @Test func `entries stored under an old Vary field are not used after it changes`()
    async throws
  {
    let client = origin.client(Cache())
    answerInLanguages()
    func got(_ language: String, _ a: String) async throws -> Got {
      try await client.got(.get(url).header("Accept-Language", language).header("X-A", a))
    }
    for language in ["de", "fr", "de"] { _ = try await got(language, "1") }
    #expect(try await got("fr", "1").cache.contains("hit"))
    origin.answers { request throws(TransportError) in
      response(request, "by a", [.cacheControl: "max-age=60", "Vary": "X-A"])
    }
    #expect(try await got("fr", "2").text == "by a")
    #expect(try await got("de", "2").cache.contains("hit"))
    #expect(try await got("fr", "1").text == "by a")
    // A response without Vary applies to all.
    origin.answers("all", [.cacheControl: "max-age=60"])
    #expect(try await got("de", "3").text == "all")
    #expect(try await got("it", "9").cache.contains("hit"))
  }

  // MARK: Cookies, and no network

  @Test func `cookies of a 304, a failure and a background validation are stored`()
    async throws
  {
    let jar = CookieJar()
    let cache = Cache(options: CacheOptions(identifyingCookies: []))
    let client = origin.client(cache).adding(Cookies(jar))
    @Sendable func session() -> String? { jar.cookies(for: url, at: origin.time.date).first?.value }
    let rule = "max-age=10, stale-if-error=100, stale-while-revalidate=5"
    origin.answers("one", [.cacheControl: rule, .etag: "\"1\"", .setCookie: "s=1; Max-Age=9999"])
    _ = try await client.got(url)
    #expect(session() == "1")
    origin.time.advance(by: .seconds(60))
    origin.answers("", [.cacheControl: rule, .setCookie: "s=2; Max-Age=9999"], .notModified)
    #expect(try await client.got(url).text == "one")
    #expect(session() == "2")
    origin.time.advance(by: .seconds(60))
    origin.answers("", [.setCookie: "s=3; Max-Age=9999"], .serviceUnavailable)
    #expect(try await client.got(url).cache.contains("stale-if-error"))
    #expect(session() == "3")
    origin.answers("", [.cacheControl: rule, .setCookie: "s=4; Max-Age=9999"], .notModified)
    _ = try await client.got(url)
    origin.time.advance(by: .seconds(12))
    origin.answers("", [.cacheControl: rule, .setCookie: "s=5; Max-Age=9999"], .notModified)
    #expect(try await client.got(url).cache.contains("stale-while-revalidate"))
    #expect(await eventually { session() == "5" })
  }

  /// A connectivity that never has a network.
  private struct Nowhere: Connectivity {
    var isOnline: Bool { false }
    func waitUntilOnline() async throws { try await Task.sleep(for: .seconds(3600)) }
  }

  @Test func `stale-if-error applies when the network is unavailable`() async throws {
    let online = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=10, stale-if-error=9999"])
    _ = try await online.got(url)
    let client = online.adding(Offline(limit: .zero, connectivity: Nowhere()))
    origin.time.advance(by: .seconds(60))
    #expect(try await client.got(url).cache.contains("stale-if-error"))
  }

  @Test func `an only-if-cached request is not retried`() async throws {
    let client = origin.client(Cache()).adding(Retry())
    let draft = RequestBuilder<BodyForbidden>.get(url).header("Cache-Control", "only-if-cached")
    #expect(try await client.got(draft).status == .gatewayTimeout)
    #expect(origin.time.sleepers == 0)
    await #expect(throws: NetworkError.self) {
      try await client.got(.get(url).cachePolicy(.cacheOnly))
    }
    #expect(origin.requests.isEmpty)
  }
}
