import Foundation
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct URLResolutionTests {
  private static let base = "http://a/b/c/d;p?q"

  private func resolved(_ reference: String, in base: String = base) throws -> String {
    try URLReference(base).resolving(URLReference(reference)).description
  }

  @Test func `the normal examples of RFC 3986, section 5.4.1, are resolved`() throws {
    let table = [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
      ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"),
    ]
    for (reference, expected) in table {
      #expect(try resolved(reference) == expected, "\(reference)")
    }
  }

  @Test func `the abnormal examples of RFC 3986, section 5.4.2, are resolved`() throws {
    let table = [
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
      ("http:g", "http:g"),
    ]
    for (reference, expected) in table {
      #expect(try resolved(reference) == expected, "\(reference)")
    }
  }

  @Test func `unusual bases and references are resolved`() throws {
    let table = [
      ("http://a", "g", "http://a/g"), ("http://a?x", "g", "http://a/g"),
      ("http://a", "?y", "http://a?y"), ("http://a/b/", "g", "http://a/b/g"),
      ("http://u@a:1/b", "c", "http://u@a:1/c"), ("http://a/b", "//c:2/d/../e", "http://c:2/e"),
      ("http://a/b", "https://c/../d", "https://c/d"), ("http://a/b#f", "", "http://a/b"),
      ("http://a/b/c", "..//d", "http://a//d"), ("http://a/b//c", "../d", "http://a/b/d"),
      ("urn:a/b", "../c", "urn:/c"), ("x:/a", "/.//b", "x:/.//b"),
      ("http://[::1]/a", "b", "http://[::1]/b"),
    ]
    for (base, reference, expected) in table {
      #expect(try resolved(reference, in: base) == expected, "\(base) \(reference)")
    }
  }

  /// References for which both follow RFC 3986: `urljoin` leaves dots where a reference names a
  /// host, drops empty segments, queries and fragments, and takes `;` apart.
  @Test func `four hundred random references are resolved like Python's urljoin`() throws {
    var generator = SeededGenerator(seed: 3986)
    let segments = ["a", "b.c", "..", ".", "d-e", "%2F", "...", "f~"]
    func path(_ generator: inout SeededGenerator) -> String {
      (0..<generator.number(1...5)).map { _ in generator.pick(segments) }.joined(separator: "/")
        + (generator.once(in: 3) ? "/" : "")
    }
    var pairs: [[String]] = []
    for _ in 0..<400 {
      let base = "http://h:81/" + path(&generator) + generator.pick(["", "?q=1"])
      var reference =
        generator.once(in: 6)
        ? "//other/a/b/"
        : generator.pick(["", "/", "./", "../"]) + path(&generator)
      reference += generator.pick(["", "?x=y/../z", "#f", "?a#b/./c"])
      pairs.append([base, reference])
    }
    let script = """
      import json, sys
      from urllib.parse import urljoin
      print(json.dumps([urljoin(*pair) for pair in json.load(sys.stdin)]))
      """
    let verdict = try Judge.python.run(
      ["-c", script], input: [UInt8](try JSONEncoder().encode(pairs)))
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let expected = try JSONDecoder().decode([String].self, from: Data(verdict.output))
    #expect(expected.count == pairs.count)
    for (pair, expected) in zip(pairs, expected) {
      #expect(try resolved(pair[1], in: pair[0]) == expected, "\(pair)")
    }
  }
}
