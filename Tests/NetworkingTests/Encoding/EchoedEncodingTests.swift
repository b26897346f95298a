import Foundation
import Networking
import Testing
import TremaNetworkTestSupport
import TremaTestSupport

/// Encoded values as a real server reads them: httpbin, which uses werkzeug.
@Suite struct EchoedEncodingTests {
  private struct Echo: Decodable {
    var args: [String: OneOrMore]
    var form: [String: OneOrMore]?
  }

  private enum OneOrMore: Decodable, Equatable {
    case one(String)
    case more([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .one(try container.decode(String.self))
      } catch {
        self = .more(try container.decode([String].self))
      }
    }

    var texts: [String] {
      switch self {
      case .one(let text): [text]
      case .more(let texts): texts
      }
    }
  }

  private struct Value: Encodable, Sendable {
    var text: String
    var list: [String]
    var inner: [String: String]
  }

  private func values() -> [Value] {
    var generator = SeededGenerator(seed: 9110)
    let letters: [Unicode.Scalar] = [
      "a", " ", "+", "&", "=", "%", "#", "?", ";", "/", "ä", "€", "😀", "\u{301}", "\n", "\t",
      "\u{1}",
      "[", "]", "\"", "'", "~", "*", ",",
    ]
    func text() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.number(0...10) { text.append(generator.pick(letters)) }
      return String(text)
    }
    return (0..<60).map { _ in
      Value(text: text(), list: [text(), text(), text()], inner: ["k ü&=": text()])
    }
  }

  @Test func `httpbin echoes names and values of queries and forms`() async throws {
    let server = try await TestServers.httpbin()
    let values = values()
    // One curl for all: a request each, its response on a line of its own.
    var script: [String] = []
    for (index, value) in values.enumerated() {
      if index > 0 { script.append("next") }
      script += ["silent", "globoff", "noproxy = \"*\""]
      let query = try QueryEncoder(ParameterRules(arrays: .brackets)).text(of: value)
      script.append("url = \"\(server)/anything?\(query)\"")
      script.append("data-raw = \"\(try FormEncoder().text(of: value))\"")
      script.append("header = \"Content-Type: \(FormEncoder.contentType)\"")
    }
    let curl = Judge(name: "curl", package: "curl")
    let verdict = try curl.run(
      ["--disable", "--config", "-"], input: Array(script.joined(separator: "\n").utf8))
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let answers = verdict.text.components(separatedBy: "\n}\n").dropLast()
    #expect(answers.count == values.count)
    for (value, answer) in zip(values, answers) {
      let echo = try JSONDecoder().decode(Echo.self, from: Data((answer + "}").utf8))
      let inner = Array(value.inner.values)
      #expect(exact(echo.args["text"]) == exact([value.text]))
      #expect(exact(echo.args["list[]"]) == exact(value.list))
      #expect(exact(echo.args["inner[k ü&=]"]) == exact(inner))
      #expect(echo.args.count == 3)
      #expect(exact(echo.form?["text"]) == exact([value.text]))
      #expect(exact(echo.form?["list"]) == exact(value.list))
      #expect(exact(echo.form?["inner[k ü&=]"]) == exact(inner))
      #expect(echo.form?.count == 3)
    }
  }

  // Returns the bytes: strings with differently composed accents are equal in Swift.
  private func exact(_ texts: [String]?) -> [[UInt8]]? { texts?.map { Array($0.utf8) } }
  private func exact(_ value: OneOrMore?) -> [[UInt8]]? { exact(value?.texts) }
}
