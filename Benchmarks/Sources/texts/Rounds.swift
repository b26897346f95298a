import Foundation

/// Returns the CPU time of all threads in this process, in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Measures several ways alternately so that other load affects all of them.
struct Rounds {
  struct Way {
    let name: String
    let calls: Int
    let run: () -> Int
  }

  private var ways: [Way] = []

  /// Adds a way, unless the arguments select others.
  ///
  /// - Parameter run: Makes `calls` calls, and returns the same value each time.
  mutating func add(_ name: String, calls: Int, _ run: @escaping () -> Int) {
    let chosen = CommandLine.arguments.dropFirst(2)
    guard chosen.isEmpty || chosen.contains(name) else { return }
    ways.append(Way(name: name, calls: calls, run: run))
  }

  /// Prints a `NAME NANOSECONDS` line, the median over the rounds, for each way.
  func print(rounds: Int = 11) {
    let expected = ways.map { $0.run() }
    var times = ways.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() {
        let start = processorTime()
        let sum = way.run()
        times[index].append((processorTime() - start) / Double(way.calls))
        precondition(sum == expected[index], "the result of \(way.name) changed")
      }
    }
    for (way, times) in zip(ways, times) {
      Swift.print(way.name, times.sorted()[times.count / 2])
    }
  }
}

/// Runs `work` on multiple threads and waits for them.
///
/// - Parameter work: Receives the number of the thread, starting at 0.
/// - Returns: The wall time and the CPU time of all threads, in nanoseconds.
func together(_ threads: Int, _ work: @escaping @Sendable (Int) -> Void) -> (
  wall: Double, cpu: Double
) {
  let done = DispatchSemaphore(value: 0)
  let (start, clock) = (processorTime(), ContinuousClock.now)
  for number in 0..<threads {
    Thread {
      work(number)
      done.signal()
    }.start()
  }
  for _ in 0..<threads { done.wait() }
  let wall = (ContinuousClock.now - clock) / .nanoseconds(1)
  return (wall, processorTime() - start)
}
