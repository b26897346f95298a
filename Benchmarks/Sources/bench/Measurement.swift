import Foundation

/// The cost of whole processes, each measured by `measure`, which is beside this program.
enum Measurement {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The cost of a run of a command; or medians of several, which need not be of the same run.
  struct Cost {
    /// Seconds of CPU time, user and system.
    var cpu: Double
    /// Seconds from its start to its end.
    var wall: Double
    /// The most bytes that it had in memory.
    var memory = 0.0
    /// How often one of its threads made room for another one.
    var switches = 0.0
    /// How it ended; a signal is 128 and its number.
    var status = 0

    static func - (a: Cost, b: Cost) -> Cost {
      Cost(cpu: a.cpu - b.cpu, wall: a.wall - b.wall, switches: a.switches - b.switches)
    }

    static func / (a: Cost, number: Double) -> Cost {
      Cost(cpu: a.cpu / number, wall: a.wall / number, switches: a.switches / number)
    }
  }

  /// A command, and how it is to end.
  struct Subject {
    var command: [String]
    var folder: URL
    var input = "/dev/null"
    var output = "/dev/null"
    var errors = "/dev/null"
    /// Nil is however it likes.
    var status: Int? = 0
    /// More seconds of CPU time than this end it.
    var limit = 600
    /// Done before each run, and not measured.
    var prepare: () throws -> Void = {}
  }

  /// Returns the median of each part by itself.
  static func medians(_ costs: [Cost]) -> Cost {
    Cost(
      cpu: median(costs.map(\.cpu)), wall: median(costs.map(\.wall)),
      memory: median(costs.map(\.memory)), switches: median(costs.map(\.switches)))
  }

  /// The median of what each run cost, divided by what the run of the yardstick in the same turn did.
  static func ratio(
    _ costs: [Cost], to yardstick: [Cost], _ part: (Cost) -> Double = { $0.cpu }
  ) -> Double {
    median(zip(costs, yardstick).map { part($0) / part($1) })
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// Runs some commands by turns: what else the machine does, and how fast it is just now, is then the same
  /// for all of them. Who is first in one turn is last in the next.
  ///
  /// - Returns: the costs of each, turn by turn.
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
          "\(subject.command.joined(separator: " ")) ended with \(status), not \(expected)")
    }
    let numbers = words.compactMap { Double($0) }
    return Cost(
      cpu: numbers[1], wall: numbers[2], memory: numbers[3], switches: numbers[4], status: status)
  }

  /// Runs a command several times.
  static func cost(
    _ command: [String], in folder: URL = FileManager.default.temporaryDirectory, runs: Int = 5,
    before prepare: @escaping () throws -> Void = {}
  ) throws -> Cost {
    let subject = Subject(command: command, folder: folder, prepare: prepare)
    return medians(try (0..<runs).map { _ in try cost(of: subject) })
  }

  /// Returns the output of a command, without the end of its last line.
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
        description: "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
  }
}
