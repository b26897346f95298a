import Foundation
import Testing
import TremaDates
import TremaHTTP
import TremaTestSupport

@testable import Networking

/// A comparison with the decisions of hishel, the cache of a Python client, for the same exchanges.
@Suite struct CacheJudgeTests {
  /// Two requests for one resource, and the response to the first one.
  struct Exchange: Encodable {
    var first: [[String]]
    var status: Int
    var fields: [[String]]
    var answered: Int64
    var second: [[String]]
    var now: Int64
  }

  struct Verdict: Decodable, Equatable {
    var stored: Bool
    /// use, validate, miss
    var decision: String
    var conditions: [String]
  }

  private static let start: Int64 = 784_111_777

  private static func fields(_ pairs: [[String]]) -> HTTPFields {
    HTTPFields(pairs.map { .init(.init($0[0]), $0[1]) })
  }

  private func exchanges(_ count: Int) -> [Exchange] {
    var generator = SeededGenerator(seed: 9111)
    return (0..<count).map { _ in Self.exchange(&generator) }
  }

  private static func exchange(_ generator: inout SeededGenerator) -> Exchange {
    func date(_ offset: Int64) -> String { HTTPDate.text(start + offset) }
    let request: [[String]?] = [
      nil, nil, nil, ["Cache-Control", "no-cache"], ["Cache-Control", "max-age=30"],
      ["Cache-Control", "min-fresh=20"], ["Cache-Control", "max-stale=100"],
      ["Cache-Control", "no-store"], ["Pragma", "no-cache"], ["Range", "bytes=0-9"],
    ]
    let control: [String?] = [
      nil, nil, "max-age=60", "max-age=60", "max-age=0", "max-age=\"60\"", "MAX-AGE=60, public",
      "s-maxage=90", "s-maxage=90, max-age=10", "no-cache", "no-cache=\"X-Token\", max-age=60",
      "no-store", "no-store, must-understand, max-age=60", "private, max-age=60",
      "private=\"X-Token\", max-age=60", "public", "must-revalidate, max-age=10",
      "immutable, max-age=60", "max-age=60, max-age=5", "max-age=x", "max-age=-5",
      "max-age=60;no-store", "stale-while-revalidate=100, max-age=10",
    ]
    let language: [String?] = [nil, "de", "fr", "de, fr"]
    var fields: [[String]] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append([name, value]) }
    }
    add("Cache-Control", generator.pick(control))
    add("Date", generator.pick([nil, date(0), date(0), date(-30), date(20), "x"]))
    add("Age", generator.pick([nil, nil, nil, "40"]))
    add("Expires", generator.pick([nil, nil, nil, date(60), date(-60), "0"]))
    add("Last-Modified", generator.pick([nil, date(-1000), date(-100_000_000), date(50)]))
    add("ETag", generator.pick([nil, "\"1\"", "W/\"1\""]))
    add(
      "Vary", generator.pick([nil, nil, nil, "Accept-Language", "accept-language", "*", "X-A, *"]))
    let (first, second) = (generator.pick(request), generator.pick(request))
    let (one, two) = (generator.pick(language), generator.pick(language))
    return Exchange(
      first: [first, one.map { ["Accept-Language", $0] }].compactMap { $0 },
      status: generator.pick([200, 200, 200, 203, 204, 206, 301, 302, 304, 404, 418, 500, 501]),
      fields: fields, answered: start,
      second: [second, two.map { ["Accept-Language", $0] }].compactMap { $0 },
      now: start + Int64(generator.pick([0, 5, 20, 59, 60, 61, 99, 200, 100_000])))
  }

  private func ours(_ exchange: Exchange) -> Verdict {
    let first = HTTPRequest(.get, "https://a.example/x", fields: Self.fields(exchange.first))
    let second = HTTPRequest(.get, "https://a.example/x", fields: Self.fields(exchange.second))
    let head = HTTPResponseHead(
      HTTPStatus(exchange.status), fields: Self.fields(exchange.fields))
    guard Cache.isUnconditionalRead(first), StoredResponse.isStorable(head, to: first) else {
      return Verdict(stored: false, decision: "miss", conditions: [])
    }
    let stored = StoredResponse(
      head, to: first, requestTime: exchange.answered, responseTime: exchange.answered)
    var verdict = Verdict(stored: true, decision: "miss", conditions: [])
    guard Cache.isUnconditionalRead(second) else { return verdict }
    switch CacheRules(heuristicLimit: 604_800).decision(second, stored, now: exchange.now) {
    case .use: verdict.decision = "use"
    case .miss: break
    case .validate:
      verdict.decision = "validate"
      verdict.conditions = stored.conditions.map { "\($0.name.text.lowercased()): \($0.value)" }
        .sorted()
    }
    return verdict
  }

  /// A difference between the two, and the reason for ours.
  private struct Difference {
    let reason: String
    let holds: (Exchange, _ ours: Verdict, _ theirs: Verdict) -> Bool
  }

  private static func control(_ pairs: [[String]]) -> CacheControl { CacheControl(fields(pairs)) }

  private static func seconds(_ exchange: Exchange, _ name: HTTPFields.Name) -> Int64? {
    fields(exchange.fields)[name].flatMap { HTTPDate.seconds($0, now: start) }
  }

  private let known: [Difference] = [
    Difference(reason: "a request with no-store, or for a part: its response is not kept (5.2.1.5)")
    {
      $2.stored && !$1.stored
        && (Self.control($0.first).contains("no-store") || Self.fields($0.first).contains(.range))
    },
    Difference(reason: "must-understand undoes no-store where the status is known (5.2.2.3)") {
      !$2.stored && $1.stored && Self.control($0.fields).contains("must-understand")
    },
    Difference(reason: "what depends on everything can never be selected, and is not kept (4.1)") {
      $2.stored && !$1.stored && Vary(Self.fields($0.fields)).isStar
    },
    Difference(reason: "with max-age that is no number it is kept, and stale (4.2.1)") {
      !$2.stored && $1.stored && Self.control($0.fields).seconds("max-age") == .invalid
    },
    Difference(reason: "directives count, though a semicolon stands where a comma should") {
      $2.stored && !$1.stored && Self.fields($0.fields)[.cacheControl]?.contains(";") == true
    },
    Difference(reason: "what varies is asked for without the validators of another variant") {
      $1.decision == "miss" && $2.decision == "validate" && $1.stored
        && Vary(Self.fields($0.fields)).selectors(
          of: HTTPRequest(.get, "", fields: Self.fields($0.first)))
          != Vary(Self.fields($0.fields)).selectors(
            of: HTTPRequest(.get, "", fields: Self.fields($0.second)))
    },
    Difference(reason: "max-age of a request (5.2.1.1)") {
      $1.decision == "validate" && $2.decision == "use"
        && Self.control($0.second).seconds("max-age") != .absent
    },
    Difference(reason: "min-fresh of a request (5.2.1.3)") {
      $1.decision == "validate" && $2.decision == "use"
        && Self.control($0.second).contains("min-fresh")
    },
    Difference(reason: "max-stale of a request (5.2.1.2)") {
      $1.decision == "use" && $2.decision == "validate"
        && Self.control($0.second).contains("max-stale")
    },
    Difference(reason: "Pragma of a request (5.4)") {
      $1.decision == "validate" && $2.decision == "use"
        && Self.fields($0.second).contains("Pragma")
    },
    Difference(reason: "Age counts (4.2.3)") {
      $1.decision == "validate" && $2.decision == "use" && Self.fields($0.fields).contains("Age")
    },
    Difference(reason: "without a date it is as old as the time since it came (4.2.3)") {
      $1.decision == "validate" && $2.decision == "use" && Self.seconds($0, .date) == nil
    },
    Difference(reason: "a date in the future makes nothing younger than it is here (4.2.3)") {
      $1.decision == "validate" && $2.decision == "use"
        && (Self.seconds($0, .date) ?? 0) > $0.answered
    },
    Difference(reason: "stale-while-revalidate (RFC 5861, section 3)") {
      $1.decision == "use" && $2.decision == "validate"
        && Self.control($0.fields).contains("stale-while-revalidate")
    },
  ]

  @Test func `decisions match hishel for 500 exchanges, except for known differences`() async throws
  {
    let all = exchanges(500)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Judges/decide_cache.py").path
    let answer = try await Judge.environmentPython.runAside(
      ["-B", script], input: [UInt8](try JSONEncoder().encode(all)))
    #expect(answer.status == 0, "\(answer.complaint)")
    let theirs = try JSONDecoder().decode([Verdict].self, from: Data(answer.output))
    #expect(theirs.count == 500)
    var counts = [String: Int]()
    var same = [String: Int]()
    for (exchange, their) in zip(all, theirs) {
      let our = ours(exchange)
      if our == their {
        same[our.stored ? our.decision : "not kept", default: 0] += 1
        continue
      }
      guard let difference = known.first(where: { $0.holds(exchange, our, their) }) else {
        Issue.record("\(exchange): \(our), hishel says \(their)")
        continue
      }
      counts[difference.reason, default: 0] += 1
    }
    // A known difference that no exchange exhibits is an error.
    for difference in known { #expect(counts[difference.reason] != nil, "\(difference.reason)") }
    // The comparison is not trivial: each possible decision was made many times.
    for decision in ["use", "validate", "not kept"] {
      #expect(same[decision, default: 0] > 15, "\(same) \(counts)")
    }
  }
}
