import TremaDates
import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The delay before the next attempt: a random time up to a bound that grows with each attempt, so
/// that clients that failed together do not return together.
///
/// Source: the "full jitter" of Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
/// 2015.
public struct Backoff: Sendable {
  /// The bound after the first attempt.
  var base: Duration
  /// The factor by which the bound grows with each attempt; less than 1 is treated as 1.
  var factor: Double
  /// The maximum of the bound.
  var limit: Duration
  /// A number from 0 up to, and without, 1.
  package var chance: @Sendable () -> Double

  /// Creates a backoff.
  ///
  /// - Parameters:
  /// - base: the first delay before chance.
  /// - factor: the growth from delay to delay.
  /// - limit: the longest delay.
  /// - chance: a random number from 0 to 1, by which a delay is multiplied.
  public init(
    base: Duration = .milliseconds(500), factor: Double = 2, limit: Duration = .seconds(20),
    chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    (self.base, self.factor, self.limit, self.chance) = (base, factor, limit, chance)
  }

  /// The most that is waited after an attempt, the first one being 1.
  package func bound(after attempt: Int) -> Duration {
    let (base, limit) = (max(base, .zero), max(limit, .zero))
    var seconds = base / .seconds(1)
    // One by one, so that no number of attempts grows beyond what a duration holds.
    for _ in 1..<max(1, attempt) {
      guard seconds < limit / .seconds(1) else { break }
      seconds *= factor > 1 ? factor : 1
    }
    return seconds < limit / .seconds(1) ? .seconds(seconds) : limit
  }

  func pause(after attempt: Int) -> Duration {
    .seconds(bound(after: attempt) / .seconds(1) * min(max(chance(), 0), 1))
  }
}

/// The time after which a server wants another request.
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
