import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct URLReferenceTests {
  private func reason(_ text: String) -> String? {
    do {
      _ = try URLReference(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `components keep their original text`() throws {
    let url = try URLReference("HTTPS://ann:x%40@Example.com:8443/a%2Fb/./?q=1?&/#f?/")
    #expect(url.scheme == "https")
    #expect(url.userInfo == "ann:x%40")
    #expect(url.host == "Example.com")
    #expect(url.port == 8443)
    #expect(url.path == "/a%2Fb/./")
    #expect(url.query == "q=1?&/")
    #expect(url.fragment == "f?/")
    #expect(url.description == "https://ann:x%40@Example.com:8443/a%2Fb/./?q=1?&/#f?/")
  }

  @Test func `a URL survives a round trip unchanged`() throws {
    let texts = [
      "", "a", "a/b", "/a", "./a:b", "//h", "//h/", "?", "#", "?a#b", "http://h?q", "http://h#f",
      "mailto:a@b.example", "urn:a:b:c", "file:///etc", "http:", "http:g", "a+b-c.1:x", "x:/y//z",
      "http://[::1]:80/", "http://[2001:db8::7]", "http://u@h", "http://@h", "http://u:p:q@h:1/",
      "http://!$&'()*+,;=/", "http://a.b.c:65535",
    ]
    for text in texts { #expect(try URLReference(text).description == text) }
    #expect(try URLReference("http://h:/").description == "http://h/")
  }

  @Test func `ten thousand random strings survive a round trip or are rejected`() {
    var generator = SeededGenerator(seed: 5)
    let pieces = [
      "http:", "a", "//", "/", "?", "#", "@", ":", "80", "[::1]", "[", "]", "%20", "%", "..", ".",
      "é",
      " ", "h.example", "&=", "\u{0}", "\r\n", "0", "70000", "",
    ]
    var taken = 0
    for _ in 0..<10_000 {
      let text = (0..<generator.number(0...8)).map { _ in generator.pick(pieces) }.joined()
      guard let url = try? URLReference(text) else { continue }
      taken += 1
      #expect((try? URLReference(url.description)) == url, "\(text)")
      if url.port != nil || !text.contains(":") { #expect(url.description == text) }
      let resolved = URLReference(scheme: "http", host: "b", path: "/c").resolving(url)
      #expect((try? URLReference(resolved.description))?.description == resolved.description)
    }
    #expect(taken > 1000)
  }

  @Test func `components that were set survive a round trip`() throws {
    for reference in [
      URLReference(path: "//a"), URLReference(path: "a:b"), URLReference(scheme: "x", path: "//a"),
      URLReference(scheme: "http", host: "h", path: "a"), URLReference(host: "h", path: "//a"),
    ] {
      let read = try URLReference(reference.description)
      #expect(read.host == reference.host && read.scheme == reference.scheme)
      #expect(read.path.hasSuffix(reference.path))
    }
  }

  @Test func `IPv6 addresses are bracketed`() throws {
    for address in [
      "::", "::1", "1::", "2001:db8::7", "1:2:3:4:5:6:7:8", "1::8", "::2:3:4:5:6:7:8",
      "1:2:3:4:5:6:7::", "::ffff:192.0.2.1", "1:2:3:4:5:6:192.0.2.1", "ABCD:EF01::0",
    ] {
      #expect(try URLReference("http://[\(address)]:8/").host == "[\(address)]")
    }
    for address in [
      "", ":", ":::", "1", "1:2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:", "12345::", "g::", "::1.2.3", "::1.2.3.256", "::1.2.3.04", "1.2.3.4::",
      "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%25eth0", "v1.x", "1::2:3:4:5:6:7:8:9",
      "::1.2..3",
    ] {
      #expect(
        reason("http://[\(address)]/") == "the URL has no IPv6 address in its brackets",
        "\(address)")
    }
    #expect(reason("http://[::1/") == "the URL has no IPv6 address in its brackets")
    #expect(reason("http://[::1]8/") == "the URL has characters after its address")
  }

  @Test func `an invalid URL is rejected with a reason that quotes no secret`() {
    let encoded = "which must be percent-encoded"
    let port = "the URL has a port that is not a number"
    let table: [(String, String)] = [
      ("http://h/a b", "the URL contains ' ' at byte 10, \(encoded)"),
      (" http://h", "the URL contains ' ' at byte 0, \(encoded)"),
      ("http://h/\r\nHost: e", "the URL contains '\\u{D}' at byte 9, \(encoded)"),
      ("http://h/\n", "the URL contains '\\u{A}' at byte 9, \(encoded)"),
      ("http://h/\u{0}", "the URL contains '\\u{0}' at byte 9, \(encoded)"),
      ("http://h/\t", "the URL contains '\\u{9}' at byte 9, \(encoded)"),
      ("http://h/\u{7F}", "the URL contains '\\u{7F}' at byte 9, \(encoded)"),
      ("http://h/ü", "the URL contains a non-ASCII character at byte 9, \(encoded)"),
      ("http://hü/", "the URL contains a non-ASCII character at byte 8, \(encoded)"),
      ("http://h/\"", "the URL contains '\"' at byte 9, \(encoded)"),
      ("http://h/<>", "the URL contains '<' at byte 9, \(encoded)"),
      ("http://h\\e/", "the URL contains '\\' at byte 8, \(encoded)"),
      ("http://h/^", "the URL contains '^' at byte 9, \(encoded)"),
      ("http://h/`", "the URL contains '`' at byte 9, \(encoded)"),
      ("http://h/{x}", "the URL contains '{' at byte 9, \(encoded)"),
      ("http://h/|", "the URL contains '|' at byte 9, \(encoded)"),
      ("http://h/[x]", "the URL contains '[' in its path, \(encoded)"),
      ("http://h/?a[b]=1", "the URL contains '[' in its query, \(encoded)"),
      ("http://h/#]", "the URL contains ']' in its fragment, \(encoded)"),
      ("http://h/#a#b", "the URL contains '#' in its fragment, \(encoded)"),
      ("http://h/%", "the URL contains a '%' at byte 9 without two hexadecimal digits"),
      ("http://h/%4", "the URL contains a '%' at byte 9 without two hexadecimal digits"),
      ("http://h/%zz", "the URL contains a '%' at byte 9 without two hexadecimal digits"),
      ("http://h/%4%41", "the URL contains a '%' at byte 9 without two hexadecimal digits"),
      ("http://h:0/", "\(port) from 1 to 65535"), ("http://h:65536/", "\(port) from 1 to 65535"),
      ("http://h:99999/", "\(port) from 1 to 65535"),
      ("http://h:100000/", "\(port) up to 65535"), ("http://h:-1/", "\(port) up to 65535"),
      ("http://h:+80/", "\(port) up to 65535"), ("http://h:8a/", "\(port) up to 65535"),
      ("http://h:80:80/", "\(port) up to 65535"), ("http://::1/", "\(port) up to 65535"),
      ("http://a[b]/", "the URL has a host with invalid characters"),
      ("http://a@b@c/", "the URL has a user name that must be percent-encoded"),
      ("http://[a]@c/", "the URL has a user name that must be percent-encoded"),
      (":a", "the URL has a ':' before its first '/', but no scheme"),
      ("1a:b", "the URL has a ':' before its first '/', but no scheme"),
      ("a_b:c", "the URL has a ':' before its first '/', but no scheme"),
    ]
    for (text, expected) in table { #expect(reason(text) == expected, "\(text)") }
  }

  @Test func `appending an API path keeps the path and query of the base URL`() throws {
    let table = [
      ("https://a.example", "users", "https://a.example/users"),
      ("https://a.example/", "/users", "https://a.example/users"),
      ("https://a.example/v1", "users", "https://a.example/v1/users"),
      ("https://a.example/v1/", "users/", "https://a.example/v1/users/"),
      ("https://a.example/v1/", "/users", "https://a.example/v1/users"),
      ("https://a.example/v1?key=7", "users?a=1", "https://a.example/v1/users?key=7&a=1"),
      ("https://a.example/v1?key=7", "?a=1", "https://a.example/v1?key=7&a=1"),
      ("https://a.example/v1?", "u?", "https://a.example/v1/u"),
      ("https://a.example/v1", "", "https://a.example/v1"),
      ("https://a.example/v1", "./a:b", "https://a.example/v1/a:b"),
      ("https://a.example/v1", "../admin", "https://a.example/v1/admin"),
      ("https://a.example/v1", "a/../../../b/./c", "https://a.example/v1/b/c"),
      ("https://a.example/v1", "a%2F..%2Fb", "https://a.example/v1/a%2F..%2Fb"),
      ("https://a.example/v1", "..", "https://a.example/v1/"),
      ("https://a.example/v1#x", "u#f", "https://a.example/v1/u#f"),
      ("https://u:p@[::1]:8/v1", "u", "https://u:p@[::1]:8/v1/u"),
    ]
    for (base, relative, expected) in table {
      let whole = try URLReference(base).appending(URLReference(relative))
      #expect(whole.description == expected, "\(base) \(relative)")
    }
  }
}
