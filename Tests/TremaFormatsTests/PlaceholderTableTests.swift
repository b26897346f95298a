import Testing
import TremaMessages

/// The mapping of placeholders between platforms, and of those without a counterpart.
@Suite struct PlaceholderTableTests {
  private func spelled(_ source: String, _ dialect: PlaceholderDialect) throws -> String? {
    let placeholder = try #require(
      Message.parse(source, backslash: .literal).message.placeholders.first)
    return dialect.spell(placeholder, position: placeholder.position)
  }

  @Test(arguments: [
    ("%@", "%s"), ("%1$@", "%1$s"), ("%d", "%d"), ("%i", "%d"), ("%D", "%d"), ("%ld", "%d"),
    ("%lld", "%d"), ("%hd", "%d"), ("%hhd", "%d"), ("%qd", "%d"), ("%zd", "%d"), ("%td", "%d"),
    ("%jd", "%d"), ("%u", "%d"), ("%U", "%d"), ("%lu", "%d"), ("%llu", "%d"), ("%zu", "%d"),
    ("%x", "%x"), ("%X", "%X"), ("%lx", "%x"), ("%o", "%o"), ("%O", "%o"), ("%f", "%f"),
    ("%F", "%f"), ("%.2f", "%.2f"), ("%5.1f", "%5.1f"), ("%e", "%e"), ("%E", "%E"), ("%g", "%g"),
    ("%G", "%G"), ("%a", "%a"), ("%c", "%c"), ("%C", "%c"), ("%s", "%s"), ("%S", "%s"),
    ("%-5d", "%-5d"), ("%05d", "%05d"), ("%+d", "%+d"), ("%'d", "%,d"), ("%-d", "%d"),
    ("%2$05.1f", "%2$05.1f"), ("%10$@", "%10$s"), ("%99$100.10f", "%99$100.10f"),
    ("%1009$-120@", "%1009$-120s"),
  ])
  func `Apple's placeholder has this counterpart on Android`(_ apple: String, _ android: String)
    throws
  {
    #expect(try spelled(apple, .java) == android)
  }

  @Test(arguments: ["%p", "%*d", "%.*f", "%#g", "%n"])
  func `Apple's placeholder has no counterpart on Android`(_ apple: String) throws {
    #expect(try spelled(apple, .java) == nil)
  }

  @Test(arguments: [
    ("%s", "%@"), ("%1$s", "%1$@"), ("%S", "%@"), ("%d", "%d"), ("%2$d", "%2$d"),
    ("%,d", "%'d"), ("%05d", "%05d"), ("%+d", "%+d"), ("%-5s", "%-5@"), ("%x", "%x"),
    ("%o", "%o"), ("%.2f", "%.2f"), ("%e", "%e"), ("%g", "%g"), ("%c", "%c"),
  ])
  func `Android's placeholder has this counterpart on Apple's platforms`(
    _ android: String, _ apple: String
  ) throws {
    #expect(try spelled(android, .apple) == apple)
  }

  @Test(arguments: ["%b", "%B", "%h", "%n", "%tY", "%TH", "%(d"])
  func `Android's placeholder has no counterpart on Apple's platforms`(_ android: String) throws {
    #expect(try spelled(android, .apple) == nil)
  }
}
