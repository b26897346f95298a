import Foundation
import Testing

@testable import Networking

@Suite struct PublicSuffixTests {
  /// The test cases of the list's own project, with hosts as they are on the wire.
  ///
  /// Source: `tests/test_psl.txt` of github.com/publicsuffix/list (public domain).
  private static let cases: [(host: String, registrable: String?)] = [
    ("", nil), ("com", nil), ("example.com", "example.com"), ("www.example.com", "example.com"),
    (".com", nil), (".example", nil), (".example.com", nil), (".example.example", nil),
    ("example", nil), ("example.example", "example.example"),
    ("b.example.example", "example.example"), ("a.b.example.example", "example.example"),
    ("biz", nil), ("domain.biz", "domain.biz"), ("b.domain.biz", "domain.biz"),
    ("a.b.domain.biz", "domain.biz"),
    ("b.example.com", "example.com"), ("a.b.example.com", "example.com"),
    ("uk.com", nil), ("example.uk.com", "example.uk.com"), ("b.example.uk.com", "example.uk.com"),
    ("a.b.example.uk.com", "example.uk.com"), ("test.ac", "test.ac"),
    ("mm", nil), ("c.mm", nil), ("b.c.mm", "b.c.mm"), ("a.b.c.mm", "b.c.mm"),
    ("jp", nil), ("test.jp", "test.jp"), ("www.test.jp", "test.jp"), ("ac.jp", nil),
    ("test.ac.jp", "test.ac.jp"), ("www.test.ac.jp", "test.ac.jp"), ("kyoto.jp", nil),
    ("test.kyoto.jp", "test.kyoto.jp"), ("ide.kyoto.jp", nil),
    ("b.ide.kyoto.jp", "b.ide.kyoto.jp"), ("a.b.ide.kyoto.jp", "b.ide.kyoto.jp"),
    ("c.kobe.jp", nil), ("b.c.kobe.jp", "b.c.kobe.jp"), ("a.b.c.kobe.jp", "b.c.kobe.jp"),
    ("city.kobe.jp", "city.kobe.jp"), ("www.city.kobe.jp", "city.kobe.jp"),
    ("ck", nil), ("test.ck", nil), ("b.test.ck", "b.test.ck"), ("a.b.test.ck", "b.test.ck"),
    ("www.ck", "www.ck"), ("www.www.ck", "www.ck"),
    ("us", nil), ("test.us", "test.us"), ("www.test.us", "test.us"), ("ak.us", nil),
    ("test.ak.us", "test.ak.us"), ("www.test.ak.us", "test.ak.us"), ("k12.ak.us", nil),
    ("test.k12.ak.us", "test.k12.ak.us"), ("www.test.k12.ak.us", "test.k12.ak.us"),
    ("xn--85x722f.com.cn", "xn--85x722f.com.cn"),
    ("xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
    ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
    ("shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn"), ("xn--55qx5d.cn", nil),
    ("xn--85x722f.xn--fiqs8s", "xn--85x722f.xn--fiqs8s"),
    ("www.xn--85x722f.xn--fiqs8s", "xn--85x722f.xn--fiqs8s"),
    ("shishi.xn--fiqs8s", "shishi.xn--fiqs8s"), ("xn--fiqs8s", nil),
    // Rules of the private part, and names that end with a dot.
    ("github.io", nil), ("someone.github.io", "someone.github.io"),
    ("a.someone.github.io", "someone.github.io"), ("example.com.", "example.com"),
    ("com.", nil), ("localhost", nil), ("a..com", nil),
  ]

  @Test func `the public suffix list passes its own tests`() {
    for (host, registrable) in Self.cases {
      #expect(PublicSuffixes.registrableDomain(of: host) == registrable, "\(host)")
    }
    for host in ["com", "co.uk", "github.io", "test.ck", "localhost", "com."] {
      #expect(PublicSuffixes.contains(host), "\(host)")
    }
    for host in ["", "example.com", "www.ck", "a..com"] {
      #expect(!PublicSuffixes.contains(host), "\(host)")
    }
  }

  @Test func `the rules of the list are applied`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let list = try String(
      contentsOf: root.appendingPathComponent(
        "resources/publicsuffix/public_suffix_list.dat"), encoding: .utf8)
    var (count, longest) = (0, 0)
    for line in list.split(separator: "\n") where !line.hasPrefix("//") {
      let rule = line.trimmingCharacters(in: .whitespaces)
      guard !rule.isEmpty, rule.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      count += 1
      longest = max(longest, rule.split(separator: ".").count)
      if rule.hasPrefix("!") {
        let name = String(rule.dropFirst())
        #expect(PublicSuffixes.registrableDomain(of: name) == name, "\(rule)")
      } else {
        let name = rule.replacingOccurrences(of: "*", with: "any")
        // All of them would take seconds.
        guard count % 8 == 0 || rule.hasPrefix("*") else { continue }
        // `zzz` precedes no public suffix.
        #expect(PublicSuffixes.registrableDomain(of: "a.zzz.\(name)") == "zzz.\(name)", "\(rule)")
      }
    }
    #expect(count > 8000)
    #expect(longest == PublicSuffixes.maxRuleLabels)
  }

  @Test func `hosts of any length are checked quickly`() {
    let host = String(repeating: "a.", count: 100_000) + "com"
    #expect(PublicSuffixes.registrableDomain(of: host) == "a.com")
    #expect(!PublicSuffixes.contains(host))
  }
}
