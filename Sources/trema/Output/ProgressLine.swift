import TremaProject

/// A line on a terminal that shows the progress of a long operation. It appears after two seconds
/// and must be cleared before anything else is printed.
final class ProgressLine {
  /// The time after which the line appears.
  private static let delay = Duration.seconds(2)
  /// The minimum time between two updates.
  private static let updateInterval = Duration.milliseconds(200)

  /// The time of the next update.
  private var nextUpdate = Stopwatch.now + delay
  /// Whether the line is visible.
  private var isShown = false
  /// Whether the line may be shown: standard error is a terminal, and `--quiet` is not set.
  private let isEnabled = Console.isTerminal(.error) && Console.verbosity.value != .quiet

  /// Shows the progress if an update is due.
  func show(_ progress: ReadingProgress) {
    guard isEnabled, Stopwatch.now >= nextUpdate else { return }
    nextUpdate = Stopwatch.now + Self.updateInterval
    isShown = true
    Console.note(Array("\r\u{1B}[Ktrema: \(progress.percent) % read".utf8))
  }

  /// Removes the line if it is visible.
  func clear() {
    guard isShown else { return }
    isShown = false
    Console.note(Array("\r\u{1B}[K".utf8))
  }
}
