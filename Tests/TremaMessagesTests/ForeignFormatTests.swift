import Testing

@testable import TremaMessages

/// Format strings for functions other than printf, which are kept as text.
@Suite struct ForeignFormatTests {
  @Test(arguments: [
    "%A, %B %e", "%a %H:%M", "%-e %b %Y", "%b %d %I:%M %p", "%Hh%M", "%Y年%m月%d日", "%A %d %OB",
    "%l:%M %p, 100%%", "%-Oe %OY", "Prossimo %a", "%OB", "%-m월 %-d일", "100 % of %b %d",
  ])
  func `a strftime pattern is text`(source: String) {
    let (message, issues) = Message.parse(source)
    #expect(message == Message(source))
    #expect(issues.isEmpty)
    #expect(message.spelled() == source)
    #expect(message.source() == source)
  }

  @Test(arguments: [
    "%(count)s files", "100%% of %(name)s", "%(size)d %(unit)s", "%(share).1f%%",
    "%(app_name)s: 50 % done",
  ])
  func `named Python conversions are text`(source: String) {
    let (message, issues) = Message.parse(source)
    #expect(message == Message(source))
    #expect(issues.isEmpty)
    #expect(message.spelled() == source)
  }

  @Test(arguments: ["%C18* %C24%H$1%O", "%C08,04%B", "%x %X", "%X, %x"])
  func `indexed colors and hexadecimal conversions of mixed case are text`(source: String) {
    let (message, issues) = Message.parse(source)
    #expect(message == Message(source))
    #expect(issues.isEmpty)
  }

  @Test(arguments: ["„%jd“", "%zu\u{A0}octets", "%td個", "%jd»"])
  func `characters after a rare length modifier need not be ASCII`(source: String) {
    #expect(Message.parse(source).message.placeholders.count == 1)
  }

  @Test(arguments: [
    ("%C of %C", 2), ("%%C18 of %d", 1), ("%ld of %d", 2), ("%lu MB of %lu MB", 2), ("%hd, %d", 2),
    ("%d %e", 2), ("%@ at %d", 2),
    ("%s %p", 2), ("%d %M %@", 2), ("%2d:%02d", 2), ("%(d)", 1), ("%(d (%s)", 2), ("%d, %u", 2),
    ("%b %h", 2),
    ("%b", 1), ("%a", 1),
  ])
  func `other conversions are recognized`(source: String, count: Int) {
    #expect(Message.parse(source).message.placeholders.count == count)
  }

  @Test(arguments: ["%Id", "%'Id", "%'Idمین", "%2$Iu", "%I5d", "%Ild", "%I5.2f"])
  func `the I flag for localized digits is specific to glibc`(source: String) throws {
    let message = Message.parse(source).message
    let placeholder = try #require(message.placeholders.first)
    #expect(message.placeholders.count == 1)
    #expect(placeholder.flags.contains(.localDigits))
    #expect(placeholder.type == (source.hasSuffix("f") ? .floating : .integer))
    #expect(message.source() == source)
    // Apple and Android have no such flag.
    for dialect in [PlaceholderDialect.apple, .java] {
      let spelled = try #require(dialect.spell(placeholder, position: placeholder.position))
      #expect(!spelled.utf8.contains(UInt8(ascii: "I")))
    }
  }

  @Test func `an I before a word is not a flag`() {
    #expect(Message.parse("100%Idee").message == Message("100%Idee"))
    #expect(Message.parse("100 %In").message == Message("100 %In"))
  }
}
