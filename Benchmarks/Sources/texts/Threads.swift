import TremaLocalization

/// Measures the same work on one thread and on eight, alternately.
struct Threads {
  static let most = 8

  private struct Way {
    let name: String
    /// The number of calls per lap.
    let calls: Int
    /// The work. Its arguments are the number of laps and the thread's index.
    let work: @Sendable (_ laps: Int, _ thread: Int) -> Void
    var one: [(wall: Double, cpu: Double)] = []
    var eight: [(wall: Double, cpu: Double)] = []
  }

  private static let laps = 20

  private var ways: [Way] = []

  /// Adds text lookups. Each thread starts at a different key.
  ///
  /// Each thread has its own copies of the keys. The keys of an app are literals, which are not
  /// reference-counted. Shared keys would cause contention for their reference counts before the
  /// lookup.
  ///
  /// - Parameter turns: The number of iterations over the keys per lap.
  mutating func add(_ name: String, keys: [String], turns: Int) {
    let ofThread = (0..<Self.most).map { _ in keys.map(TextDictionary.copy) }
    add(name, calls: keys.count * turns) { laps, thread in
      let keys = ofThread[thread]
      let start = thread * keys.count / Self.most
      var sum = 0
      for _ in 0..<laps * turns {
        for index in keys.indices {
          sum += translate(keys[(index + start) % keys.count]).utf8.count
        }
      }
      precondition(sum > 0, "no text was found")
    }
  }

  /// Adds work without memory access, to measure the scaling of the machine itself.
  mutating func addArithmetic(_ name: String, calls: Int) {
    add(name, calls: calls) { laps, thread in
      var number = UInt64(thread + 1)
      for _ in 0..<laps * calls * 40 { number = (number ^ (number >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
      precondition(number != 0, "the generator reached 0")
    }
  }

  private mutating func add(
    _ name: String, calls: Int, _ work: @escaping @Sendable (_ laps: Int, _ thread: Int) -> Void
  ) {
    ways.append(Way(name: name, calls: calls, work: work))
  }

  /// Prints a `NAME.wall.1 NANOSECONDS` line, the median over the rounds, and so on for each way.
  mutating func print(rounds: Int = 7) {
    for _ in 0..<rounds {
      for index in ways.indices {
        let work = ways[index].work
        ways[index].one.append(together(1) { work(Self.most * Self.laps, $0) })
        ways[index].eight.append(together(Self.most) { work(Self.laps, $0) })
      }
    }
    for way in ways {
      let count = Double(Self.most * Self.laps * way.calls)
      func print(_ kind: String, _ values: [Double]) {
        Swift.print("\(way.name).\(kind)", values.sorted()[values.count / 2] / count)
      }
      print("wall.1", way.one.map(\.wall))
      print("wall.8", way.eight.map(\.wall))
      print("cpu.1", way.one.map(\.cpu))
      print("cpu.8", way.eight.map(\.cpu))
    }
  }
}
