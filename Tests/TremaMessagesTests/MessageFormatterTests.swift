import Testing
import TremaMessages

private func format(
  _ source: String, _ arguments: any TextArgument...
) -> (text: String, problems: [String]) {
  let (text, problems) = Message.parse(source).message.formatted(with: arguments)
  return (text, problems.map(\.description))
}

@Suite struct MessageFormatterTests {
  @Test func `arguments are used in the order of the placeholders`() {
    let (text, problems) = format("%@ has %d of %.1f %%", "Zoë", 3, 4.25)
    #expect(text == "Zoë has 3 of 4.2 %")
    #expect(problems.isEmpty)
  }

  @Test func `numbered placeholders select their arguments, even repeatedly`() {
    let (text, problems) = format("%2$@, %1$@! %2$@?", "a", "b")
    #expect(text == "b, a! b?")
    #expect(problems.isEmpty)
  }

  @Test func `the string placeholder formats arguments of every type`() {
    let (text, problems) = format(
      "%@ %@ %@ %@ %@ %@ %@ %@", 1, UInt8(2), 2.5, Float(0.1), "t", Substring("s"),
      Character("c"), true)
    #expect(text == "1 2 2.5 0.1 t s c true")
    #expect(problems.isEmpty)
  }

  @Test func `a conversion without a length modifier formats integers of any size`() {
    #expect(format("%d", 5_000_000_000).text == "5000000000")
    #expect(format("%hhd %i", 300, Int64.min).text == "300 -9223372036854775808")
    #expect(format("%u", UInt64.max).text == "18446744073709551615")
  }

  @Test func `a width counts grapheme clusters`() {
    #expect(format("[%5@] [%-5@] [%.2@]", "né👨‍👩‍👧‍👦", "ab", "日本語").text == "[  né👨‍👩‍👧‍👦] [ab   ] [日本]")
  }

  @Test func `a width and a precision can be arguments`() {
    #expect(format("[%*d] [%-*d] [%.*f]", 5, 42, 4, 7, 2, 1.0 / 3).text == "[   42] [7   ] [0.33]")
    #expect(format("[%*d] [%.*f]", -5, 42, -1, 0.5).text == "[42   ] [0.500000]")
  }

  @Test func `Java's conversions for Booleans and line separators are supported`() {
    let (text, problems) = format("%b %d%n", true, false)
    #expect(text == "true 0")
    #expect(problems.isEmpty)
  }

  @Test func `a missing argument leaves the placeholder and is reported`() {
    let (text, problems) = format("%@ owes %.2f", "Zoë")
    #expect(text == "Zoë owes %.2f")
    #expect(problems == ["argument 2 is missing for %.2f"])
    #expect(format("%999999999$@", "a").text == "%999999999$@")
  }

  @Test func `surplus arguments are reported`() {
    let (text, problems) = format("Hello %@", "Zoë", 1, 2)
    #expect(text == "Hello Zoë")
    #expect(problems == ["3 arguments were passed, but the message uses 1"])
    #expect(format("Hello", 1).problems == ["1 argument was passed, but the message uses 0"])
  }

  @Test func `an argument used only in another branch is not surplus`() {
    let source = "{n, plural, =0 {nobody} other {{name} and #}}"
    #expect(format(source, 0, "Zoë").problems == [])
    #expect(
      format(source, 0, "Zoë", 1).problems == ["3 arguments were passed, but the message uses 2"])
  }

  @Test(arguments: [
    ("%d", FormatArgument.text("Zoë"), "Zoë", "argument 1 is a string, but %d requires an integer"),
    (
      "%ld", .floating(2.5), "2.5",
      "argument 1 is a floating-point number, but %ld requires an integer"
    ),
    (
      "%03d", .floating(-2), "-02",
      "argument 1 is a floating-point number, but %03d requires an integer"
    ),
    (
      "%.1f", .integer(2), "2.0",
      "argument 1 is an integer, but %.1f requires a floating-point number"
    ),
    ("%f", .text("x"), "x", "argument 1 is a string, but %f requires a floating-point number"),
    ("%c", .text("abc"), "abc", "argument 1 is a string, but %c requires a character"),
    ("%c", .integer(-1), "-1", "argument 1 is an integer, but %c requires a character"),
    ("%c", .integer(0), "0", "argument 1 is an integer, but %c requires a character"),
    ("%u", .integer(-1), "-1", "argument 1 is an integer, but %u requires an integer"),
    ("%b", .integer(1), "1", "argument 1 is an integer, but %b requires a Boolean"),
    (
      "%p", .text("secret"), "secret",
      "%p is not supported; format the value yourself and pass it with %@"
    ),
    (
      "%tY", .integer(1999), "1999",
      "%tY is not supported; format the value yourself and pass it with %@"
    ),
    (
      "%1$*d", .integer(7), "7",
      "%1$*d is not supported; format the value yourself and pass it with %@"
    ),
  ])
  func `an argument of a wrong type is shown and reported`(
    source: String, argument: FormatArgument, text: String, problem: String
  ) {
    let shown = format(source, argument)
    #expect(shown.text == text)
    #expect(shown.problems == [problem])
  }

  @Test func `the problem does not contain the argument's value`() {
    #expect(!format("%d %p", "s3cret", "s3cret").problems.joined().contains("s3cret"))
  }

  @Test func `an excessive width is reduced to the limit`() {
    let (text, problems) = format("%999999999d", 1)
    #expect(text.utf8.count == Message.maxWidthOrPrecision)
    #expect(problems == ["the width or precision of %999999999d is larger than 1024"])
    #expect(format("%*d", Int.min, 1).text.utf8.count == Message.maxWidthOrPrecision)
    #expect(format("%.999999999f", 1e308).text.utf8.count == 309 + 1 + Message.maxWidthOrPrecision)
    #expect(format("%.999999999@", "abc").problems.isEmpty)
  }

  @Test func `a custom type can be an argument`() {
    struct Celsius: TextArgument {
      var degrees: Double
      var formatArgument: FormatArgument { .floating(degrees) }
    }
    #expect(format("%.1f °C", Celsius(degrees: 21.55)).text == "21.6 °C")
  }

  @Test func `a message reports whether it shows arguments`() {
    #expect(!Message.parse("100 %").message.takesArguments)
    #expect(!Message.parse("line%n").message.takesArguments)
    #expect(Message.parse("%*n").message.takesArguments)
    #expect(Message.parse("%@").message.takesArguments)
  }
}
