#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Functions with the names that GirdersSwift uses. They let an app migrate without changes.

extension Date {
  /// Returns the date as `Thu, 09 May 2002 15:21:36 GMT`, without fractions of a second.
  /// `rfc822(offset:)` writes the zone `+0000`, which RFC 5322 specifies.
  public func toRFC822String() -> String { httpDate() }

  /// Returns the date as `2002-05-09T15:21:36Z`, without fractions of a second. Use
  /// `rfc3339(fraction:offset:)` to write fractions.
  public func toRFC3339String() -> String { rfc3339(fraction: .none) }
}

extension String {
  /// Parses a date, including the obsolete forms of RFC 5322. Returns `nil` if
  /// ``Timestamp/init(rfc822:_:)`` throws.
  public func parseRFC822Timestamp() -> Date? {
    try? Timestamp(rfc822: self, .lenient).date
  }

  /// Parses an RFC 3339 date with the lenient options, and accepts `+0100` for `+01:00`. Returns
  /// `nil` if ``Timestamp/init(rfc3339:_:)`` throws.
  public func parseRFC3339Timestamp() -> Date? {
    try? Timestamp(rfc3339: self, [.lenient, .allowShortOffset]).date
  }
}
