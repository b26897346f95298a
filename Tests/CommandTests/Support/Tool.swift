import Foundation
import TremaTestSupport

/// The command that was built together with the tests, run as a process.
enum Tool {
  struct Result: Equatable, Sendable {
    /// What it exited with; the negated signal when one ended it.
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "trema").path) ?? "trema"
  }()

  /// Runs `trema` in a folder, to its end.
  ///
  /// - Parameters:
  ///   - input: standard input; nothing unless given.
  ///   - shell: a script that runs the command as `"$@"`, to bend its surroundings: `exec "$@" >&-`.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: [UInt8] = [], shell: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    try start(arguments, in: folder, input: input, shell: shell, environment: environment).wait()
  }

  static func run(
    _ arguments: String..., in folder: TemporaryFolder, input: [UInt8] = [], shell: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, in: folder, input: input, shell: shell, environment: environment)
  }

  static func start(
    _ arguments: [String], in folder: TemporaryFolder, input: [UInt8] = [], shell: String? = nil,
    environment: [String: String] = [:]
  ) throws -> RunningTool {
    let process = Process()
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", shell, "bash", path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }
      // A report of each signal that ends it would only cost time.
      .merging(["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }) { $1 }
    // Files, not pipes: nobody has to read while the command writes.
    let streams = try TemporaryFolder()
    try streams.write(input, to: "in")
    for name in ["out", "err"] { try streams.write([], to: name) }
    func handle(_ name: String) -> URL { streams.url.appendingPathComponent(name) }
    process.standardInput = try FileHandle(forReadingFrom: handle("in"))
    process.standardOutput = try FileHandle(forWritingTo: handle("out"))
    process.standardError = try FileHandle(forWritingTo: handle("err"))
    return try RunningTool(process, streams)
  }
}

/// A command at work.
final class RunningTool: Sendable {
  private let process: Process
  private let streams: TemporaryFolder
  private let isDone = DispatchSemaphore(value: 0)

  init(_ process: Process, _ streams: TemporaryFolder) throws {
    self.process = process
    self.streams = streams
    process.terminationHandler = { [isDone] _ in isDone.signal() }
    // Threads of a test may block signals, and a child inherits that.
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }

  /// - Throws: when it does not end within a minute or two.
  func wait() throws -> Tool.Result {
    guard isDone.wait(timeout: .now() + 120) == .success else {
      kill(identifier, SIGKILL)
      throw Tool.Failure(description: "still running: \(process.arguments ?? [])")
    }
    let status = process.terminationStatus
    return Tool.Result(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: String(decoding: try streams.read("out"), as: UTF8.self),
      errors: String(decoding: try streams.read("err"), as: UTF8.self))
  }
}
