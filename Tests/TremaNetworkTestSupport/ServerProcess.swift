import Foundation

/// A server that runs as long as this object is referenced, and never longer than this process: its
/// supervisor (`Servers/supervise.py`) reads from a pipe whose other end is not shared.
final class ServerProcess: Sendable {
  /// The server's error output; the server may have ended already.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let lifeline: FileHandle
  let facts: [String: String]

  /// Starts a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - kind: The name of a module in `Servers` without its extension.
  ///   - options: The arguments of the module.
  static func start(
    _ kind: String, options: [String: String] = [:]
  ) async throws -> ServerProcess {
    try await withCheckedThrowingContinuation { continuation in
      // Waiting for it would take a thread from all tests.
      Thread.detachNewThread {
        continuation.resume(with: Result { try ServerProcess(kind, options: options) })
      }
    }
  }

  private init(_ kind: String, options: [String: String]) throws {
    let own = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    let folder = own.appendingPathComponent("Servers")
    let python = own.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".venv/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw Failure(description: "there is no .venv: run make setup")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [
      "-B", folder.appendingPathComponent("supervise.py").path, kind,
      String(decoding: try JSONEncoder().encode(options), as: UTF8.self),
    ]
    let (input, output) = (Pipe(), Pipe())
    // No other child process may inherit it.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    lifeline = input.fileHandleForWriting
    let line = try output.fileHandleForReading.readToEnd() ?? Data()
    guard let facts = try? JSONDecoder().decode([String: String].self, from: line) else {
      throw Failure(
        description: "unexpected output of \(kind): \(String(decoding: line, as: UTF8.self))")
    }
    if let error = facts["error"] { throw Failure(description: "\(kind): \(error)") }
    self.facts = facts
  }

  deinit {
    // There is no remedy for a pipe that does not close.
    try? lifeline.close()
  }

  func fact(_ name: String) throws -> String {
    guard let value = facts[name] else {
      throw Failure(description: "the server did not report '\(name)'")
    }
    return value
  }
}
