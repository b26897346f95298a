/// The dates in fields of HTTP, as seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Source: RFC 9110, section 5.6.7.
public enum HTTPDate {
  /// Reads the preferred form and both old ones, as ``RFC822Rules/http(now:)`` says.
  ///
  /// - Returns: nil for anything else.
  @inlinable
  public static func seconds(_ text: some StringProtocol, now: Int64) -> Int64? {
    try? Timestamp(rfc822: text, .http(now: now)).seconds
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; years below 0 and above 9999 are written as those.
  public static func text(_ seconds: Int64) -> String {
    Timestamp(seconds: seconds).httpDate()
  }
}
