import Foundation
import Testing
import TremaHTTP

@Suite struct URITemplateTests {
  private struct Group {
    let name: String
    let variables: [String: (any URITemplateConvertible)?]
    let cases: [(template: String, expected: [String])]
  }

  private func groups() throws -> [Group] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/uritemplate/spec-examples.json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: [String: Any]])
    return try json.sorted { $0.key < $1.key }.map { name, group in
      let variables = try #require(group["variables"] as? [String: Any])
      let cases = try #require(group["testcases"] as? [[Any]])
      return Group(
        name: name,
        variables: try variables.mapValues { value in
          switch value {
          case let text as String: text
          case let list as [String]: list
          case let pairs as [String: String]: pairs
          default: try #require(nil as String?, "\(value)")
          }
        },
        cases: try cases.map { row in
          let template = try #require(row.first as? String)
          let expected = try row[1] as? [String] ?? [#require(row[1] as? String)]
          return (template, expected)
        })
    }
  }

  @Test func `all examples of the specification expand, at all four levels`() throws {
    let groups = try groups()
    #expect(groups.map(\.name) == (1...4).map { "Level \($0) Examples" })
    var count = 0
    for group in groups {
      for (template, expected) in group.cases {
        let text = try URITemplate(template).expand(group.variables)
        #expect(expected.contains(text), "\(group.name): \(template) gave \(text)")
        count += 1
      }
    }
    #expect(count >= 50)
  }

  @Test func `pairs keep their order, and dictionaries are sorted`() throws {
    let pairs = URITemplate.Value.pairs([
      .init("semi", ";"), .init("dot", "."), .init("comma", ","),
    ])
    let table = [
      ("{keys}", "semi,%3B,dot,.,comma,%2C"), ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
      ("{+keys*}", "semi=;,dot=.,comma=,"), ("{#keys}", "#semi,;,dot,.,comma,,"),
      ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"), ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
      ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"), ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
      ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    ]
    for (template, expected) in table {
      #expect(try URITemplate(template).expand(["keys": pairs]) == expected)
    }
    let dictionary = ["semi": ";", "dot": ".", "comma": ","]
    #expect(
      try URITemplate("{?keys*}").expand(["keys": dictionary]) == "?comma=%2C&dot=.&semi=%3B")
  }

  @Test func `nil, missing and empty values are distinguished`() throws {
    let missing: Int? = nil
    let values: [String: (any URITemplateConvertible)?] = [
      "nil": missing, "empty": "", "none": [String](), "no": [String: Int](), "x": 7,
    ]
    let table = [
      ("{nil}", ""), ("{?nil}", ""), ("{other}", ""), ("{?nil,x,other}", "?x=7"),
      ("{/nil,x}", "/7"), ("{empty}", ""), ("{?empty}", "?empty="), ("{;empty}", ";empty"),
      ("{#empty}", "#"), ("{/empty}", "/"), ("{?none}", ""), ("{?none*}", ""), ("{?no*}", ""),
      ("{x,empty,x}", "7,,7"),
    ]
    for (template, expected) in table {
      #expect(try URITemplate(template).expand(values) == expected, "\(template)")
    }
    let pairs = URITemplate.Value.pairs([.init("a", ""), .init("b", "1")])
    #expect(try URITemplate("{;p*}{?p*}{p*}").expand(["p": pairs]) == ";a;b=1?a=&b=1a=,b=1")
  }

  @Test func `values can be strings, numbers, Booleans and lists of these`() throws {
    let values: [String: (any URITemplateConvertible)?] = [
      "int": -3, "big": UInt64.max, "truth": true, "half": 0.5, "list": [1, 2],
      "part": "ab".dropLast(),
    ]
    #expect(
      try URITemplate("{int}/{big}/{truth}/{half}/{part}{?list*}").expand(values)
        == "-3/18446744073709551615/true/0.5/a?list=1&list=2")
  }

  @Test func `a prefix length counts characters and splits none of them`() throws {
    let table = [
      ("{v:1}", "ü€x", "%C3%BC"), ("{v:2}", "ü€x", "%C3%BC%E2%82%AC"), ("{v:9999}", "ü", "%C3%BC"),
      ("{+v:2}", "%20ab", "%20a"), ("{v:2}", "%20ab", "%252"), ("{+v:1}", "%2", "%25"),
      ("{?v:3}", "abcdef", "?v=abc"),
    ]
    for (template, value, expected) in table {
      #expect(try URITemplate(template).expand(["v": value]) == expected, "\(template) \(value)")
    }
  }

  @Test func `reserved expansion keeps encoded triplets and encodes the rest`() throws {
    let template = try URITemplate("{+v}{#v}{v}")
    #expect(
      try template.expand(["v": "50%/%2f [ü]"])
        == "50%25/%2f%20[%C3%BC]#50%25/%2f%20[%C3%BC]50%25%2F%252f%20%5B%C3%BC%5D")
  }

  @Test func `non-ASCII literals are percent-encoded`() throws {
    #expect(try URITemplate("/größe/%C3%A4").expand([:]) == "/gr%C3%B6%C3%9Fe/%C3%A4")
  }

  @Test func `variable names are listed once, in order of appearance`() throws {
    let template = try URITemplate("/{b}/{a.c}{?b,%41x,d:3,e*}")
    #expect(template.names == ["b", "a.c", "%41x", "d", "e"])
    #expect("\(template)" == "/{b}/{a.c}{?b,%41x,d:3,e*}")
  }

  @Test func `an invalid template is rejected with a location`() {
    let table: [(String, Int, String)] = [
      ("{/id*", 0, "'{' has no matching '}'"), ("/id*}", 4, "'}' must be percent-encoded"),
      ("{", 0, "'{' has no matching '}'"), ("{}", 1, "a name is missing"),
      ("{?}", 2, "a name is missing"),
      ("{a,}", 3, "a name is missing"), ("{,a}", 1, "the operator ',' is reserved"),
      ("{a,,b}", 3, "a name is missing"), ("{/?id}", 2, "'?' is not allowed in an expression"),
      ("{??q}", 2, "'?' is not allowed in an expression"),
      ("{!v}", 1, "the operator '!' is reserved"),
      ("{=v}", 1, "the operator '=' is reserved"), ("{@v}", 1, "the operator '@' is reserved"),
      ("{|v*}", 1, "the operator '|' is reserved"),
      ("{$v}", 1, "'$' is not allowed in an expression"),
      ("{with space}", 5, "' ' is not allowed in an expression"),
      ("{ v}", 1, "' ' is not allowed in an expression"),
      ("{v }", 2, "' ' is not allowed in an expression"),
      ("{?x, y}", 4, "' ' is not allowed in an expression"),
      ("{a-b}", 2, "'-' is not allowed in an expression"),
      ("{~a}", 1, "'~' is not allowed in an expression"),
      ("{v:}", 3, "a length must be a number from 1 to 9999"),
      ("{v:0}", 3, "a length must be a number from 1 to 9999"),
      ("{v:01}", 3, "a length must be a number from 1 to 9999"),
      ("{v:10000}", 3, "a length must be a number from 1 to 9999"),
      ("{v:-1}", 3, "a length must be a number from 1 to 9999"),
      ("{v:word}", 3, "a length must be a number from 1 to 9999"),
      ("{v:2*}", 4, "'*' is not allowed in an expression"),
      ("{v**}", 3, "'*' is not allowed in an expression"),
      ("{*v}", 1, "'*' is not allowed in an expression"), ("{.}", 2, "a name is missing"),
      ("{..a}", 2, "'.' is not allowed in an expression"), ("{a.}", 3, "a name is missing"),
      ("{a..b}", 3, "'.' is not allowed in an expression"),
      ("{a=b}", 2, "'=' is not allowed in an expression"),
      ("{a{b}}", 2, "'{' is not allowed in an expression"),
      ("{%4}", 1, "'%' must be followed by two hexadecimal digits"),
      ("{ü}", 1, "'ü' is not allowed in an expression"), ("a b", 1, "' ' must be percent-encoded"),
      ("a\"b", 1, "'\"' must be percent-encoded"), ("a<b", 1, "'<' must be percent-encoded"),
      ("a\\b", 1, "'\\' must be percent-encoded"), ("a^b", 1, "'^' must be percent-encoded"),
      ("a`b", 1, "'`' must be percent-encoded"), ("a|b", 1, "'|' must be percent-encoded"),
      ("a\r\nb", 1, "'\\u{D}' must be percent-encoded"),
      ("a\u{0}", 1, "'\\u{0}' must be percent-encoded"),
      ("100%", 3, "'%' must be followed by two hexadecimal digits"),
      ("%g0", 0, "'%' must be followed by two hexadecimal digits"),
    ]
    for (template, offset, reason) in table {
      do {
        _ = try URITemplate(template)
        Issue.record("\(template) is taken")
      } catch {
        #expect(error.offset == offset, "\(template)")
        #expect(error.reason == reason, "\(template)")
      }
    }
  }

  @Test func `a prefix length on a list or on pairs is rejected`() throws {
    for value: any URITemplateConvertible in [["a"], ["a": "b"]] {
      let error = #expect(throws: URITemplateError.self) {
        try URITemplate("/x{?keys:1}").expand(["keys": value])
      }
      #expect(
        error.map { "\($0)" }
          == "'keys' has a prefix modifier, but its value is not a string (byte 4 of the template)")
    }
  }
}
