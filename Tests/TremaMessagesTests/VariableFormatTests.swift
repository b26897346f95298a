import Testing

@testable import TremaMessages

@Suite struct VariableFormatTests {
  private static func variable(_ name: String, _ text: String) -> VariableFormat.Variable {
    VariableFormat.Variable(name, valueType: "ld", forms: [.other: text])
  }

  @Test func `names of variables are compared byte by byte`() throws {
    let format = VariableFormat(
      "%#@e\u{301}@", [Self.variable("\u{E9}", "one"), Self.variable("e\u{301}", "two")])
    let message = try format.message(in: LanguageTag("en"))
    #expect(message.spelled() == "{0, plural, other {two}}")
  }

  @Test func `the same of two errors in the forms is always reported`() {
    let forms: [PluralCategory: String] = [.few: "%#@a@", .many: "%#@b@", .one: "%#@c@"]
    let format = VariableFormat(
      "%#@n@", [VariableFormat.Variable("n", valueType: "ld", forms: forms)])
    for _ in 0..<20 {
      #expect(throws: VariableFormat.Problem.unknownVariable("c")) {
        try format.message(in: LanguageTag("en"))
      }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a number with thousands of plurals has as many variables`() throws {
    let english = try #require(LanguageTag("en"))
    let branch = MessageArgument.PluralBranch(.category(.other), Message("n"))
    let one = MessageArgument(.numbered(1), .plural(MessageArgument.Plural(.cardinal, [branch])))
    let format = VariableFormat(
      Message(Array(repeating: .argument(one), count: 4000)), in: english, names: [1: "day"])
    let names = try #require(format).variables.map(\.name)
    #expect(names.prefix(3) == ["day", "day2", "day3"])
    #expect(Set(names).count == 4000)
  }

  @Test(.timeLimit(.minutes(20)))
  func `numbering many names takes no longer than parsing them`() {
    let count = 100_000
    let message = Message((0..<count).map { .argument(MessageArgument(.named("n\($0)"))) })
    let numbers = ArgumentNumbers([message])
    #expect(numbers["n0"] == 1)
    #expect(numbers["n\(count - 1)"] == count)
  }
}
