import Testing
import TremaMessages

@Suite struct TextSignatureTests {
  private func signature(_ values: String...) -> TextSignature {
    TextSignature(values.map { (Message.parse($0) as (Message, [MessageIssue])).0 })
  }

  @Test(arguments: [
    ("%d", "%ld"), ("%d", "%u"), ("{n, plural, other {%1$d}}", "%ld"), ("%s", "%@"),
    ("{n, plural, other {#}}", "{n, plural, other {{n, number, 0.0}}}"),
    ("{n, select, other {}}", "%@"), ("{n, plural, other {{n}}}", "%.1f"),
    ("{n, plural, other {{d, date}}}", "{n, plural, other {{d, time}}}"),
  ])
  func `uses that one argument can satisfy match`(first: String, second: String) {
    #expect(signature(first, second).arguments.allSatisfy { $0.conflict == nil })
    #expect(signature(second, first).arguments.allSatisfy { $0.conflict == nil })
  }

  @Test(arguments: [
    ("%d", "%@"), ("%f", "%d"), ("{n, plural, other {#}}", "%@"), ("%c", "%d"),
    ("{n, select, other {}}", "{n, plural, other {#}}"),
    ("{n, plural, other {{d, date}}}", "{n, plural, other {{d, number}}}"),
  ])
  func `uses that no argument can satisfy are a conflict of both requirements`(
    first: String, second: String
  ) throws {
    let conflicts = signature("x", first, first, second).arguments.compactMap(\.conflict)
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1)
    #expect(conflict.firstMessageIndex == 1)
    #expect(conflict.messageIndex == 3)
    #expect(!conflict.first.agrees(with: conflict.requirement))
  }

  @Test(arguments: [
    ("%d", ArgumentType.integer, true), ("%x", .integer, false), ("%.1f", .floating, false),
    ("%@", .text, false), ("%c", .character, false), ("{n, plural, other {#}}", .integer, true),
    ("{n, plural, other {%1$.1f}}", .integer, true),
    ("{0, plural, other {%1$.1f}}", .floating, false),
    ("{n, plural, other {{n, number}}}", .integer, true),
    ("{n, plural, other {{n, number, percent}}}", .floating, false),
    ("{n, plural, other {{n, number, integer}}}", .integer, true),
    ("{n, plural, other {{n}}}", .integer, true), ("{0, plural, other {%1$u}}", .integer, true),
    ("{n, select, other {}}", .text, false), ("{n, selectordinal, other {}}", .integer, true),
  ])
  func `an argument has the type that its uses require`(
    value: String, type: ArgumentType, isSigned: Bool
  ) throws {
    let signature = signature(value)
    let number = value == "{n, plural, other {%1$.1f}}" ? 2 : 1
    let argument = try #require(signature[number])
    #expect(argument.type == type)
    #expect(argument.isSigned == isSigned)
  }

  @Test func `the master decides the type, and any language can make it signed or wide`() {
    #expect(signature("%u", "%d", "%lld").arguments.map(\.isSigned) == [true])
    #expect(signature("%u", "%d", "%lld").arguments.map(\.isWide) == [true])
    #expect(signature("%d", "%hd").arguments.map(\.isWide) == [false])
    #expect(signature("%@", "%d").arguments.map(\.type) == [.text])
  }

  @Test func `arguments have the names in braces, and gaps are unnamed`() {
    let signature = signature("{who, select, other {%3$d}}", "{who, select, b {} a {} other {}}")
    #expect(signature.arguments.map(\.name) == ["who", nil, nil])
    #expect(signature.arguments.map { $0.requirement == nil } == [false, true, false])
    #expect(signature.arguments.map(\.keywords) == [["b", "a"], [], []])
    #expect(signature[0] == nil && signature[4] == nil)
  }

  @Test func `a named parameter keeps its assigned number`() {
    let message = (Message.parse("{a, plural, other {{b}}}") as (Message, [MessageIssue])).0
    let signature = TextSignature([message], parameters: [1: "b", 2: "x"])
    #expect(signature.arguments.map(\.name) == ["b", "a"])
  }

  @Test(arguments: [
    ["{n, plural, other {{a}{b}{a}}}", "{n, plural, other {{b}{c}}}"],
    // An argument without a number gets a free one among the names of all messages.
    ["{n, plural, other {{a} %@ {b}}}", "{n, plural, other {%@ {c} %d}}"],
    ["%2$@ %d", "{n, select, a {%d {x}} other {%1$@ {y, number}}}", "{n}"],
    ["{n, plural, one {%d} other {%*d {m, select, other {%@}}}}", "{m, plural, other {{n}}}"],
  ])
  func `numbering considers the names in all messages`(values: [String]) {
    let messages = values.map { (Message.parse($0) as (Message, [MessageIssue])).0 }
    let signature = TextSignature(messages, parameters: [1: "b"])
    let numbers = ArgumentNumbers(messages, parameters: [1: "b"])
    #expect(signature.numbers == numbers)
    #expect(signature.numbered == messages.map { $0.numbered(by: numbers) })
    #expect(signature.uses == messages.map { $0.uses(numbers) })
  }

  @Test func `an argument that only selects is not shown`() {
    #expect(!signature("{n, plural, one {a} other {{g, select, other {b}}}}").showsArguments)
    // In a branch of a select `#` is text.
    #expect(!signature("{n, plural, one {a} other {{g, select, other {#}}}}").showsArguments)
    #expect(signature("{n, plural, one {a} other {#}}").showsArguments)
    #expect(signature("a", "%d").showsArguments)
    #expect(!signature("a", "100 %").showsArguments)
  }

  @Test func `an excessive argument number yields no arguments`() {
    #expect(signature("%999999999$@").arguments.isEmpty)
    #expect(signature("%2$@ %999999999$@").arguments.count == 2)
    #expect(signature("%999999999$@").uses.first?.first?.number == 999_999_999)
  }

  @Test func `many requirements of an argument are merged quickly`() {
    let many = (1...Message.maxParts).map { "%1$\($0 % 3_000 + 1)d" }.joined()
    #expect(signature(many, many, many, many).arguments.map(\.type) == [.integer])
  }
}
