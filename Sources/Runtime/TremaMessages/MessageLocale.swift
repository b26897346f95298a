/// The data of a language that formatting a message needs.
///
/// The plural rules are trema's own; numbers and dates are formatted by functions of the caller:
/// the run time uses Foundation.
package struct MessageLocale: Sendable {
  /// Chooses the branches of plurals; nil for `other` throughout.
  package var language: LanguageTag?
  /// Writes a number in a style. It gets what ``FormatArgument`` calls a number and nothing else.
  package var number: @Sendable (FormatArgument, NumberStyle) -> String
  /// Writes the date of a point in time, counted in seconds from 1970-01-01 00:00 UTC.
  package var date: @Sendable (Double, DateLength?) -> String
  /// Writes the time of day of it.
  package var time: @Sendable (Double, DateLength?) -> String
  /// Whether ``number`` writes the whole numbers from 0 to 999 as ASCII digits and nothing else in
  /// ``NumberStyle/standard``: they need not be asked for then.
  package var writesSmallNumbersPlainly: Bool

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

  /// A language with numbers as C writes them, and points in time as their seconds: for tools and
  /// tests.
  package static func plain(_ language: LanguageTag?) -> MessageLocale {
    MessageLocale(
      language: language, writesSmallNumbersPlainly: true,
      number: { number, _ in number.description },
      date: { seconds, _ in String(seconds) }, time: { seconds, _ in String(seconds) })
  }
}
