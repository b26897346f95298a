import Foundation

/// CPU time of whole processes, user and system together.
enum Measurement {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a command costs: medians of several runs, which need not be of the same run.
  struct Cost {
    /// Seconds of CPU time.
    var cpu: Double
    /// Seconds from its start to its end.
    var wall: Double
  }

  /// Runs a command several times.
  static func cost(
    _ command: [String], in folder: URL? = nil, runs: Int = 5,
    before prepare: () throws -> Void = {}
  ) throws -> Cost {
    var (cpu, wall): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      try prepare()
      let (start, clock) = (childSeconds(), ContinuousClock.now)
      try run(command, in: folder)
      wall.append((ContinuousClock.now - clock) / .seconds(1))
      cpu.append(childSeconds() - start)
    }
    return Cost(cpu: cpu.sorted()[runs / 2], wall: wall.sorted()[runs / 2])
  }

  static func run(_ command: [String], in folder: URL? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = command.joined(separator: " ")
      throw Failure(description: "\(words) ended with \(process.terminationStatus)")
    }
  }

  private static func childSeconds() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
