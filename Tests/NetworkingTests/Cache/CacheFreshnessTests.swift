import Testing
import TremaDates
import TremaHTTP

@testable import Networking

/// RFC 9111, sections 3 and 4.2.
@Suite struct CacheFreshnessTests {
  private let start: Int64 = 784_111_777

  private func stored(
    _ fields: HTTPFields, status: HTTPStatus = .ok, asked: Int64 = 0, answered: Int64 = 0
  ) -> StoredResponse {
    StoredResponse(
      status, fields: fields, requestTime: start + asked, responseTime: start + answered)
  }

  private func date(_ seconds: Int64) -> String { HTTPDate.text(start + seconds) }

  @Test func `freshness is explicit, or a tenth of the time since the last change`() {
    let old = HTTPDate.text(start - 1000)
    let veryOld = HTTPDate.text(start - 100_000_000)
    let cases: [(HTTPFields, HTTPStatus, Int64)] = [
      ([.cacheControl: "max-age=60"], 200, 60),
      ([.cacheControl: "max-age=60", "Expires": date(900)], 200, 60),
      ([.cacheControl: "s-maxage=90, max-age=60"], 200, 60),
      ([.cacheControl: "s-maxage=90"], 200, 0),
      ([.cacheControl: "max-age=x", "Expires": date(900)], 200, 0),
      ([.cacheControl: "max-age=60"], 500, 60),
      ([.date: date(0), "Expires": date(900)], 200, 900),
      ([.date: date(-10), "Expires": date(900)], 200, 910),
      (["Expires": date(900)], 200, 900),
      ([.date: date(0), "Expires": date(-5)], 200, 0),
      ([.date: date(0), "Expires": "0"], 200, 0),
      ([.date: date(0), "Expires": "-1"], 200, 0),
      ([.date: date(0), "Expires": "Sunday, 06-Nov-94 09:49:37 GMT"], 200, 3600),
      ([.date: date(0), "Expires": "Sun Nov  6 09:49:37 1994"], 200, 3600),
      ([.date: date(0), .lastModified: old], 200, 100),
      ([.date: date(0), .lastModified: old], 404, 100),
      ([.date: date(0), .lastModified: old], 500, 0),
      ([.date: date(0), .lastModified: old], 302, 0),
      ([.date: date(0), .lastModified: old, .cacheControl: "public"], 302, 100),
      ([.date: date(0), .lastModified: veryOld], 200, 86_400),
      ([.date: date(0), .lastModified: date(10)], 200, 0),
      ([.date: date(0), .lastModified: "yesterday"], 200, 0),
      ([.date: date(0)], 200, 0),
    ]
    for (fields, status, lifetime) in cases {
      let found = stored(fields, status: status).freshnessLifetime(heuristicLimit: 86_400)
      #expect(found == lifetime, "\(fields.all.map { "\($0.name): \($0.value)" }), \(status)")
    }
  }

  @Test func `the age includes the declared age, the delay and the resident time`() {
    // apparent age, Age, delay, resident time: RFC 9111, section 4.2.3.
    let cases: [(fields: HTTPFields, asked: Int64, answered: Int64, now: Int64, age: Int64)] = [
      ([:], 0, 0, 0, 0),
      ([:], 0, 0, 10, 10),
      ([.date: date(0)], 0, 4, 10, 10),
      ([.date: date(-20)], 0, 0, 5, 25),
      ([.date: date(20)], 0, 0, 5, 5),
      (["Age": "30"], 0, 0, 5, 35),
      (["Age": "30"], 0, 3, 5, 35),
      ([.date: date(-50), "Age": "30"], 0, 3, 5, 55),
      ([.date: date(-10), "Age": "30"], 0, 3, 5, 35),
      (["Age": "x"], 0, 0, 5, 5),
      (["Age": "-4"], 0, 0, 5, 5),
      (["Age": "7, 100"], 0, 0, 5, 12),
      (["Age": "99999999999"], 0, 0, 5, 1 << 31),
      // A clock that was set back.
      ([:], 10, 0, -50, 0),
      ([.date: "no date"], 0, 2, 9, 9),
    ]
    for (index, one) in cases.enumerated() {
      let response = stored(one.fields, asked: one.asked, answered: one.answered)
      #expect(response.age(at: start + one.now) == one.age, "\(index)")
    }
  }

  @Test func `times of any size do not overflow`() {
    for time in [Int64.min, -1, 0, Int64.max] {
      let response = StoredResponse(
        .ok, fields: ["Age": "2147483648", .date: date(0)], requestTime: time, responseTime: time)
      for now in [Int64.min, 0, Int64.max] {
        #expect(response.age(at: now) <= 1 << 31)
        _ = CacheRules().decision(HTTPRequest(.get, "https://a.example"), response, now: now)
      }
    }
  }

  private static let part: HTTPFields = [.etag: "\"1\"", "Content-Range": "bytes 0-1/9"]

  @Test func `only storable responses are stored for a user`() {
    let cases: [(HTTPMethod, HTTPFields, HTTPStatus, HTTPFields, Bool)] = [
      (.get, [:], 200, [:], true),
      (.head, [:], 200, [.cacheControl: "max-age=9"], false),
      (.post, [:], 200, [.cacheControl: "max-age=9"], false),
      (.query, [:], 200, [.cacheControl: "max-age=9"], false),
      (.get, [.cacheControl: "no-store"], 200, [.cacheControl: "max-age=9"], false),
      (.get, [.range: "bytes=0-1"], 200, [.cacheControl: "max-age=9"], false),
      (.get, [.authorization: "Bearer x"], 200, [.cacheControl: "max-age=9"], true),
      (.get, [:], 200, [.cacheControl: "no-store, max-age=9"], false),
      (.get, [:], 200, [.cacheControl: "No-Store"], false),
      (.get, [:], 200, [.cacheControl: "no-cache"], true),
      (.get, [:], 200, [.cacheControl: "private"], true),
      (.get, [:], 200, [.cacheControl: "private=\"X\""], true),
      (.get, [:], 200, ["Vary": "Accept"], true),
      (.get, [:], 200, ["Vary": "Accept, *"], false),
      (.get, [:], 206, [.cacheControl: "max-age=9"], false),
      (.get, [.range: "bytes=0-1"], 206, Self.part, true),
      (.get, [.range: "bytes=-2"], 206, Self.part, true),
      (.get, [:], 206, Self.part, false),
      (.head, [.range: "bytes=0-1"], 206, Self.part, false),
      (.get, [.range: "bytes=0-1, 4-5"], 206, Self.part, false),
      (.get, [.range: "bytes=0-1", "If-Range": "\"1\""], 206, Self.part, false),
      (.get, [.range: "bytes=0-1"], 206, [.etag: "\"1\"", "Content-Range": "bytes 0-1/*"], false),
      (.get, [:], 304, [.cacheControl: "max-age=9"], false),
      (.get, [:], 100, [.cacheControl: "max-age=9"], false),
      (.get, [:], 600, [.cacheControl: "max-age=9"], false),
      (.get, [:], 302, [:], false),
      (.get, [:], 302, [.cacheControl: "max-age=9"], true),
      (.get, [:], 500, [:], false),
      (.get, [:], 500, ["Expires": "0"], true),
      (.get, [:], 418, [.cacheControl: "public"], true),
      (.get, [:], 200, [.cacheControl: "no-store, must-understand, max-age=9"], true),
      (.get, [:], 418, [.cacheControl: "no-store, must-understand, max-age=9"], false),
      (.get, [:], 418, [.cacheControl: "must-understand, max-age=9"], false),
    ]
    for (index, (method, asked, status, fields, expected)) in cases.enumerated() {
      let head = HTTPResponseHead(status, fields: fields)
      let request = HTTPRequest(method, "https://a.example", fields: asked)
      #expect(StoredResponse.isStorable(head, to: request) == expected, "case \(index)")
    }
    for code in 200..<600 {
      let may = StoredResponse.isStorable(
        HTTPResponseHead(HTTPStatus(code)), to: HTTPRequest(.get, "https://a.example"))
      let byDefault = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
      #expect(may == byDefault, "\(code)")
    }
  }

  @Test func `connection fields and Set-Cookie are not stored`() {
    let kept = StoredResponse(
      HTTPResponseHead(
        .ok,
        fields: [
          .connection: "close, X-Hop", "X-Hop": "1", "Keep-Alive": "5",
          .transferEncoding: "chunked",
          "Proxy-Authenticate": "Basic", "Upgrade": "h2c", .setCookie: "a=1", "X-Token": "t",
          .cacheControl: "no-cache=\"X-Token\"", .etag: "\"1\"", "X-End": "1", "Set-Cookie2": "b=1",
        ]), to: HTTPRequest(.get, "https://a.example"), requestTime: 0, responseTime: 0)
    #expect(kept.fields.map(\.name.text) == ["Cache-Control", "ETag", "X-End", "Set-Cookie2"])
  }
}
