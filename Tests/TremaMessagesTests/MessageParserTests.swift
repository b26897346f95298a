import Testing
import TremaMessages
import TremaTestSupport

@Suite struct MessageParserTests {
  @Test(arguments: [
    "50 % off", "100% sure", "100 %", "%", "Tabella 1% $ di $ s", "5% di", "%-", "%1$", "%.3",
    "%0$d", "5%brutto", "%tdays", "%ll", "%z", "%9999999999d", "%.9999999999f", "%1$*2$d",
  ])
  func `a percent sign that does not begin a conversion is text`(source: String) {
    let (message, issues) = Message.parse(source)
    #expect(message.plainText == source)
    #expect(issues.isEmpty)
  }

  @Test func `single and doubled percent signs are equal without conversions`() {
    #expect(Message.parse("100%").message == Message.parse("100%%").message)
    #expect(Message.parse("100%% %").message.plainText == "100% %")
  }

  @Test func `a lone percent sign next to a conversion is an issue with a location`() {
    let (message, issues) = Message.parse("%d % of 100%%")
    #expect(message.elements.last == .text(" % of 100%"))
    #expect(issues == [MessageIssue(.unescapedPercent, 3..<4)])
  }

  @Test func `all parts of a placeholder are parsed`() throws {
    let placeholder = try #require(Message.parse("%2$-+08.3lf").message.placeholders.first)
    #expect(placeholder.position == 2)
    #expect(placeholder.flags == [.leftAligned, .signed, .zeroPadded])
    #expect(placeholder.width == .fixed(8))
    #expect(placeholder.precision == .fixed(3))
    #expect(placeholder.length == .long)
    #expect(placeholder.type == .floating)
  }

  @Test(arguments: [
    "%@", "%1$@", "%ld", "%llu", "%hhd", "%-5.2f", "%*d", "%.*f", "%c", "%s", "%p", "%tY", "%n",
    "%#x", "%qd", "%zd", "%S",
  ])
  func `a placeholder survives a round trip`(source: String) {
    #expect(Message.parse(source).message.placeholders.map(\.description) == [source])
  }

  @Test func `escapes are resolved before placeholders are parsed`() {
    let (message, issues) = Message.parse(#"a\n\u0025d \\ \" \U00e9 \uD83D\uDE00"#)
    #expect(message.elements.first == .text("a\n"))
    #expect(message.placeholders.count == 1)
    #expect(message.elements.last == .text(" \\ \" é 😀"))
    #expect(issues.isEmpty)
  }

  @Test(arguments: [#"\q"#, #"\"#, #"\u12"#, #"\ud83d"#, #"\ud83dx"#, #"\u0000"#])
  func `an invalid escape is kept and is an issue`(source: String) {
    let (message, issues) = Message.parse(source)
    #expect(message.plainText == source)
    #expect(issues.map(\.kind) == [.unknownEscape])
  }

  @Test func `a literal backslash is a backslash`() {
    #expect(Message.parse(#"a\n%@"#, backslash: .literal).message.elements.first == .text(#"a\n"#))
  }

  @Test func `issues have locations in the source, not in the text after escapes`() {
    #expect(
      Message.parse(#"\n\n%d %"#).issues == [MessageIssue(.unescapedPercent, 7..<8)])
  }

  @Test func `numbered and unnumbered placeholders cannot be mixed`() {
    #expect(Message.parse("%1$@ %@").issues == [MessageIssue(.mixedPlaceholders, 5..<7)])
    #expect(Message.parse("%n %1$tY-%1$tm %n").issues.isEmpty)
    #expect(Message.parse("%n %1$@ %n %@").issues == [MessageIssue(.mixedPlaceholders, 11..<13)])
    #expect(Message.parse("{n, plural, other {%1$@ %n}}").issues.isEmpty)
  }

  @Test func `the argument for a star precedes that of its placeholder`() {
    let numbers = Message.parse("%@ %*d %n %.*f").message.numberedPlaceholders.map(\.argument)
    #expect(numbers == [1, 3, 4, 5])
  }

  @Test func `random sources parse and survive a round trip`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let source = random.source()
      let (message, _) = Message.parse(source, backslash: .literal)
      let again = try #require(message.spelled())
      let second = Message.parse(again, backslash: .literal).message
      #expect(second == message, "\(source) -> \(again)")
    }
  }
}
