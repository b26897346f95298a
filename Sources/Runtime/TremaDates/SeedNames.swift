#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The names of GirdersSwift, so that an app can migrate without changes.

extension Date {
  /// Returns the date as `Thu, 09 May 2002 15:21:36 GMT`, without fractions of a second.
  /// `rfc822(offset:)` writes the zone `+0000`, which RFC 5322 specifies.
  public func toRFC822String() -> String { httpDate() }

  /// Returns the date as `2002-05-09T15:21:36Z`, without fractions of a second, which
  /// `rfc3339(fraction:offset:)` writes.
  public func toRFC3339String() -> String { rfc3339(fraction: .none) }
}

extension String {
  /// Returns the date of a text in the obsolete forms of RFC 5322 too, or `nil` if
  /// ``Timestamp/init(rfc822:_:)`` throws for it.
  public func parseRFC822Timestamp() -> Date? {
    try? Timestamp(rfc822: self, .lenient).date
  }

  /// Returns the date of a text in RFC 3339, also with the lenient options and `+0100` instead of
  /// `+01:00`; `nil` if ``Timestamp/init(rfc3339:_:)`` throws for it.
  public func parseRFC3339Timestamp() -> Date? {
    try? Timestamp(rfc3339: self, [.lenient, .allowShortOffset]).date
  }
}
