import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

/// A comparison with Python's `urllib.parse`.
@Suite struct EncodingJudgeTests {
  private typealias Pairs = [[String]]

  private static let letters: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "+", "&", "=", "%", "#", "?", "/", ";", ":", "@", "!", "$", "'", "(", ")",
    "*", ",", "[", "]", "~", "-", "_", ".", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "\u{0}",
    "\t", "\r", "\n", "\u{1B}", "\u{7F}", "\u{85}", "ä", "ß", "\u{301}", "€", "語", "\u{2028}",
    "\u{FEFF}", "😀", "\u{10FFFF}",
  ]

  private func randomPairs() -> [Pairs] {
    var generator = SeededGenerator(seed: 6570)
    func text(_ lengths: ClosedRange<Int>) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.number(lengths) { text.append(generator.pick(Self.letters)) }
      return String(text)
    }
    return (0..<300).map { _ in
      (0..<generator.number(1...5)).map { _ in [text(1...6), text(0...12)] }
    }
  }

  /// Runs a line of Python for each input, which has the name `item`.
  private func python<Input: Encodable, Output: Decodable>(
    _ line: String, _ input: [Input], _ type: Output.Type = Output.self
  ) throws -> [Output] {
    let script = """
      import json, sys
      from urllib.parse import parse_qsl, quote, urlencode
      print(json.dumps([\(line) for item in json.load(sys.stdin)]))
      """
    let verdict = try Judge.python.run(
      ["-c", script], input: [UInt8](try JSONEncoder().encode(input)))
    #expect(verdict.status == 0, "\(verdict.complaint)")
    return try JSONDecoder().decode([Output].self, from: Data(verdict.output))
  }

  private func items(_ pairs: Pairs) -> [QueryItem] { pairs.map { QueryItem($0[0], $0[1]) } }

  // Returns the bytes: strings with differently composed accents are equal in Swift.
  private func bytes(_ pairs: Pairs) -> [[[UInt8]]] { pairs.map { $0.map { Array($0.utf8) } } }

  @Test func `queries and forms are encoded like urlencode`() throws {
    let all = randomPairs()
    let query: [String] = try python(
      "urlencode([tuple(pair) for pair in item], quote_via=quote)", all)
    let form: [String] = try python("urlencode([tuple(pair) for pair in item])", all)
    #expect(query.count == 300 && form.count == 300)
    let formEncoder = FormEncoder(ParameterRules(space: .plus))
    for (index, pairs) in all.enumerated() {
      #expect(QueryEncoder().text(of: items(pairs)) == query[index])
      #expect(formEncoder.text(of: items(pairs)) == form[index])
    }
  }

  @Test func `parse_qsl decodes queries with any set of allowed characters`() throws {
    let all = randomPairs()
    for rules in [
      ParameterRules(), ParameterRules(allowed: .queryValue), .form,
      ParameterRules(space: .plus, allowed: .queryValue),
    ] {
      let texts = all.map { QueryEncoder(rules).text(of: items($0)) }
      // Where a space is %20 a plus sign is encoded, too, for a server that decodes forms alone.
      for text in texts { #expect(rules.space == .plus || !text.contains("+")) }
      let read: [Pairs] = try python(
        "parse_qsl(item, keep_blank_values=True, errors='strict')", texts)
      #expect(read.map(bytes) == all.map(bytes))
    }
  }

  @Test func `an encoded query is a valid URL query`() throws {
    for pairs in randomPairs() {
      for allowed in [PercentEncoding.Allowed.unreserved, .queryValue, .form] {
        let text = QueryEncoder(ParameterRules(allowed: allowed)).text(of: items(pairs))
        let url = try URLReference("http://h/?\(text)#f")
        #expect(url.query == text && url.fragment == "f")
      }
    }
  }

  @Test func `parse_qsl decodes the names of arrays and nested values`() throws {
    struct Value: Encodable {
      var list = ["a,b", "ä"]
      var inner = ["k&": ["x y"]]
    }
    let rules = [
      ParameterRules(), ParameterRules(arrays: .brackets), ParameterRules(arrays: .indexed),
      ParameterRules(arrays: .commas, nesting: .dots),
    ]
    let read: [Pairs] = try python(
      "parse_qsl(item, keep_blank_values=True)",
      try rules.map { try QueryEncoder($0).text(of: Value()) })
    #expect(
      read == [
        [["list", "a,b"], ["list", "ä"], ["inner[k&]", "x y"]],
        [["list[]", "a,b"], ["list[]", "ä"], ["inner[k&][]", "x y"]],
        [["list[0]", "a,b"], ["list[1]", "ä"], ["inner[k&][0]", "x y"]],
        [["list", "a,b,ä"], ["inner.k&", "x y"]],
      ])
  }
}
