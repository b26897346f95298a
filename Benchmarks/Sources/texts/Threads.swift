import TremaLocalization

/// The same work on one thread and on eight, by turns.
struct Threads {
  static let most = 8

  private struct Way {
    let name: String
    /// How often the work of one turn asks, all threads together.
    let calls: Int
    /// Gets how many times it is to be done, and the number of its thread.
    let work: @Sendable (_ laps: Int, _ thread: Int) -> Void
    var one: [(wall: Double, cpu: Double)] = []
    var eight: [(wall: Double, cpu: Double)] = []
  }

  private static let laps = 20

  private var ways: [Way] = []

  /// Texts under keys, asked for by each thread from another one on.
  ///
  /// Each thread has keys of its own memory: those of an app are in its code, and references to
  /// them are not counted. Keys that threads share make them wait for each other before a text is
  /// asked for.
  ///
  /// - Parameter turns: how often the keys are gone through in a lap.
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
      precondition(sum > 0, "nothing was found")
    }
  }

  /// Work that touches no memory: what the machine itself makes of eight threads.
  mutating func addArithmetic(_ name: String, calls: Int) {
    add(name, calls: calls) { laps, thread in
      var number = UInt64(thread + 1)
      for _ in 0..<laps * calls * 40 { number = (number ^ (number >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
      precondition(number != 0, "what is not 0 does not become 0")
    }
  }

  private mutating func add(
    _ name: String, calls: Int, _ work: @escaping @Sendable (_ laps: Int, _ thread: Int) -> Void
  ) {
    ways.append(Way(name: name, calls: calls, work: work))
  }

  /// Prints `NAME.wall.1 NANOSECONDS`, the median of the rounds, and so on, for each way.
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
