#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Messages for mistakes that the compiler could not explain otherwise. No call of these functions
// compiles, so their preconditions cannot fail.

extension Timestamp {
  /// Unavailable: explains that the form of the text is named.
  @available(
    *, unavailable,
    message:
      "choose the format of the text: Timestamp(rfc3339:), Timestamp(rfc822:) or Timestamp(httpDate:)"
  )
  public init(_ text: String) { preconditionFailure("unavailable") }

  /// Unavailable: explains how RFC 3339 is read.
  @available(*, unavailable, renamed: "init(rfc3339:)")
  public init(iso8601 text: String) throws(DateParseError) { preconditionFailure("unavailable") }
}

extension Date {
  /// Unavailable: explains how RFC 3339 is read.
  @available(
    *, unavailable, message: "parse a timestamp and use its date: Timestamp(rfc3339: text).date"
  )
  public init(rfc3339 text: String) throws(DateParseError) { preconditionFailure("unavailable") }
}
