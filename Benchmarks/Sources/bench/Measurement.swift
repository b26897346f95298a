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
    /// How often one of its threads made room for another one.
    var switches = 0.0

    static func - (a: Cost, b: Cost) -> Cost {
      Cost(cpu: a.cpu - b.cpu, wall: a.wall - b.wall, switches: a.switches - b.switches)
    }

    static func / (a: Cost, number: Double) -> Cost {
      Cost(cpu: a.cpu / number, wall: a.wall / number, switches: a.switches / number)
    }
  }

  /// Of each part by itself.
  static func medians(_ costs: [Cost]) -> Cost {
    func median(_ part: (Cost) -> Double) -> Double { costs.map(part).sorted()[costs.count / 2] }
    return Cost(cpu: median(\.cpu), wall: median(\.wall), switches: median(\.switches))
  }

  /// Runs a command several times.
  static func cost(
    _ command: [String], in folder: URL? = nil, runs: Int = 5,
    before prepare: () throws -> Void = {}
  ) throws -> Cost {
    var costs: [Cost] = []
    for _ in 0..<runs {
      try prepare()
      let (start, clock) = (ofChildren(), ContinuousClock.now)
      try run(command, in: folder)
      var cost = ofChildren() - start
      cost.wall = (ContinuousClock.now - clock) / .seconds(1)
      costs.append(cost)
    }
    return medians(costs)
  }

  /// The most bytes that a command has in memory.
  static func memory(_ command: [String]) throws -> Int {
    // The most of all children so far would be that of another one: a shell has this one alone.
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "python3", "-c",
        "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); "
          + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)",
      ] + command
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard process.terminationStatus == 0, let last = words.last, let pages = Int(last) else {
      throw Failure(description: "\(command.joined(separator: " ")) cannot be measured")
    }
    // Linux counts in KiB, Darwin in bytes.
    #if canImport(Darwin)
      return pages
    #else
      return pages << 10
    #endif
  }

  /// What a command says, without the end of its last line.
  static func output(_ command: [String]) throws -> String {
    let pipe = Pipe()
    try run(command, output: pipe)
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// - Parameter output: takes no more than a pipe holds; nil is nowhere.
  static func run(_ command: [String], in folder: URL? = nil, output: Pipe? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    process.standardOutput = output ?? FileHandle.nullDevice as Any
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = command.joined(separator: " ")
      throw Failure(description: "\(words) ended with \(process.terminationStatus)")
    }
  }

  /// What all processes cost that have ended; nothing is known of the wall.
  private static func ofChildren() -> Cost {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    let cpu = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return Cost(cpu: cpu, wall: 0, switches: Double(usage.ru_nvcsw + usage.ru_nivcsw))
  }
}
