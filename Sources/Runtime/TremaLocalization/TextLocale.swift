internal import Foundation
internal import TremaMessages
internal import TremaSupport

/// The formatting of numbers and dates in a language, based on Foundation.
///
/// There is one object per language. It caches formatters.
final class TextLocale: Sendable {
  private let locale: Locale
  /// The language's digits, or `nil` if integers below 1,000 are not formatted as digits alone.
  /// Most plurals contain such numbers, and formatting one with Foundation takes a microsecond.
  private let digits: [String]?
  /// The date formatters by style.
  private let dateFormatters = LockedValue<[DateStyles: DateFormatter]>([:])

  /// The styles of date and time.
  private struct DateStyles: Hashable {
    var date: DateFormatter.Style
    var time: DateFormatter.Style
  }

  /// The locales of the process by language.
  private static let cache = LockedValue<[LanguageTag: TextLocale]>([:])

  /// Returns the locale that formats messages in `language`.
  ///
  /// - Parameters:
  ///   - language: The language of the text, which determines its plural categories.
  ///   - wanted: The user's languages. If the text's language has no region, numbers and dates use
  ///     the region of the first of these with the same language and a region. For example, users
  ///     in Switzerland see 1'234'567 in an English text.
  static func messageLocale(
    for language: LanguageTag, wanted: [LanguageTag]
  ) -> MessageLocale {
    let tag = tag(for: language, wanted: wanted)
    let (known, isKnown) = Self.cache.withLock { known in
      (known[tag], known[tag] != nil)
    }
    let text = known ?? TextLocale(tag)
    if !isKnown { Self.cache.withLock { $0[tag] = text } }
    return MessageLocale(
      language: language,
      writesSmallNumbersPlainly: text.digits == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
      number: { text.number($0, $1) },
      date: { text.date($0, DateStyles(date: text.style($1), time: .none)) },
      time: { text.date($0, DateStyles(date: .none, time: text.style($1))) })
  }

  /// Returns the language, with the region whose formats are used.
  private static func tag(for language: LanguageTag, wanted: [LanguageTag]) -> LanguageTag {
    let language = LanguageFolders.withCurrentCode(language)
    guard language.region == nil, language.others.isEmpty else { return language }
    let region = wanted.lazy.map(LanguageFolders.withCurrentCode)
      .first { $0.language == language.language && $0.region != nil }?.region
    return region.flatMap { LanguageTag("\(language)-\($0)") } ?? language
  }

  /// Creates a locale. Determines whether small numbers are formatted as digits alone.
  private init(_ tag: LanguageTag) {
    let locale = Locale(identifier: tag.description)
    let style = IntegerFormatStyle<Int64>.number.locale(locale)
    let digits = (0...9).map { style.format($0) }
    let isPlain = [10, 98, 234, 567].allSatisfy { number in
      style.format(Int64(number)) == String(number).utf8.map { digits[Int($0 - 48)] }.joined()
    }
    self.locale = locale
    self.digits = isPlain ? digits : nil
  }

  // MARK: numbers

  /// Formats a value in a style. Values that are not numbers are converted to strings.
  private func number(_ value: FormatArgument, _ style: NumberStyle) -> String {
    switch value {
    case .integer(let number):
      if let digits, style == .standard, (0..<1000).contains(number) {
        return Self.spelled(Int(number), digits)
      }
      return integer(number, style)
    case .unsigned(let number):
      return Int64(exactly: number).map { self.number(.integer($0), style) }
        ?? integer(number, style)
    case .floating(let number): return floating(number, style)
    case .text, .character, .boolean, .date: return value.description
    }
  }

  /// Returns a number below 1,000 in the given digits.
  private static func spelled(_ number: Int, _ digits: [String]) -> String {
    if number < 10 { return digits[number] }
    if number < 100 { return digits[number / 10] + digits[number % 10] }
    return digits[number / 100] + digits[number / 10 % 10] + digits[number % 10]
  }

  /// Formats an integer with Foundation.
  private func integer<Number: BinaryInteger & Sendable>(
    _ number: Number, _ style: NumberStyle
  ) -> String {
    if style.isPercent {
      return IntegerFormatStyle<Number>.Percent(locale: locale).scale(100)
        .grouping(style.isGrouped ? .automatic : .never)
        .precision(Self.precision(style)).format(number)
    }
    return IntegerFormatStyle<Number>(locale: locale)
      .grouping(style.isGrouped ? .automatic : .never)
      .precision(Self.precision(style)).format(number)
  }

  /// Formats a floating-point number with Foundation.
  private func floating(_ number: Double, _ style: NumberStyle) -> String {
    if style.isPercent {
      return FloatingPointFormatStyle<Double>.Percent(locale: locale)
        .grouping(style.isGrouped ? .automatic : .never)
        .precision(Self.precision(style)).format(number)
    }
    return FloatingPointFormatStyle<Double>(locale: locale)
      .grouping(style.isGrouped ? .automatic : .never)
      .precision(Self.precision(style)).format(number)
  }

  /// Returns a style's minimum number of integer digits and its range of fraction digits.
  private static func precision(
    _ style: NumberStyle
  ) -> NumberFormatStyleConfiguration.Precision {
    .integerAndFractionLength(
      integerLimits: style.minimumIntegers..., fractionLimits: style.fractions)
  }

  // MARK: dates

  /// Returns the Foundation style for a length. As in ICU, the default is medium.
  private func style(_ length: DateLength?) -> DateFormatter.Style {
    switch length {
    case .short: .short
    case .medium, nil: .medium
    case .long: .long
    case .full: .full
    }
  }

  /// The supported dates, in seconds since 1970. Calendars overflow for years beyond this range.
  private static let supportedDates = -62_135_596_800.0...253_402_300_800.0

  /// Formats a date in the current time zone. Dates outside `supportedDates` are formatted as
  /// numbers.
  private func date(_ seconds: Double, _ shape: DateStyles) -> String {
    guard Self.supportedDates.contains(seconds) else { return String(seconds) }
    // The time zone may change while the app runs, so it is read on each call.
    let zone = TimeZone.current
    return dateFormatters.withLock { formatters in
      let formatter = formatters[shape] ?? makeFormatter(shape)
      formatters[shape] = formatter
      if formatter.timeZone != zone { formatter.timeZone = zone }
      return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }
  }

  /// Creates a formatter for dates.
  private func makeFormatter(_ shape: DateStyles) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.dateStyle = shape.date
    formatter.timeStyle = shape.time
    return formatter
  }
}
