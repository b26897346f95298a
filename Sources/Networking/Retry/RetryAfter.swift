import TremaDates
import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a server says of when it wants to be asked again.
///
/// Source: RFC 9110, section 10.2.3.
enum RetryAfter {
  /// - Parameter now: what a date is compared with; one that has passed is zero.
  /// - Returns: nil when it says nothing that can be understood. What no duration holds is as long as
  ///   the longest one: some 100 years.
  static func duration(_ fields: HTTPFields, now: Date) -> Duration? {
    guard let text = fields[values: .retryAfter].first else { return nil }
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    if !text.isEmpty, text.utf8.allSatisfy(isDigit) {
      return .seconds(min(Int64(text) ?? longest, longest))
    }
    let passed = now.timeIntervalSince1970
    guard let seconds = HTTPDate.seconds(text, now: Int64(passed)) else { return nil }
    let left = min(max(Double(seconds) - passed, 0), Double(longest))
    return .milliseconds(Int64((left * 1000).rounded(.up)))
  }

  private static let longest: Int64 = 100 * 366 * 86_400
}
