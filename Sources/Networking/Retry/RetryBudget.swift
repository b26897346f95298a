import TremaSupport

/// A budget of repeated requests: a share of first attempts, and a reserve. It keeps clients from
/// multiplying the load of a server that is down.
///
/// A class, so that its holders share the budget. Each first attempt adds a share, each further one
/// removes a whole; the balance never exceeds the reserve.
public final class RetryBudget: Sendable {
  /// The balance, in thousandths of an attempt.
  private let balance: LockedValue<Int>
  private let share: Int
  private let most: Int

  private static let whole = 1000

  /// - Parameters:
  ///   - share: of the first attempts, from 0 to 1; 0.2 allows one more for every five.
  ///   - reserve: what there is at the beginning, and the most that is kept, in attempts.
  public init(share: Double = 0.2, reserve: Int = 10) {
    self.share = share.isNaN ? 0 : Int((min(max(share, 0), 1) * Double(Self.whole)).rounded())
    most = min(max(reserve, 0), Int.max / Self.whole - 1) * Self.whole
    balance = LockedValue(most)
  }

  /// The number of further attempts that it allows now.
  package var left: Int { balance.value / Self.whole }

  func deposit() {
    // Less than a whole is kept without a reserve, too: else there would never be one.
    balance.withLock { $0 = min($0 + share, max(most, Self.whole)) }
  }

  /// - Returns: false when there is nothing left.
  func withdraw() -> Bool {
    balance.withLock { balance in
      guard balance >= Self.whole else { return false }
      balance -= Self.whole
      return true
    }
  }
}
