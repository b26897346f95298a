import TremaDates

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as archives have them.
///
/// Source: RFC 3339, section 5.6.
enum ArchiveDate {
  /// `2026-11-21T06:30:00.125Z`; years beyond 0 to 9999 are the first or the last second of those.
  static func text(_ date: Date) -> String { date.rfc3339(fraction: .digits(3)) }

  /// Reads any of that form, with a fraction and an offset or without; also `+0100`.
  static func date(_ text: String) -> Date? {
    try? Timestamp(rfc3339: text, .allowShortOffset).date
  }
}
