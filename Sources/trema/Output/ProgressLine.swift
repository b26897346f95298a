import TremaProject
import TremaSupport

/// A line on a terminal that shows the progress of a long operation. It appears after two seconds
/// and must be cleared before anything else is printed.
final class ProgressLine: Sendable {
  /// The time after which the line appears.
  private static let delay = Duration.seconds(2)
  /// The minimum time between two updates.
  private static let updateInterval = Duration.milliseconds(200)

  /// The state of the line.
  private struct State {
    /// The time of the next update.
    var nextUpdate = Stopwatch.now + delay
    /// Whether the line is visible.
    var isShown = false
  }

  /// The state of the line.
  private let state = LockedValue(State())
  /// Whether the line may be shown: standard error is a terminal, and `--quiet` is not set.
  private let isEnabled = Console.isTerminal(.error) && Console.verbosity.value != .quiet

  /// Shows the progress of reading if an update is due.
  func show(_ progress: ReadingProgress) { show { "\(progress.percent) % read" } }

  /// Shows the progress if an update is due.
  ///
  /// - Parameter text: Returns the progress as text.
  func show(_ text: () -> String) {
    guard isEnabled else { return }
    state.withLock { state in
      guard Stopwatch.now >= state.nextUpdate else { return }
      state = State(nextUpdate: Stopwatch.now + Self.updateInterval, isShown: true)
      Console.note(Array("\r\u{1B}[Ktrema: \(text())".utf8))
    }
  }

  /// Removes the line if it is visible.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      Console.note(Array("\r\u{1B}[K".utf8))
    }
  }
}
