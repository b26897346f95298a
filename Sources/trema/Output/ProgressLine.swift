import TremaProject

/// One line on a terminal that says how far long work is. It appears after two seconds, and is gone
/// before anything else is printed.
final class ProgressLine {
  private static let patience = Duration.seconds(2)
  private static let pace = Duration.milliseconds(200)

  private var next = Stopwatch.now + patience
  private var isShown = false
  private let isWanted = Console.isTerminal(.error) && Console.verbosity.value != .quiet

  func show(_ progress: ReadingProgress) {
    guard isWanted, Stopwatch.now >= next else { return }
    next = Stopwatch.now + Self.pace
    isShown = true
    Console.note(Array("\r\u{1B}[Ktrema: \(progress.percent) % read".utf8))
  }

  func clear() {
    guard isShown else { return }
    isShown = false
    Console.note(Array("\r\u{1B}[K".utf8))
  }
}
