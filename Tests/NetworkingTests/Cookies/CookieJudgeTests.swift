import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

/// The same exchanges in the jar of Python.
@Suite struct CookieJudgeTests {
  private struct Step: Codable {
    let url: String
    var set: [String]?
  }

  private static func judged(_ scenarios: [[Step]]) async throws -> [[[String]]] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Judges/keep_cookies.py").path
    let verdict = try await Judge.python.runAside(
      ["-B", script], input: [UInt8](try JSONEncoder().encode(scenarios)))
    #expect(verdict.status == 0, "\(verdict.complaint)")
    return try JSONDecoder().decode([[[String]]].self, from: Data(verdict.output))
  }

  private func own(_ steps: [Step]) -> [[String]] {
    let jar = CookieJar()
    var found: [[String]] = []
    for step in steps {
      if let set = step.set {
        jar.store(HTTPFields(set.map { HTTPFields.Field(.setCookie, $0) }), from: step.url)
      } else {
        let cookies = jar.cookies(for: step.url)
        found.append(cookies.map { "\($0.name)=\($0.value)" }.sorted())
      }
    }
    return found
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Returns steps for which both follow the same rules. Secure cookies have distinct names,
  /// because only one of the two jars protects them from being replaced.
  private static func scenario(_ random: inout Random) -> [Step] {
    let hosts = ["example.com", "a.example.com", "b.a.example.com", "xexample.com", "other.org"]
    let paths = ["", "/", "/x", "/x/", "/x/y", "/xy/z", "/x/y/z?q=1"]
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    return (0..<14).map { index in
      let isSecure = Bool.random(using: &random)
      let url = "\(isSecure ? "https" : "http")://\(pick(hosts))\(pick(paths))"
      if index % 2 == 1 { return Step(url: url) }
      let names = ["k", "l", "m"].shuffled(using: &random)
      let fields = names.enumerated().map { number, name in
        let marksSecure = isSecure && Bool.random(using: &random)
        var text = "\(name)\(marksSecure ? "s" : "")=v\(index)-\(number)"
        if marksSecure { text += "; Secure" }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text += "; Path=\(pick(["/", "/x", "/x/", "/x/y"]))"
        case 1:
          text += "; Domain=\(pick(["", "."]))\(pick(Array(hosts.dropLast())))"
          // In Python's jar, a server that may not set a cookie may still delete it.
          return text
        default: break
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text += "; Max-Age=0"
        case 1: text += "; Max-Age=1000; HttpOnly"
        case 2: text += "; expires=Thu, 01 Jan 1970 00:00:00 GMT"
        default: break
        }
        return text
      }
      return Step(url: url, set: fields)
    }
  }

  private static let generated: [[Step]] = {
    var random = Random(state: 7)
    return (0..<500).map { _ in scenario(&random) }
  }()

  /// The verdicts on the generated scenarios, then on the differences, from one process.
  private static let verdicts = Task { try await judged(generated + differences.map(\.steps)) }

  @Test func `500 generated exchanges have the same result as with Python's jar`() async throws {
    let verdicts = try await Self.verdicts.value
    #expect(verdicts.count == 500 + Self.differences.count)
    var pairs = 0
    for (steps, answers) in zip(Self.generated, verdicts) {
      let sent = own(steps)
      // Formatting the difference takes longer than all the rest.
      if sent != answers { #expect(sent == answers, "\(steps)") }
      pairs += answers.joined().count
    }
    // Otherwise nothing was compared.
    #expect(pairs > 1000)
  }

  /// Python follows RFC 2965 and Netscape's behaviour; the draft has newer rules.
  private static let differences:
    [(about: String, steps: [Step], own: [String], python: [String])] =
      [
        (
          "a public suffix of two labels",
          [
            Step(url: "https://a.co.uk/", set: ["k=v; Domain=co.uk"]),
            Step(url: "https://b.co.uk/"),
          ], [], ["k=v"]
        ),
        (
          "secure from who is not",
          [Step(url: "http://a.org/", set: ["k=v; Secure"]), Step(url: "https://a.org/")], [],
          ["k=v"]
        ),
        (
          "a secure one replaced by who is not",
          [
            Step(url: "https://a.org/", set: ["k=v; Secure"]),
            Step(url: "http://a.org/", set: ["k=w"]), Step(url: "https://a.org/"),
          ], ["k=v"], ["k=w"]
        ),
        (
          "the prefix of a name",
          [Step(url: "https://a.org/", set: ["__Host-k=v"]), Step(url: "https://a.org/")], [],
          ["__Host-k=v"]
        ),
        (
          "SameSite=None without Secure",
          [Step(url: "https://a.org/", set: ["k=v; SameSite=None"]), Step(url: "https://a.org/")],
          [],
          ["k=v"]
        ),
        (
          "more than 4096 bytes",
          [
            Step(url: "https://a.org/", set: ["k=" + String(repeating: "x", count: 4096)]),
            Step(url: "https://a.org/"),
          ], [], ["k=" + String(repeating: "x", count: 4096)]
        ),
      ]

  @Test func `differences from Python's jar follow the draft`() async throws {
    let verdicts = try await Self.verdicts.value.suffix(Self.differences.count)
    for (row, answers) in zip(Self.differences, verdicts) {
      #expect(own(row.steps) == [row.own], "\(row.about)")
      #expect(answers == [row.python], "\(row.about)")
    }
  }
}
