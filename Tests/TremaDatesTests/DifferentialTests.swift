import Foundation
import Testing
import TremaDates
import TremaTestSupport

@Suite struct DifferentialTests {
  /// Half of the inputs are valid dates, half are corrupted ones, in both forms.
  @Test func `Python agrees on 100,000 inputs`() async throws {
    var dates = RandomDate(random: SeededGenerator(seed: 100_000))
    var texts: [(text: String, isWhole: Bool)] = []
    for _ in 0..<25_000 {
      let (date, mail) = (dates.rfc3339(), dates.mail())
      texts += [(date, true), (mail, true)]
      texts += [(dates.damaged(date), false), (dates.damaged(mail), false)]
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Judges/dates.py").path
    let verdict = try await Judge.python.runAside(
      [script], input: texts.flatMap { Array($0.text.utf8) + [0] })
    #expect(verdict.complaint == "")
    let answers = verdict.text.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(answers.count == texts.count)

    var (valid, failures) = ([0, 0, 0], [String]())
    for (text, answer) in zip(texts, answers) {
      let ours = [
        Self.shown { () throws(DateParseError) in try Timestamp(rfc3339: text.text) },
        Self.shown { () throws(DateParseError) in try Timestamp(rfc822: text.text) },
        Self.shown { () throws(DateParseError) in try Timestamp(rfc822: text.text, .lenient) },
      ]
      for index in 0..<3 where ours[index] != "-" { valid[index] += 1 }
      let theirs = answer.map(String.init)
      if ours[0] != theirs[0] || ours[1] != theirs[1] || !Self.agree(ours[2], theirs[2], text) {
        failures.append("\(text.text.debugDescription): \(ours), \(theirs)")
      }
    }
    #expect(failures.count == 0, "\(failures.prefix(20).joined(separator: "\n"))")
    #expect(valid.allSatisfy { $0 > 5_000 }, "\(valid)")
  }

  private static func shown(_ read: () throws(DateParseError) -> Timestamp) -> String {
    (try? read()).map { "\($0.seconds).\($0.nanoseconds)" } ?? "-"
  }

  /// The library supports no leap seconds and no comments, and does not refuse text that it does
  /// not understand: of damaged texts only those are compared that both read as dates.
  private static func agree(_ ours: String, _ theirs: String, _ text: (text: String, isWhole: Bool))
    -> Bool
  {
    if ours == theirs { return true }
    if !text.isWhole { return ours == "-" || theirs == "-" }
    return text.text.contains(":60") && theirs == "-"
  }
}
