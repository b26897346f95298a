import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// The separation of users: with every source of an identity, in memory and on the disk, with
/// coalesced requests, over clients that share a store.
@Suite struct TwoUsersTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/me"

  enum Kind: CaseIterable { case memory, disk }
  enum SignIn: CaseIterable { case bearer, closure, basic, oauth2, cookies, ownFields }

  private func store(_ kind: Kind, _ folder: TemporaryFolder) -> any CacheStore {
    switch kind {
    case .memory: MemoryCacheStore()
    case .disk: DiskCacheStore(folder: folder.path)
    }
  }

  /// Makes the server answer with the credentials of the request, some time later.
  private func answerWithWhatIsShown() {
    origin.answers { request throws(TransportError) in
      for _ in 0..<10 { await Task.yield() }
      let shown = request.fields[.authorization] ?? request.fields[.cookie] ?? "nobody"
      return HTTPResponse(
        HTTPResponseHead(
          .ok,
          fields: [.cacheControl: "max-age=60, stale-while-revalidate=600", "Vary": "Accept"],
          url: request.target),
        body: .bytes(Array(shown.utf8)))
    }
  }

  private static let oauth2 = OAuth2Configuration(
    tokenEndpoint: "https://id.example/token", clientID: "app")

  /// - Returns: A client of a user, and the user's name for the server.
  private func client(
    _ base: HTTPClient, _ signIn: SignIn, _ user: String
  ) async throws -> (HTTPClient, String) {
    let origins = ["https://a.example"]
    switch signIn {
    case .bearer:
      return (base.adding(Authentication(.bearer(user), origins: origins)), "Bearer \(user)")
    case .closure:
      let bearer = BearerAuthentication(identity: user) { user }
      return (base.adding(Authentication(bearer, origins: origins)), "Bearer \(user)")
    case .basic:
      let text = Data("\(user):pw".utf8).base64EncodedString()
      return (
        base.adding(Authentication(try .basic(user, "pw"), origins: origins)), "Basic \(text)"
      )
    case .oauth2:
      let session = OAuth2(Self.oauth2)
      try await session.signIn(OAuth2Tokens(accessToken: user))
      return (base.adding(Authentication(session, origins: origins)), "Bearer \(user)")
    case .cookies:
      let jar = CookieJar()
      jar.store([.setCookie: "s=\(user)"], from: url, at: origin.time.date)
      return (base.adding(Cookies(jar)), "s=\(user)")
    case .ownFields:
      let own = EachRequest { request in request.head.fields[.authorization] = user }
      return (base.adding(own), user)
    }
  }

  /// An app's interceptor in the outermost phase.
  private struct EachRequest: Interceptor {
    let change: @Sendable (inout ClientRequest) -> Void
    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var request = request
      change(&request)
      return try await next(request)
    }
  }

  @Test(arguments: Kind.allCases, SignIn.allCases)
  func `each user gets their own responses`(_ kind: Kind, _ signIn: SignIn) async throws {
    let folder = try TemporaryFolder()
    answerWithWhatIsShown()
    // One cache and one coalescer for all, and another cache over the same store.
    let store = store(kind, folder)
    let caches = [Cache(store: store), Cache(store: store)]
    let base = origin.client(caches[0]).adding(Deduplication())
    let other = origin.client(caches[1])
    var users: [(HTTPClient, String)] = [(base, "nobody")]
    for name in ["ann", "ben"] {
      users.append(try await client(base, signIn, name))
      if signIn != .oauth2 { users.append(try await client(other, signIn, name)) }
    }
    for round in 0..<4 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (client, shown) in users {
          for number in 0..<10 {
            group.addTask {
              let got = try await client.got("\(url)/\(number % 3)")
              #expect(got.text == shown, "\(got)")
            }
          }
        }
        try await group.waitForAll()
      }
      // Stale responses are revalidated in the background; later they are too old, and so would be
      // pending validations while the clock advances.
      #expect(await eventually { caches.allSatisfy { $0.keysBeingValidated.value.isEmpty } })
      if round == 1 { origin.time.advance(by: .seconds(100)) }
      if round == 2 { origin.time.advance(by: .seconds(9999)) }
    }
    for (client, shown) in users {
      let got = try await client.got("\(url)/0")
      #expect(got.text == shown && got.cache.contains("hit"))
    }
  }

  @Test(arguments: Kind.allCases)
  func `users who alternate in one app get their own responses`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    answerWithWhatIsShown()
    let session = OAuth2(Self.oauth2)
    let jar = CookieJar()
    let client = origin.client(Cache(store: store(kind, folder))).adding(Deduplication())
      .adding(Authentication(session, origins: ["https://a.example"]))
    let withCookies = origin.client(Cache(store: store(kind, folder))).adding(Cookies(jar))
    for user in ["ann", "ben", "ann2"] {
      try await session.signIn(OAuth2Tokens(accessToken: user))
      jar.store([.setCookie: "s=\(user)"], from: url, at: origin.time.date)
      for isHit in [false, true] {
        let got = try await client.got(url)
        #expect(got.text == "Bearer \(user)" && got.cache.contains("hit") == isHit)
        #expect(try await withCookies.got(url).text == "s=\(user)")
      }
      try await session.signOut()
      jar.removeAll()
      #expect(try await client.got(url).text == "nobody")
      #expect(try await withCookies.got(url).text == "nobody")
    }
  }

  /// An app's interceptor that sends a token and does not name its user.
  private struct Silent: Interceptor {
    let user: String
    var phase: InterceptorPhase { .authentication }
    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var request = request
      request.head.fields[.authorization] = user
      return try await next(request)
    }
  }

  @Test func `a token of an unknown user disables storing and coalescing`()
    async throws
  {
    answerWithWhatIsShown()
    let base = origin.client(Cache()).adding(Deduplication())
    let users = ["ann", "ben"].map { ($0, base.adding(Silent(user: $0))) }
    for _ in 0..<3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (user, client) in users {
          for _ in 0..<5 {
            group.addTask {
              let got = try await client.got(url)
              #expect(got.text == user)
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(try await base.got(url).text == "nobody")
    // Also where an anonymous response is stale and validated with a token in the background.
    origin.time.advance(by: .seconds(100))
    #expect(try await users[0].1.got(url).cache.contains("stale-while-revalidate"))
    #expect(await eventually { (base.interceptors.last as? Cache)?.keysBeingValidated.value == [] })
    #expect(try await base.got(url).text == "nobody")
  }

  @Test func `a response that signs in a user is not stored for anonymous users`()
    async throws
  {
    let count = LockedValue(0)
    origin.answers { request throws(TransportError) in
      let own = request.fields[.cookie]
      let user = own ?? "s=\(count.add(1))"
      var fields: HTTPFields = [.cacheControl: "max-age=60"]
      fields[.setCookie] = user
      return HTTPResponse(
        HTTPResponseHead(.ok, fields: fields, url: request.target), body: .bytes(Array(user.utf8)))
    }
    let cache = Cache()
    let (ann, ben) = (
      origin.client(cache).adding(Cookies()), origin.client(cache).adding(Cookies())
    )
    #expect(try await ann.got(url).text == "s=0")
    #expect(try await ben.got(url).text == "s=1")
    #expect(try await ann.got(url).text == "s=0")
    #expect(try await ben.got(url).text == "s=1")
    // The same response again and again has no effect.
    #expect(try await ann.got(url).cache.contains("hit"))
    #expect(try await ben.got(url).text == "s=1")
  }
}
