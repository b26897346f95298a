#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The names of GirdersSwift, so that an app moves over without a change.

extension Date {
  /// `Thu, 09 May 2002 15:21:36 GMT`; a fraction is cut off. ``rfc822(offset:)`` writes the zone that
  /// RFC 5322 asks for, `+0000`.
  public func toRFC822String() -> String { httpDate() }

  /// `2002-05-09T15:21:36Z`; a fraction is cut off. ``rfc3339(fraction:offset:)`` writes it.
  public func toRFC3339String() -> String { rfc3339(fraction: .none) }
}

extension String {
  /// - Returns: nil where ``Timestamp/init(rfc822:_:)``, lenient, throws.
  public func parseRFC822Timestamp() -> Date? {
    try? Timestamp(rfc822: self, .lenient).date
  }

  /// - Returns: nil where ``Timestamp/init(rfc3339:_:)`` throws; lenient, and `+0100` is taken for
  ///   `+01:00`.
  public func parseRFC3339Timestamp() -> Date? {
    try? Timestamp(rfc3339: self, [.lenient, .allowShortOffset]).date
  }
}
