import Foundation
import Networking
import Testing
import TremaHTTP

/// The cookies that a jar stores and sends: draft-ietf-httpbis-rfc6265bis, 4.1.3, 5.2, 5.7 and 5.8.
@Suite struct CookieJarTests {
  private let start = Date(timeIntervalSince1970: 1_000_000_000)

  private func set(
    _ jar: CookieJar, _ url: String, _ cookies: String..., firstParty: String? = nil,
    at seconds: Double = 0
  ) {
    let fields = HTTPFields(cookies.map { HTTPFields.Field(.setCookie, $0) })
    jar.store(fields, from: url, firstParty: firstParty, at: start + seconds)
  }

  private func sent(
    _ jar: CookieJar, _ url: String, firstParty: String? = nil, at seconds: Double = 0
  ) -> String {
    jar.cookies(for: url, firstParty: firstParty, at: start + seconds)
      .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  @Test(arguments: [
    "a=1", "=alone", "a=1; Path=/x; Secure; HttpOnly; SameSite=Strict",
    "a=; Domain=a.example; Path=/; Max-Age=3600; SameSite=Lax", "a=b=c; Secure; SameSite=None",
  ])
  func `a cookie round-trips through its Set-Cookie field`(_ field: String) throws {
    let (jar, again) = (CookieJar(), CookieJar())
    set(jar, "https://a.example/x/y", field)
    let cookie = try #require(jar.cookies(at: start).first)
    set(again, "https://a.example/x/y", cookie.setCookieField)
    let copy = try #require(again.cookies(at: start).first)
    #expect(
      (copy.name, copy.value, copy.domain, copy.path) == (
        cookie.name, cookie.value, cookie.domain, cookie.path
      ))
    #expect(copy.isHostOnly == cookie.isHostOnly && copy.isSecure == cookie.isSecure)
    #expect(copy.isHTTPOnly == cookie.isHTTPOnly && copy.sameSite == cookie.sameSite)
    #expect(copy.expires == cookie.expires)
  }

  /// The origin that sets a cookie, the request, and the cookies sent.
  @Test(arguments: [
    // Hosts.
    ("https://a.example/", "k=v", "https://a.example/", "k=v"),
    ("https://A.EXAMPLE/", "k=v", "https://a.example/", "k=v"),
    ("https://a.example:8443/", "k=v", "https://a.example/", "k=v"),
    ("https://a.example/", "k=v", "https://b.a.example/", ""),
    ("https://a.example/", "k=v; Domain=a.example", "https://b.a.example/", "k=v"),
    ("https://b.a.example/", "k=v; Domain=.A.example", "https://c.a.example/", "k=v"),
    ("https://b.a.example/", "k=v; Domain=a.example", "https://a.example/", "k=v"),
    ("https://b.a.example/", "k=v; Domain=c.a.example", "https://c.a.example/", ""),
    ("https://a.example/", "k=v; Domain=b.a.example", "https://b.a.example/", ""),
    ("https://a.example/", "k=v; Domain=other.example", "https://a.example/", ""),
    ("https://xa.example/", "k=v; Domain=a.example", "https://a.example/", ""),
    ("https://a.example/", "k=v; Domain=", "https://b.a.example/", ""),
    ("https://a.example/", "k=v; Domain=\u{E4}.example", "https://a.example/", ""),
    (
      "https://xn--bcher-kva.example/", "k=v; Domain=xn--bcher-kva.example",
      "https://b.xn--bcher-kva.example/", "k=v"
    ),
    // Public suffixes.
    ("https://a.example.com/", "k=v; Domain=com", "https://a.example.com/", ""),
    ("https://a.co.uk/", "k=v; Domain=co.uk", "https://a.co.uk/", ""),
    ("https://a.co.uk/", "k=v; Domain=co.uk", "https://b.co.uk/", ""),
    ("https://me.github.io/", "k=v; Domain=github.io", "https://you.github.io/", ""),
    ("https://github.io/", "k=v; Domain=github.io", "https://github.io/", "k=v"),
    ("https://github.io/", "k=v; Domain=github.io", "https://me.github.io/", ""),
    ("https://a.example/", "k=v; Domain=example", "https://a.example/", ""),
    ("http://localhost/", "k=v; Domain=localhost", "http://localhost:8080/", "k=v"),
    ("http://localhost/", "k=v", "http://a.localhost/", ""),
    // Addresses.
    ("http://127.0.0.1/", "k=v", "http://127.0.0.1:81/", "k=v"),
    ("http://127.0.0.1/", "k=v; Domain=127.0.0.1", "http://127.0.0.1/", "k=v"),
    ("http://127.0.0.1/", "k=v; Domain=0.0.1", "http://127.0.0.1/", ""),
    ("http://[::1]/", "k=v", "http://[::1]/", "k=v"),
    // Paths.
    ("https://a.example/x/y", "k=v", "https://a.example/x/z", "k=v"),
    ("https://a.example/x/y", "k=v", "https://a.example/x", "k=v"),
    ("https://a.example/x/y", "k=v", "https://a.example/", ""),
    ("https://a.example/x/y", "k=v", "https://a.example/xy", ""),
    ("https://a.example/x/y", "k=v; Path=/", "https://a.example", "k=v"),
    ("https://a.example/x/y", "k=v; Path=/z", "https://a.example/z/1?q", "k=v"),
    ("https://a.example", "k=v", "https://a.example/x", "k=v"),
    // Secure.
    ("https://a.example/", "k=v; Secure", "https://a.example/", "k=v"),
    ("https://a.example/", "k=v; Secure", "http://a.example/", ""),
    ("http://a.example/", "k=v; Secure", "https://a.example/", ""),
    ("http://a.example/", "k=v", "https://a.example/", "k=v"),
    ("https://a.example/", "k=v; SameSite=None", "https://a.example/", ""),
    ("https://a.example/", "k=v; SameSite=None; Secure", "https://a.example/", "k=v"),
    // Prefixes.
    ("https://a.example/", "__Secure-k=v; Secure", "https://a.example/", "__Secure-k=v"),
    ("https://a.example/", "__Secure-k=v", "https://a.example/", ""),
    ("https://a.example/", "__sEcUrE-k=v", "https://a.example/", ""),
    ("http://a.example/", "__Secure-k=v; Secure", "https://a.example/", ""),
    ("https://a.example/", "__Host-k=v; Secure; Path=/", "https://a.example/", "__Host-k=v"),
    ("https://a.example/", "__Host-k=v; Secure", "https://a.example/", ""),
    ("https://a.example/", "__Host-k=v; Path=/", "https://a.example/", ""),
    ("https://a.example/", "__Host-k=v; Secure; Path=/x", "https://a.example/x", ""),
    (
      "https://a.example/", "__HOST-k=v; Secure; Path=/; Domain=a.example",
      "https://a.example/", ""
    ),
    (
      "https://a.example/", "__Host-k=v; Secure; Path=/; Domain=", "https://a.example/",
      "__Host-k=v"
    ),
    ("https://a.example/", "=__Host-k=v", "https://a.example/", ""),
    ("https://a.example/", "=__secure-", "https://a.example/", ""),
    ("https://a.example/", "__Secure-k; Secure", "https://a.example/", ""),
    // URLs without HTTP.
    ("ftp://a.example/", "k=v", "https://a.example/", ""),
    ("https://a.example/", "k=v", "a.example", ""),
  ])
  func `cookies are sent to their hosts and paths`(
    _ from: String, _ cookie: String, _ to: String, _ expected: String
  ) {
    let jar = CookieJar()
    set(jar, from, cookie)
    #expect(sent(jar, to) == expected)
  }

  @Test func `cookies are sent by path length, then by age, also after an update`() {
    let jar = CookieJar()
    set(jar, "https://a.example/x/y/z", "c=1; Path=/", "b=2; Path=/x", "a=3; Path=/")
    set(jar, "https://a.example/", "d=4; Path=/x/y", at: 5)
    set(jar, "https://a.example/", "c=5; Path=/", at: 6)
    #expect(sent(jar, "https://a.example/x/y/z", at: 7) == "d=4; b=2; c=5; a=3")
  }

  @Test func `name, domain, host-only flag and path identify a cookie`() {
    let jar = CookieJar()
    set(
      jar, "https://a.example/", "k=1", "K=2", "k=3; Domain=a.example", "k=4; Path=/x",
      "k=5", "\u{E4}=6", "a\u{308}=7")
    #expect(sent(jar, "https://a.example/x") == "k=4; k=5; K=2; k=3; \u{E4}=6; a\u{308}=7")
    #expect(jar.cookies(at: start).count == 6)
  }

  @Test func `cookies expire after at most 400 days`() {
    let jar = CookieJar()
    let far = "Fri, 31 Dec 9999 23:59:59 GMT"
    set(
      jar, "https://a.example/", "age=1; Max-Age=10; Expires=\(far)",
      "date=1; Expires=Sun, 09 Sep 2001 01:47:00 GMT", "far=1; Max-Age=99999999999",
      "farther=1; Expires=\(far)", "session=1")
    #expect(sent(jar, "https://a.example/", at: 9) == "age=1; date=1; far=1; farther=1; session=1")
    #expect(sent(jar, "https://a.example/", at: 10) == "date=1; far=1; farther=1; session=1")
    #expect(sent(jar, "https://a.example/", at: 20) == "far=1; farther=1; session=1")
    let limit = Double(400 * 86_400)
    #expect(sent(jar, "https://a.example/", at: limit - 1) == "far=1; farther=1; session=1")
    #expect(sent(jar, "https://a.example/", at: limit) == "session=1")
  }

  @Test func `a server can delete its cookies`() {
    let jar = CookieJar()
    set(jar, "https://a.example/", "a=1", "b=1", "c=1")
    set(
      jar, "https://a.example/", "a=; Max-Age=0", "b=; Max-Age=-5",
      "c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(jar.cookies(at: start).isEmpty)
    #expect(
      !jar.store(
        ["Set-Cookie": "a=; Max-Age=0"], from: "https://a.example/", at: start))
  }

  @Test func `an insecure origin does not replace a secure cookie`() {
    let jar = CookieJar()
    set(jar, "https://a.example/", "k=safe; Secure; Path=/x")
    set(jar, "http://a.example/", "k=bad; Path=/x")
    set(jar, "http://a.example/", "k=bad; Path=/x/y")
    set(jar, "http://b.a.example/", "k=bad; Domain=a.example; Path=/x")
    #expect(sent(jar, "https://a.example/x/y") == "k=safe")
    // Cookies beside it, where it would not be sent first, and another name.
    set(jar, "http://a.example/", "k=other; Path=/", "j=1; Path=/x")
    #expect(sent(jar, "https://a.example/x/y") == "k=safe; j=1; k=other")
    set(jar, "https://a.example/", "k=new; Path=/x")
    #expect(sent(jar, "https://a.example/x") == "k=new; j=1; k=other")
  }

  @Test func `cookies are sent cross-site only if SameSite allows it`() {
    let all = ["s=1; SameSite=Strict", "l=1; SameSite=Lax", "n=1; SameSite=None; Secure", "u=1"]
    let jar = CookieJar()
    for cookie in all { set(jar, "https://api.example.com/", cookie) }
    let url = "https://api.example.com/"
    for same in [nil, url, "https://www.example.com/x", "https://example.com"] {
      #expect(sent(jar, url, firstParty: same) == "s=1; l=1; n=1; u=1", "\(same ?? "none")")
    }
    for other in ["https://other.example", "http://example.com", "https://example.org", "none"] {
      #expect(sent(jar, url, firstParty: other) == "n=1", "\(other)")
      let fresh = CookieJar()
      for cookie in all { set(fresh, url, cookie, firstParty: other) }
      #expect(sent(fresh, url) == "n=1", "\(other)")
    }
  }

  @Test func `a site over its cookie limit evicts its own cookies, insecure ones first`() {
    let jar = CookieJar(limits: CookieJar.Limits(perSite: 50, total: 3000))
    set(jar, "https://a.example/", "other=1")
    set(jar, "https://x.b.example/", "safe=1; Secure", at: 1)
    set(jar, "https://x.b.example/", "short=1; Max-Age=5", at: 1)
    for index in 0..<500 {
      set(jar, "https://y\(index % 7).b.example/", "c\(index)=1; Domain=b.example", at: 10)
    }
    let names = jar.cookies(at: start + 10).map(\.name)
    #expect(names.count == 51)
    #expect(names.prefix(2) == ["other", "safe"])
    #expect(names.last == "c499")
    #expect(!names.contains("c400"))
  }

  @Test func `too many cookies in total evict the least recently used one`()
    async throws
  {
    let jar = CookieJar(limits: CookieJar.Limits(total: 100))
    set(jar, "https://used.example/", "k=1")
    for index in 0..<99 { set(jar, "https://s\(index).example/", "k=1", at: 1) }
    // The cookie is sent once more than the others.
    let clock = VirtualClock(date: start + 5)
    var client = HTTPClient(transport: TestTransport()).adding(Cookies(jar))
    client.clock = clock.clock
    try await client.send(.get("https://used.example/").empty)
    for index in 0..<98 { set(jar, "https://t\(index).example/", "k=1", at: 2) }
    #expect(jar.cookies(at: start).count == 100)
    #expect(sent(jar, "https://used.example/") == "k=1")
    #expect(sent(jar, "https://s97.example/") == "")
    #expect(sent(jar, "https://s98.example/") == "k=1")
  }

  @Test func `a flood of large cookies is limited in count and field size`() {
    let jar = CookieJar()
    set(jar, "https://a.example/", "sid=secret")
    for index in 0..<1000 {
      set(jar, "https://a.example/", "b\(index)=" + String(repeating: "x", count: 4000), at: 1)
    }
    let all = jar.cookies(at: start)
    #expect(all.count <= 180)
    // The session was not used during the flood; secure and recently used cookies stay.
    let field = jar.cookies(for: "https://a.example/", at: start + 2)
      .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    #expect(field.utf8.count <= 8190)
    let small = CookieJar()
    for index in 0..<100 {
      set(small, "https://a.example/", "b\(index)=" + String(repeating: "x", count: 4000), at: 1)
    }
    set(small, "https://a.example/", "sid=secret", at: 2)
    #expect(sent(small, "https://a.example/", at: 3).hasSuffix("sid=secret"))
    #expect(sent(small, "https://a.example/", at: 3).hasPrefix("b0="))
  }

  @Test func `a jar removes cookies on request and session cookies at the end`() {
    let jar = CookieJar()
    set(jar, "https://a.example/", "a=1", "b=1; Max-Age=10", "c=1")
    jar.remove { $0.name == "c" }
    #expect(sent(jar, "https://a.example/") == "a=1; b=1")
    jar.endSession()
    #expect(sent(jar, "https://a.example/") == "b=1")
    jar.removeAll()
    #expect(jar.cookies(at: start).isEmpty)
  }

  @Test func `descriptions contain no cookie values`() {
    let jar = CookieJar()
    set(jar, "https://a.example/", "sid=planted; Domain=a.example; Path=/x")
    let cookie = jar.cookies(at: start)[0]
    var dumped = ""
    dump(cookie, to: &dumped)
    dump(jar, to: &dumped)
    dump(Cookies(jar), to: &dumped)
    for text in ["\(cookie)", String(reflecting: cookie), "\(jar)", "\(Cookies(jar))", dumped] {
      #expect(!text.contains("planted"))
    }
    #expect("\(cookie)" == "sid=<redacted> for a.example/x")
    #expect("\(jar)" == "1 cookie")
  }
}
