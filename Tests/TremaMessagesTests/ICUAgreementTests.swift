import Foundation
import Testing
import TremaMessages
import TremaTestSupport

/// A comparison with ICU4J for the same messages.
@Suite struct ICUAgreementTests {
  private struct Sample {
    var language: String
    var source: String
    var numbers: [Int]
    var texts: [String]

    /// The line for the judge: the numbers are the first arguments.
    var line: String {
      ([language, source] + numbers.map { "#\($0)" } + texts).joined(separator: "\t")
    }

    var arguments: [any TextArgument] {
      numbers.map { $0 as any TextArgument } + texts.map { $0 as any TextArgument }
    }
  }

  /// Returns ICU's result for each sample; nil where it refuses the pattern.
  private func judged(_ samples: [Sample]) throws -> [String?] {
    let icu = "/usr/share/java/icu4j.jar"
    try #require(
      FileManager.default.fileExists(atPath: icu), "libicu4j-java is missing (make setup)")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Judges/ICUJudge.java").path
    let lines = samples.map { $0.line + "\n" }.joined()
    let verdict = try Judge.java.run(["-cp", icu, source], input: Array(lines.utf8))
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let answers = verdict.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(answers.count == samples.count)
    return answers.map { $0.utf8.first == UInt8(ascii: "=") ? String($0.dropFirst()) : nil }
  }

  @Test func `random messages are formatted as in ICU`() throws {
    var random = SeededGenerator(seed: 72)
    let samples = (0..<4_000).map { _ in
      Sample(
        language: random.pick(["en", "de", "pl", "ar-u-nu-latn", "ja", "fr", "lv", "he", "ru"]),
        source: random.message(depth: 0, inPlural: false),
        numbers: (0..<2).map { _ in random.pick([0, 1, 2, 3, 5, 11, 21, 99, 101, 111]) },
        texts: [random.pick(["male", "other", "x", "Zoë {0}"]), "b"])
    }
    let answers = try judged(samples)
    var spoken = 0
    for (sample, answer) in zip(samples, answers) {
      let (message, issue) = Message.parseICU(sample.source)
      guard let message, let answer else {
        // ICU uses the first of two equal branches, which is an additional error here.
        if case .invalid(let reason) = issue?.kind, reason.hasSuffix("is defined twice") {
          continue
        }
        #expect(
          (message == nil) == (answer == nil),
          "\(issue.map { "\($0)" } ?? "read") \(sample.source): ICU gives \(answer ?? "!")")
        continue
      }
      spoken += 1
      let language = LanguageTag(sample.language.prefix { $0 != "-" }.description)
      let shown = message.formatted(with: sample.arguments, in: .plain(language)).text
      // Arabic and Hebrew write a mark before a minus sign.
      #expect(
        shown == answer.replacing("\u{200E}", with: ""),
        "\(sample.language): \(sample.source) with \(sample.arguments)"
      )
    }
    #expect(spoken > 3_000)
  }

  @Test func `messages that ICU rejects are rejected`() throws {
    let sources = [
      "{", "}", "{}", "{0", "{0,", "{0, plural", "{0, plural,}", "{0, plural, other {}}",
      "{0, plural, one {a}}", "{0, plural, other {a}", "{0, plural, other a}",
      "{0, plural, offset: other {a}}", "{0, plural, offset:1 other {a}}",
      "{0, select, other {a} }", "{0, select, {a}}", "{01}", "{a b}", "{0 ,plural ,other{#}}",
      "'{'", "''", "'", "{0, plural, other {'}'}}", "{0, plural, other {'#'#}}", "it's {0}",
      "{0, plural, =1{a} other{b}}", "{0, plural, =x{a} other{b}}", "{0, number, integer}",
      "{0,number,percent}", "#", "{0, select, other {#}}",
      "{0, plural, other {{2, select, other {#}}}}",
    ]
    let samples = sources.map {
      Sample(language: "en", source: $0, numbers: [1, 2], texts: ["a", "b"])
    }
    for (sample, answer) in zip(samples, try judged(samples)) {
      let message = Message.parseICU(sample.source).message
      #expect((message == nil) == (answer == nil), "\(sample.source): ICU gives \(answer ?? "!")")
      guard let message, let answer, !sample.source.contains("percent") else { continue }
      let shown = message.formatted(with: sample.arguments, in: .plain(LanguageTag("en"))).text
      #expect(shown == answer, "\(sample.source)")
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func message(depth: Int, inPlural: Bool) -> String {
    let texts = [
      "a ", "it's ", "''", "'{'", "'}' ", "'{0}'", "é", " ", "'#'", "日本", "100% ", "x'{y''z'",
    ]
    return (0..<Int.random(in: 0...4, using: &self)).map { _ in
      switch Int.random(in: 0...7, using: &self) {
      case 0 where depth < 3: plural(depth)
      case 1 where depth < 3: select(depth, inPlural)
      case 2: pick(["{0}", "{1}", "{2}", "{ 3 }"])
      case 3 where inPlural: "#"
      default: pick(texts)
      }
    }.joined()
  }

  private mutating func plural(_ depth: Int) -> String {
    var source = "{\(pick([0, 1])), \(pick(["plural", "plural", "selectordinal"])),"
    source += pick(["", "", " offset:1"])
    for selector in ["=0", "=1", "one", "two", "few", "many", "zero"] {
      if Bool.random(using: &self) {
        source += " \(selector) {\(message(depth: depth + 1, inPlural: true))}"
      }
    }
    return source + pick([" other{", "other {"]) + message(depth: depth + 1, inPlural: true) + "}}"
  }

  private mutating func select(_ depth: Int, _ inPlural: Bool) -> String {
    var source = "{2, select,"
    for keyword in ["male", "x"] where Bool.random(using: &self) {
      source += " \(keyword) {\(message(depth: depth + 1, inPlural: inPlural))}"
    }
    return source + " other {" + message(depth: depth + 1, inPlural: inPlural) + "}}"
  }
}
