import Testing
import TremaConfigValues

@Suite struct ConfigURLTests {
  @Test func `the parts of a URL are those of RFC 3986`() throws {
    let url = try ConfigURL("HTTPS://me:pass@API.Example.com:8443/a%20b;c/d?q=1&r=%C3%BC#top")
    #expect(url.scheme == "https")
    #expect(url.userInfo == "me:pass")
    #expect(url.host == .name("api.example.com"))
    #expect(url.port == 8443)
    #expect(url.path == "/a%20b;c/d")
    #expect(url.query == "q=1&r=%C3%BC")
    #expect(url.fragment == "top")
  }

  @Test(arguments: [
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp.is.co.za"),
    ("ldap://[2001:db8::7]/c=GB?objectClass?one", "2001:db8:0:0:0:0:0:7"),
    ("telnet://192.0.2.16:80/", "192.0.2.16"), ("http://[::ffff:10.0.0.1]", "0:0:0:0:0:ffff:a00:1"),
    ("https://[::1]:8080", "0:0:0:0:0:0:0:1"), ("https://a_b.example/", "a_b.example"),
    ("https://bücher.example/", "bücher.example"), ("https://example.com:/", "example.com"),
    ("https://example.com?x#y", "example.com"), ("https://example.com.", "example.com."),
  ])
  func `URLs that RFC 3986 allows are parsed`(text: String, host: String) throws {
    let url = try ConfigURL(text)
    #expect(url.host?.description == host)
    #expect(url.host?.fault == nil)
  }

  @Test(arguments: ["mailto:a@example.com", "myapp://login/done", "urn:isbn:1", "tel:+41"])
  func `a URL needs no host`(text: String) throws { _ = try ConfigURL(text) }

  @Test(arguments: [
    ("", "it is empty", 0), ("not a url", "it contains whitespace", 3),
    ("example.com/v1", "it does not begin with a scheme such as 'https:'", 0),
    ("//example.com", "it does not begin with a scheme such as 'https:'", 0),
    ("localhost:8080", "the host and port are not preceded by a scheme such as 'https://'", 0),
    (
      "api.example.com:443/v1", "the host and port are not preceded by a scheme such as 'https://'",
      0
    ),
    ("https://example.com:99999/", "the port is not between 1 and 65535", 20),
    ("https://example.com:0/", "the port is not between 1 and 65535", 20),
    (
      "https://example.com:99999999999999999999999999/", "the port is not between 1 and 65535", 20
    ),
    ("https://example.com:8o/", "the port is not a number", 20),
    ("https://example.com:-1/", "the port is not a number", 20),
    ("https://exa mple.com", "it contains whitespace", 11),
    ("https://example.com/\n", "it contains whitespace", 20),
    ("https://example.com/\u{0}", "it contains a control character", 20),
    ("https://example.com/%zz", "'%' is not followed by two hexadecimal digits", 20),
    ("https://example.com/%2", "'%' is not followed by two hexadecimal digits", 20),
    ("https://$(HOST)<x>/", "the host contains '<'", 15),
    ("https://[::1", "the address in brackets has no closing bracket", 8),
    ("https://[::1]x", "the address is followed by something other than a port", 13),
    ("https://[1::2::3]/", "the host in brackets is not an IPv6 address", 8),
    ("https://[1:2:3:4:5:6:7]/", "the host in brackets is not an IPv6 address", 8),
    ("https://[12345::]/", "the host in brackets is not an IPv6 address", 8),
    ("https://[::1.2.3]/", "the host in brackets is not an IPv6 address", 8),
    ("https://[1:2:3:4:5:6:7:]/", "the host in brackets is not an IPv6 address", 8),
    ("https://[]/", "the host in brackets is not an IPv6 address", 8),
    (
      "https://a@b@example.com", "the user name contains '@', which must be percent-encoded",
      9
    ),
    (
      "https://example.com/ü",
      "the path contains a non-ASCII character, which must be percent-encoded", 20
    ),
    ("https://example.com/a|b", "the path contains '|', which must be percent-encoded", 21),
    ("https://example.com/?a[]=1", "the query contains '[', which must be percent-encoded", 22),
    ("https://example.com/#a#b", "the fragment contains '#', which must be percent-encoded", 22),
    ("https:\\\\example.com", "the path contains '\\', which must be percent-encoded", 6),
    ("1http://x", "it does not begin with a scheme such as 'https:'", 0),
  ])
  func `errors are reported with their byte offset`(text: String, reason: String, offset: Int) {
    do throws(ConfigURL.Problem) {
      let url = try ConfigURL(text)
      Issue.record("\(text) is read as \(url)")
    } catch {
      #expect(error.reason == reason)
      #expect(error.offset == offset)
    }
  }

  @Test(arguments: [
    ("https://", "it has no host"), ("https:///path", "it has no host"),
    ("https://a..b", "its host contains an empty label"),
    ("https://-a.example", "a label in its host begins or ends with '-'"),
    ("https://256.1.1.1", "its host ends in a number, but is not an IPv4 address"),
    ("https://1.2.3", "its host ends in a number, but is not an IPv4 address"),
    (
      "https://a%20b.example",
      "its host contains characters other than letters, digits, '-' and '.'"
    ),
  ])
  func `a host that is not a valid DNS name is reported`(text: String, fault: String) throws {
    #expect(try ConfigURL(text).host?.fault == fault)
  }

  @Test func `no input causes a crash`() {
    var state: UInt64 = 7
    let letters = Array("https://[]:@%/?#.-1aF\u{FC} \u{0}".utf8)
    for _ in 0..<20_000 {
      var bytes = Array("https://u@[::1]:80/a?b#c".utf8)
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = Int(state >> 33) % bytes.count
        bytes[place] = letters[Int(state >> 41) % letters.count]
        if state >> 62 == 0 { bytes.removeLast() }
      }
      _ = try? ConfigURL(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: [
    ("localhost", true), ("app.localhost", true), ("10.1.2.3", true), ("172.16.0.1", true),
    ("172.32.0.1", false), ("192.168.1.1", true), ("169.254.1.1", true), ("100.64.0.1", true),
    ("8.8.8.8", false), ("printer.local", true), ("db.internal", true), ("x.test", true),
    ("backend", true), ("api.example.com", false), ("[fe80::1]", true), ("[fd00::1]", true),
    ("[::]", true), ("[2001:db8::1]", false), ("[::ffff:192.168.0.1]", true),
    ("router.home.arpa", true),
  ])
  func `local hosts are not publicly reachable`(host: String, isLocal: Bool)
    throws
  {
    #expect(try (ConfigURL("https://\(host)/").host?.unreachableReason != nil) == isLocal)
  }

  @Test(arguments: [
    ("staging.example.com", "staging"), ("api-staging.example.com", "staging"),
    ("stage2.api.example.com", "stage"), ("dev_api.example.com", "dev"),
    ("pre-prod.example.com", "pre-prod"), ("uat.example.com", "uat"),
    ("myapp-sandbox.com", "sandbox"), ("latest.example.com", nil), ("contest.example.com", nil),
    ("device.example.com", nil), ("dev.to", nil), ("api.example.dev", nil),
    ("developer.apple.com", nil), ("backstage.example.com", nil),
  ])
  func `test words match whole components of a host, not substrings`(host: String, word: String?)
    throws
  {
    #expect(try ConfigHost(host).testWord == word)
  }
}
