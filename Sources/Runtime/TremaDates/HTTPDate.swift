/// Dates in HTTP fields, as seconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// See RFC 9110, section 5.6.7.
public enum HTTPDate {
  /// Returns the seconds for a date in the preferred form or either obsolete form, as accepted by
  /// ``RFC822Rules/http(now:)``, or `nil` for anything else.
  ///
  /// - Parameters:
  ///   - now: The current time, used to interpret a two-digit year.
  @inlinable
  public static func seconds(_ text: some StringProtocol, now: Int64) -> Int64? {
    try? Timestamp(rfc822: text, .http(now: now)).seconds
  }

  /// Returns the date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`. Years are clamped to
  /// the range from 0 to 9999.
  public static func text(_ seconds: Int64) -> String {
    Timestamp(seconds: seconds).httpDate()
  }
}
