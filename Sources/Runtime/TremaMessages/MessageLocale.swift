/// The language data that is required to format messages.
///
/// The plural rules are part of this module. Numbers and dates are formatted by functions that the
/// caller supplies. The runtime uses Foundation.
package struct MessageLocale: Sendable {
  /// The language that determines plural categories. If it is `nil`, all numbers have the `other`
  /// category.
  package var language: LanguageTag?
  /// Formats a number in a style. Called only with integers and floating-point numbers.
  package var number: @Sendable (FormatArgument, NumberStyle) -> String
  /// Formats the date of a point in time, in seconds since 1970-01-01 00:00 UTC.
  package var date: @Sendable (Double, DateLength?) -> String
  /// Formats the time of day for a point in time, in seconds since 1970-01-01 00:00 UTC.
  package var time: @Sendable (Double, DateLength?) -> String
  /// Whether `number` formats the integers from 0 to 999 in `NumberStyle.standard` as ASCII digits
  /// alone, so it need not be called for them.
  package var writesSmallNumbersPlainly: Bool

  /// Creates a locale.
  package init(
    language: LanguageTag?, writesSmallNumbersPlainly: Bool = false,
    number: @escaping @Sendable (FormatArgument, NumberStyle) -> String,
    date: @escaping @Sendable (Double, DateLength?) -> String,
    time: @escaping @Sendable (Double, DateLength?) -> String
  ) {
    self.language = language
    self.number = number
    self.date = date
    self.time = time
    self.writesSmallNumbersPlainly = writesSmallNumbersPlainly
  }

  /// Returns a locale for tools and tests, which formats numbers like C and dates in seconds.
  package static func plain(_ language: LanguageTag?) -> MessageLocale {
    MessageLocale(
      language: language, writesSmallNumbersPlainly: true,
      number: { number, _ in number.description },
      date: { seconds, _ in String(seconds) }, time: { seconds, _ in String(seconds) })
  }
}
