#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Unavailable initializers that let the compiler explain common mistakes. No call to these
// functions compiles, so their preconditions can't fail.

extension Timestamp {
  /// Unavailable. Specify the format: `init(rfc3339:)` or `init(rfc822:)`.
  @available(
    *, unavailable,
    message: "specify the format: Timestamp(rfc3339:), Timestamp(rfc822:) or Timestamp(httpDate:)"
  )
  public init(_ text: String) { preconditionFailure("unavailable") }

  /// Unavailable. Use `Timestamp(rfc3339:)`, which accepts the date formats of RFC 3339.
  @available(*, unavailable, renamed: "init(rfc3339:)")
  public init(iso8601 text: String) throws(DateParseError) { preconditionFailure("unavailable") }
}

extension Date {
  /// Unavailable. Use `Timestamp(rfc3339:)`, which accepts the date formats of RFC 3339.
  @available(
    *, unavailable, message: "parse a timestamp and use its date: Timestamp(rfc3339: text).date"
  )
  public init(rfc3339 text: String) throws(DateParseError) { preconditionFailure("unavailable") }
}
