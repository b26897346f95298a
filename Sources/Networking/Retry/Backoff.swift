import TremaDates
import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The delay before the next attempt, which is a random time up to a bound that grows with each
/// attempt. This prevents clients that failed together from retrying together.
///
/// This is "full jitter" from Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
/// Blog, 2015.
public struct Backoff: Sendable {
  /// The bound after the first attempt.
  var base: Duration
  /// The bound's growth factor per attempt; values less than 1 are treated as 1.
  var factor: Double
  /// The maximum of the bound.
  var limit: Duration
  /// Returns a random number in `0..<1`.
  package var random: @Sendable () -> Double

  /// Creates a backoff.
  ///
  /// - Parameters:
  ///   - base: The bound of the first delay.
  ///   - factor: The bound's growth factor; values less than 1 are treated as 1.
  ///   - limit: The maximum of the bound.
  ///   - random: Returns a random number in `0..<1`, which is multiplied by the bound.
  public init(
    base: Duration = .milliseconds(500), factor: Double = 2, limit: Duration = .seconds(20),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    (self.base, self.factor, self.limit, self.random) = (base, factor, limit, random)
  }

  /// Returns the maximum delay after an attempt, numbered from 1.
  package func bound(after attempt: Int) -> Duration {
    let (base, limit) = (max(base, .zero), max(limit, .zero))
    var seconds = base / .seconds(1)
    // Multiplying repeatedly, and only up to the limit, avoids an overflow for a large number of
    // attempts.
    for _ in 1..<max(1, attempt) {
      guard seconds < limit / .seconds(1) else { break }
      seconds *= factor > 1 ? factor : 1
    }
    return seconds < limit / .seconds(1) ? .seconds(seconds) : limit
  }

  /// Returns a random delay after an attempt, numbered from 1.
  func delay(after attempt: Int) -> Duration {
    .seconds(bound(after: attempt) / .seconds(1) * min(max(random(), 0), 1))
  }
}

/// The `Retry-After` field, which contains the time after which the server expects another request.
///
/// See RFC 9110, section 10.2.3.
enum RetryAfter {
  /// Returns the delay requested by the server, or `nil` if the field is missing or invalid. A
  /// delay that is too large for a duration is limited to about 100 years.
  ///
  /// - Parameter now: The current date, used if the value is a date. The delay is zero if that date
  ///   is in the past.
  static func duration(_ fields: HTTPFields, now: Date) -> Duration? {
    guard let text = fields[values: .retryAfter].first else { return nil }
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    if !text.isEmpty, text.utf8.allSatisfy(isDigit) {
      return .seconds(min(Int64(text) ?? maxSeconds, maxSeconds))
    }
    let currentSeconds = now.timeIntervalSince1970
    guard let seconds = HTTPDate.seconds(text, now: Int64(currentSeconds)) else { return nil }
    let delay = min(max(Double(seconds) - currentSeconds, 0), Double(maxSeconds))
    return .milliseconds(Int64((delay * 1000).rounded(.up)))
  }

  /// The longest delay, in seconds: about 100 years.
  private static let maxSeconds: Int64 = 100 * 366 * 86_400
}
