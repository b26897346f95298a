import Foundation
import Testing
import TremaSupport

@testable import Networking

/// The parsing of `Set-Cookie`, piece by piece: draft-ietf-httpbis-rfc6265bis, 5.1 and 5.6.
@Suite struct SetCookieTests {
  /// A field, and the name, value and attributes read from it; nil for ignored fields.
  private static let fields: [(text: String, reading: String?)] = [
    ("a=b", "a=b"), (" a = b ", "a=b"), ("a\t=\tb", "a=b"), ("a=", "a="), ("=b", "=b"),
    ("b", "=b"), ("=", nil), ("", nil), (";", nil), ("; Secure", nil), ("a=b=c", "a=b=c"),
    ("a=\"b\"", "a=\"b\""), ("a=b c", "a=b c"), ("a=b,c=d", "a=b,c=d"), ("ä=ö", "ä=ö"),
    ("a=b;", "a=b"), ("a=b; unknown=1; x", "a=b"), ("a=b\tc", "a=b\tc"),
    ("a=b\u{0}", nil), ("a=b\r", nil), ("a=b\u{7F}", nil), ("a=b; x=\u{1}", nil),
    ("a=b; Secure", "a=b secure"), ("a=b;SECURE=no", "a=b secure"),
    ("a=b; HttpOnly; secure", "a=b secure httponly"), ("a=b; httponly=", "a=b httponly"),
    ("a=b; Path=/x", "a=b path:/x"), ("a=b; path=x", "a=b"), ("a=b; Path=", "a=b"),
    ("a=b; Path=/x; Path=/y", "a=b path:/y"), ("a=b; Path=/x; Path=", "a=b"),
    ("a=b; Domain=.Example.COM", "a=b domain:example.com"), ("a=b; Domain=", "a=b domain:"),
    ("a=b; Domain=a.example; domain=b.example", "a=b domain:b.example"),
    ("a=b; Domain=..x", "a=b domain:.x"),
    ("a=b; SameSite=Strict", "a=b strict"), ("a=b; samesite=LAX", "a=b lax"),
    ("a=b; SameSite=none", "a=b none"), ("a=b; SameSite=unspecified", "a=b"),
    ("a=b; SameSite=Strict; SameSite=x", "a=b"), ("a=b; SameSite", "a=b"),
    ("a=b; Max-Age=5", "a=b age:5"), ("a=b; Max-Age=0", "a=b age:0"),
    ("a=b; Max-Age=-7", "a=b age:-1"), ("a=b; Max-Age=x", "a=b"), ("a=b; Max-Age=5x", "a=b"),
    ("a=b; Max-Age=", "a=b"), ("a=b; Max-Age=+5", "a=b"),
    ("a=b; max-age=5; max-age=x", "a=b age:5"),
    ("a=b; Max-Age=99999999999999999999999", "a=b age:\(Int64.max - 9)"),
    ("a=b; Expires=Thu, 01 Jan 1970 00:00:09 GMT", "a=b expires:9"),
    ("a=b; Expires=never", "a=b"),
    ("a=b; Expires=Thu, 01 Jan 1970 00:00:09 GMT; Expires=x", "a=b expires:9"),
  ]

  private func reading(_ cookie: SetCookie) -> String {
    var parts = [
      (cookie.name.isEmpty ? "" : String(decoding: cookie.name, as: UTF8.self)) + "="
        + String(decoding: cookie.value, as: UTF8.self)
    ]
    if cookie.isSecure { parts.append("secure") }
    if cookie.isHTTPOnly { parts.append("httponly") }
    if let path = cookie.path { parts.append("path:" + String(decoding: path, as: UTF8.self)) }
    if let domain = cookie.domain {
      parts.append("domain:" + String(decoding: domain, as: UTF8.self))
    }
    if cookie.sameSite != .unspecified { parts.append(cookie.sameSite.rawValue) }
    if let age = cookie.maxAge { parts.append("age:\(age)") }
    if let expires = cookie.expires { parts.append("expires:\(expires)") }
    return parts.joined(separator: " ")
  }

  @Test func `Set-Cookie fields are parsed`() {
    for (text, expected) in Self.fields {
      #expect(SetCookie(text).map(reading) == expected, "\(text)")
    }
  }

  @Test func `a pair is limited to 4096 bytes, an attribute to 1024`() {
    let long = String(repeating: "x", count: 4095)
    #expect(SetCookie("a=\(long)") != nil)
    #expect(SetCookie("ab=\(long)") == nil)
    #expect(SetCookie("\(long)xx") == nil)
    let path = "/" + String(repeating: "x", count: 1023)
    #expect(SetCookie("a=b; Path=\(path)")?.path == Array(path.utf8))
    #expect(SetCookie("a=b; Path=/y; Path=\(path)x")?.path == Array("/y".utf8))
  }

  /// Source of the first ones: the examples of RFC 9110, 5.6.7, and RFC 6265, 5.1.1.
  private static let dates: [(text: String, seconds: Int64?)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06 nov 94 8:49:37", 784_111_777),
    ("1994 06 Nov 08:49:37", 784_111_777), ("08:49:37 1994 november 6th", 784_111_777),
    ("6-NOVEMBER-1994 8:49:37zulu", 784_111_777), ("Nov/06/1994 08:49:37 +0200", 784_111_777),
    ("06 Nov 1994 08:49:37 ignored 12 Dec 2012 11:11:11", 784_111_777),
    ("01 Jan 1970 00:00:00", 0), ("01 Jan 69 00:00:00", 3_124_224_000),
    ("01 Jan 70 00:00:00", 0), ("01 Jan 1601 00:00:00", -11_644_473_600),
    ("01 Jan 1600 00:00:00", nil), ("31 Feb 2000 00:00:00", nil),
    ("29 Feb 2000 00:00:00", 951_782_400),
    ("29 Feb 2001 00:00:00", nil), ("00 Jan 2000 00:00:00", nil), ("32 Jan 2000 00:00:00", nil),
    ("01 Jan 2000 24:00:00", nil), ("01 Jan 2000 00:60:00", nil), ("01 Jan 2000 00:00:60", nil),
    ("01 Jan 2000 00:00", nil), ("01 Jan 00:00:00", nil), ("Jan 2000 00:00:00", nil),
    ("01 2000 00:00:00", nil), ("01 Foo 2000 00:00:00", nil), ("", nil), ("garbage", nil),
    ("01 Jan 2000 000:00:00", nil), ("01 Jan 20000 00:00:00", nil),
    ("01 Jan 9999 23:59:59", 253_370_851_199),
  ]

  @Test func `dates are parsed within any surrounding text`() {
    for (text, seconds) in Self.dates {
      #expect(CookieDate.seconds(Array(text.utf8)) == seconds, "\(text)")
    }
  }

  @Test func `domains match at label boundaries, addresses only exactly`() {
    for (host, domain, expected) in [
      ("a.example", "a.example", true), ("b.a.example", "a.example", true),
      ("ba.example", "a.example", false), ("a.example", "b.a.example", false),
      ("example", "example", true), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "0.0.1", false),
      ("[::1]", "[::1]", true), ("a.example.", "a.example", false),
    ] {
      #expect(CookieRules.host(host, matches: domain) == expected, "\(host) \(domain)")
    }
  }

  @Test func `paths match at segment boundaries`() {
    for (path, cookie, expected) in [
      ("/", "/", true), ("/x", "/", true), ("/x", "/x", true), ("/x/", "/x", true),
      ("/x/y", "/x", true), ("/xy", "/x", false), ("/x", "/x/", false), ("/x/y", "/x/", true),
      ("/X", "/x", false), ("/e\u{301}", "/\u{E9}", false),
    ] {
      #expect(CookieRules.path(path, matches: cookie) == expected, "\(path) \(cookie)")
    }
    for (path, expected) in [
      ("", "/"), ("/", "/"), ("/x", "/"), ("/x/", "/x"), ("/x/y", "/x"), ("/x/y/z", "/x/y"),
      ("x", "/"),
    ] {
      #expect(CookieRules.defaultPath(of: path) == expected, "\(path)")
    }
  }
}
