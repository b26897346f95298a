import Testing
import TremaHTTP

@testable import Networking

/// RFC 9111, section 5.2.
@Suite struct CacheControlTests {
  @Test func `directives are parsed`() {
    let cases: [(String, [String: String?])] = [
      ("", [:]),
      ("no-store", ["no-store": nil]),
      ("No-Store , MAX-AGE=5", ["no-store": nil, "max-age": "5"]),
      (",, public,,max-age=\"60\",", ["public": nil, "max-age": "60"]),
      ("no-cache=\"Set-Cookie, X\", private", ["no-cache": "Set-Cookie, X", "private": nil]),
      ("a=\"x\\\"y, no-store\", b", ["a": "x\"y, no-store", "b": nil]),
      // An unterminated quotation hides nothing.
      ("a=\"x, no-store", ["a": "\"x", "no-store": nil]),
      ("a=\"x\\", ["a": "\"x\\"]),
      ("max-age=10;no-store", ["max-age": "10", "no-store": nil]),
      ("max-age = 10", ["max-age": nil, "10": nil]),
      ("max-age= 10", ["max-age": "", "10": nil]),
      ("=5, no-store", ["5": nil, "no-store": nil]),
      ("\u{0}\u{FF}, no-store", ["no-store": nil]),
      ("community=\"UCI\"", ["community": "UCI"]),
      (
        "Must-Understand, PRIVATE=\"a\", only-if-cached=1",
        [
          "must-understand": nil, "private": "a", "only-if-cached": "1",
        ]
      ),
      (
        "no-storf, publik, max-agf, only-if-caches",
        [
          "no-storf": nil, "publik": nil, "max-agf": nil, "only-if-caches": nil,
        ]
      ),
    ]
    let mentioned: [(String, CacheControlDirectives)] = [
      ("no-store", .noStore), ("must-understand", .mustUnderstand), ("public", .public),
      ("private", .private), ("max-age", .maxAge), ("only-if-cached", .onlyIfCached),
    ]
    for (text, expected) in cases {
      let read = CacheControl([text]).directives
      #expect(read.count == expected.count, "\(text): \(read)")
      for directive in read {
        #expect(expected[directive.name] == .some(directive.argument), "\(text): \(directive)")
      }
      let mentions = CacheControlDirectives([.cacheControl: text])
      for (name, mention) in mentioned {
        #expect(mentions.contains(mention) == expected.keys.contains(name), "\(text): \(name)")
      }
    }
  }

  @Test func `delta-seconds are digits and capped at a maximum`() {
    let cases: [(String, CacheControl.Seconds)] = [
      ("max-age=0", .value(0)), ("max-age=3600", .value(3600)), ("max-age=\"7\"", .value(7)),
      ("max-age=007", .value(7)), ("max-age=2147483648", .value(1 << 31)),
      ("max-age=99999999999999999999999", .value(1 << 31)),
      ("max-age", .invalid), ("max-age=", .invalid), ("max-age=-1", .invalid),
      ("max-age=1.5", .invalid), ("max-age=5s", .invalid), ("max-age=٣", .invalid),
      ("max-age=1, max-age=2", .value(1)), ("s-maxage=1", .absent), ("x-max-age=1", .absent),
    ]
    for (text, expected) in cases {
      #expect(CacheControl([text]).seconds("max-age") == expected, "\(text)")
    }
    #expect(CacheControl(["max-age=4", "max-age=9"]).seconds("max-age") == .value(4))
  }

  @Test func `field names of all lines are merged, unless a directive is unqualified`() {
    func names(_ values: String...) -> [String]? {
      CacheControl(values).fieldNames("no-cache")?.map(\.text)
    }
    #expect(names("no-cache=\"a, B\"", "no-cache=c") == ["a", "B", "c"])
    #expect(names("no-cache=\"a\", no-cache") == nil)
    #expect(names("no-cache=\"\"") == nil)
    #expect(names("max-age=1") == [])
  }

  @Test func `a long field is parsed in linear time`() {
    let long = String(repeating: "max-age=1,\"", count: 100_000) + ",no-store"
    #expect(CacheControl([long]).contains("no-store"))
    let open = String(repeating: "a=\"", count: 20_000)
    #expect(CacheControl([open]).directives.count > 0)
  }
}
