import Foundation

/// Measures the cost of processes with the `measure` executable, in the same folder as this one.
enum Measurement {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The cost of one run of a command, or the medians of multiple runs, each value by itself.
  struct Cost {
    /// Seconds of CPU time, user and system.
    var cpu: Double
    /// Wall time in seconds.
    var wall: Double
    /// Peak memory in bytes.
    var memory = 0.0
    /// The number of context switches.
    var switches = 0.0
    /// The exit status; 128 plus the number of the signal that ended the process.
    var status = 0

    static func - (a: Cost, b: Cost) -> Cost {
      Cost(cpu: a.cpu - b.cpu, wall: a.wall - b.wall, switches: a.switches - b.switches)
    }

    static func / (a: Cost, number: Double) -> Cost {
      Cost(cpu: a.cpu / number, wall: a.wall / number, switches: a.switches / number)
    }
  }

  /// A command and its expected exit status.
  struct Subject {
    var command: [String]
    var folder: URL
    var input = "/dev/null"
    var output = "/dev/null"
    var errors = "/dev/null"
    /// The expected exit status; `nil` accepts any.
    var status: Int? = 0
    /// The limit of CPU time in seconds, after which the process is killed.
    var limit = 600
    /// The setup before each run, which is not measured.
    var prepare: () throws -> Void = {}
  }

  /// Returns the median of each value by itself.
  static func medians(_ costs: [Cost]) -> Cost {
    Cost(
      cpu: median(costs.map(\.cpu)), wall: median(costs.map(\.wall)),
      memory: median(costs.map(\.memory)), switches: median(costs.map(\.switches)))
  }

  /// Returns the median of the ratios between each run and the reference's run in the same turn.
  static func ratio(
    _ costs: [Cost], to reference: [Cost], _ part: (Cost) -> Double = { $0.cpu }
  ) -> Double {
    median(zip(costs, reference).map { part($0) / part($1) })
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// Runs commands alternately so that other load and the processor's current speed affect all of
  /// them. The order is reversed in every second turn.
  ///
  /// - Returns: The costs of each command, turn by turn.
  static func turns(_ subjects: [Subject], runs: Int) throws -> [[Cost]] {
    var costs = [[Cost]](repeating: [], count: subjects.count)
    for run in 0..<runs {
      let order = Array(subjects.indices)
      for index in run % 2 == 0 ? order : order.reversed() {
        costs[index].append(try cost(of: subjects[index]))
      }
    }
    return costs
  }

  /// Returns the cost of one run.
  static func cost(of subject: Subject) throws -> Cost {
    try subject.prepare()
    let words = try output(
      [
        Tools.beside("measure"), subject.folder.path, "\(subject.limit)", subject.input,
        subject.output, subject.errors,
      ] + subject.command
    ).split(separator: " ")
    guard words.count == 5, let status = Int(words[0]) else {
      throw Failure(description: "\(subject.command.joined(separator: " ")) cannot be measured")
    }
    if let expected = subject.status, status != expected {
      throw Failure(
        description:
          "\(subject.command.joined(separator: " ")) exited with \(status) instead of \(expected)")
    }
    let numbers = words.compactMap { Double($0) }
    return Cost(
      cpu: numbers[1], wall: numbers[2], memory: numbers[3], switches: numbers[4], status: status)
  }

  /// Returns the medians of multiple runs of a command.
  static func cost(
    _ command: [String], in folder: URL = FileManager.default.temporaryDirectory, runs: Int = 5,
    before prepare: @escaping () throws -> Void = {}
  ) throws -> Cost {
    let subject = Subject(command: command, folder: folder, prepare: prepare)
    return medians(try (0..<runs).map { _ in try cost(of: subject) })
  }

  /// Returns the standard output of a command, without trailing line feeds.
  static func output(_ command: [String], in folder: URL? = nil) throws -> String {
    let pipe = Pipe()
    let process = try start(command, in: folder, output: pipe)
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    try finish(process, command)
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Runs a command without measuring it.
  static func run(_ command: [String], in folder: URL? = nil) throws {
    try finish(start(command, in: folder, output: FileHandle.nullDevice), command)
  }

  private static func start(
    _ command: [String], in folder: URL?, output: Any
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func finish(_ process: Process, _ command: [String]) throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(command.joined(separator: " ")) exited with \(process.terminationStatus)")
    }
  }
}
