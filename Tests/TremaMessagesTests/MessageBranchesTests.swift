import Testing
import TremaMessages

/// The search for repeated branches of a plural or a select, for any number and order.
@Suite struct MessageBranchesTests {
  private static func reason(_ source: String) -> String? {
    Message.parse(source).issues.first?.kind.reason
  }

  private static func plural(_ numbers: [Int]) -> String {
    "{n, plural, \(numbers.map { "=\($0) {x}" }.joined(separator: " ")) other {y}}"
  }

  private static func select(_ keywords: [String]) -> String {
    "{n, select, \(keywords.map { "\($0) {x}" }.joined(separator: " ")) other {y}}"
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [5, 9, 7, 8, 1, 0, 999_999_999, 12, 11, 10]])
  func `numbers can be in any order, and repeated ones are reported`(numbers: [Int]) {
    #expect(Self.reason(Self.plural(numbers)) == nil)
    for number in numbers {
      #expect(Self.reason(Self.plural(numbers + [number])) == "'=\(number)' is defined twice")
      #expect(Self.reason(Self.plural([number] + numbers)) == "'=\(number)' is defined twice")
    }
    #expect(Message.parse(Self.plural(numbers)).message.source() == Self.plural(numbers))
  }

  @Test(arguments: ["zero", "one", "two", "few", "many", "other"])
  func `a repeated category is reported`(category: String) {
    let once = "{n, plural, \(category) {x} =1 {y} \(category == "other" ? "" : "other {z}")}"
    #expect(Self.reason(once) == nil)
    #expect(
      Self.reason("{n, plural, \(category) {x} =1 {y} \(category) {z} other {z}}")
        == "'\(category)' is defined twice")
  }

  @Test(arguments: [3, 8, 9, 40])
  func `keywords can be in any order, and repeated ones are reported`(count: Int) {
    let short = (0..<count).map { "k\($0)" }
    let long = (0..<count).map { "keyword_number_\($0)" }
    for keywords in [short, short.reversed(), long, short + long] {
      #expect(Self.reason(Self.select(keywords)) == nil)
      for keyword in [keywords[0], keywords[count / 2], keywords[count - 1]] {
        #expect(Self.reason(Self.select(keywords + [keyword])) == "'\(keyword)' is defined twice")
      }
    }
  }

  @Test(arguments: [0, 20]) func `composed and decomposed letters form distinct keywords`(
    others: Int
  ) {
    let keywords = (0..<others).map { "k\($0)" } + ["\u{e9}", "e\u{301}"]
    #expect(Self.reason(Self.select(keywords)) == nil)
    #expect(Self.reason(Self.select(keywords + ["e\u{301}"])) == "'e\u{301}' is defined twice")
    // In Swift they are equal.
    let signature = TextSignature([Message.parse(Self.select(keywords)).message])
    #expect(signature[1]?.keywords.count == others + 1)
  }

  @Test func `keywords of several selects are combined without duplicates`() {
    let selects = [["a", "b"], ["b", "c"], ["c", "a", "d"]].map(Self.select)
    let signature = TextSignature(selects.map { Message.parse($0).message })
    #expect(signature[1]?.keywords == ["a", "b", "c", "d"])
  }

  @Test func `a name among many is parsed like a name by itself`() {
    let message = Message.parse("{n, plural, other {{ab}{ab}{ac}{0}{ab}{0}{1}}}").message
    #expect(
      message.spelled(MessageSpelling()) == "{n, plural, other {{ab}{ab}{ac}{0}{ab}{0}{1}}}")
    #expect(ArgumentNumbers([message]).names.map(\.name) == ["n", "ab", "ac"])
  }
}
