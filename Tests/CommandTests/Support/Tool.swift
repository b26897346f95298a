import Foundation
import TremaTestSupport

/// The command, run as a process.
enum Tool {
  struct Result: Equatable, Sendable {
    /// The exit status, or the negated signal that ended the process.
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  private static let replacement = ProcessInfo.processInfo.environment["TREMA_EXECUTABLE"]

  /// Whether the tests run a release build, which `TREMA_EXECUTABLE` names, instead of the command
  /// that was built together with them.
  static let isOptimized = replacement != nil

  static let path: String = {
    if let replacement { return replacement }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "trema").path) ?? "trema"
  }()

  /// Runs `trema` in a folder, to its end.
  ///
  /// - Parameters:
  ///   - input: Standard input; empty by default.
  ///   - shell: A script that runs the command as `"$@"`, to change its environment: `exec "$@"
  /// >&-`.
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
    let caches = environment["XDG_CACHE_HOME"]
    var environment = environment
    // Variables that change the results are set by a test, in any environment of the tests.
    for (name, value) in ProcessInfo.processInfo.environment
    where !["CI", "NO_COLOR"].contains(name) {
      environment[name] = environment[name] ?? value
    }
    // A backtrace for each signal that ends it would only cost time.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let streams = try TemporaryFolder()
    // A cache that survives a call is requested by a test.
    environment["XDG_CACHE_HOME"] = caches ?? "\(streams.path)/caches"
    let words =
      shell.map { ["/bin/bash", "-c", $0, "bash", path] + arguments } ?? [path] + arguments
    try streams.write(input, to: "in")
    // posix_spawn has no working directory that Swift could use.
    let start = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path]
    let identifier = try spawn(start + words, environment, streams: streams.path)
    return RunningTool(identifier, words, streams)
  }

  /// Foundation's Process crashes now and then when many threads start one, and cannot set the
  /// signals that the child begins with: those that the thread of a test has blocked would stay so.
  private static func spawn(
    _ words: [String], _ environment: [String: String], streams: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Files, not pipes, which would have to be read while the command writes.
    posix_spawn_file_actions_addopen(&actions, 0, "\(streams)/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "\(streams)/out", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "\(streams)/err", O_WRONLY | O_CREAT, 0o600)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in arguments + variables { free(copy) } }
    var identifier = pid_t()
    let error = posix_spawn(
      &identifier, words[0], &actions, &attributes, &arguments, &variables)
    guard error == 0 else {
      throw Failure(description: "cannot start \(words[0]): \(String(cString: strerror(error)))")
    }
    return identifier
  }
}

/// A command at work.
struct RunningTool {
  let identifier: pid_t
  private let command: [String]
  private let streams: TemporaryFolder

  init(_ identifier: pid_t, _ words: [String], _ streams: TemporaryFolder) {
    self.identifier = identifier
    command = words
    self.streams = streams
  }

  /// Whether the process has ended, and only its result is left.
  var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) != 0
      || information.si_signo == SIGCHLD
  }

  /// The text written so far to standard output and to standard error.
  var words: (output: String, errors: String) {
    get throws {
      (
        String(decoding: try streams.read("out"), as: UTF8.self),
        String(decoding: try streams.read("err"), as: UTF8.self)
      )
    }
  }

  /// - Throws: If it does not end within ten minutes, which no test approaches on any machine.
  func wait() throws -> Tool.Result {
    var status: Int32 = 0
    let deadline = Date(timeIntervalSinceNow: 600)
    while waitpid(identifier, &status, WNOHANG) == 0 {
      if Date() > deadline {
        kill(identifier, SIGKILL)
        waitpid(identifier, &status, 0)
        throw Tool.Failure(description: "does not end: \(command)")
      }
      usleep(1000)
    }
    let signal = status & 0x7F
    let (output, errors) = try words
    return Tool.Result(
      status: signal == 0 ? status >> 8 & 0xFF : -signal, output: output, errors: errors)
  }
}
