/// Which dates of mails and of HTTP are taken.
public struct RFC822Rules: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case strict, lenient
    /// Nil is the clock of the machine.
    case http(now: Int64?)
  }

  let kind: Kind

  /// `Thu, 09 May 2002 15:21:36 +0000`: what RFC 5322 lets programs write. The day of the week and
  /// the second may be missing, a comment may follow; names are in any case.
  ///
  /// Source: RFC 5322, section 3.3.
  public static let strict = RFC822Rules(kind: .strict)

  /// What programs must read besides: years of two and three digits, zones with names, comments and
  /// blanks between all parts; and dates without a zone, which are in UTC, or with the wrong day of
  /// the week.
  ///
  /// Source: RFC 5322, section 4.3; RFC 822, section 5.
  public static let lenient = RFC822Rules(kind: .lenient)

  /// The three forms of dates in HTTP, to the letter: `Sun, 06 Nov 1994 08:49:37 GMT`,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850), `Sun Nov  6 08:49:37 1994` (asctime). The name of
  /// the day is not held against the date.
  ///
  /// Source: RFC 9110, section 5.6.7.
  public static let http = RFC822Rules(kind: .http(now: nil))

  /// - Parameter now: seconds since 1970. Two digits of a year are the year with these digits that
  ///   lies from 49 years before it to 50 years after it.
  public static func http(now: Int64) -> RFC822Rules { RFC822Rules(kind: .http(now: now)) }
}

extension Timestamp {
  /// Reads a date as mails, news and HTTP have them.
  @inlinable
  public init(
    rfc822 text: some StringProtocol, _ rules: RFC822Rules = .strict
  ) throws(DateParseError) {
    self = try Self.reading(text) { Self.rfc822($0, rules) }
  }

  @usableFromInline
  static func rfc822(
    _ bytes: UnsafeBufferPointer<UInt8>, _ rules: RFC822Rules
  ) -> Result<Timestamp, DateParseError> {
    do throws(DateParseError) {
      switch rules.kind {
      case .http(let now):
        var reader = HTTPDateReader(bytes)
        return .success(try reader.date(now: now))
      case .strict, .lenient:
        var reader = MailDateReader(bytes, isLenient: rules.kind == .lenient)
        return .success(try reader.date())
      }
    } catch { return .failure(error) }
  }
}
