import Foundation
import Testing

/// `CurlJudge`: one request, in a process with variables and files of its own.
enum CurlJudge {
  private static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "CurlJudge").path) ?? "CurlJudge"
  }()

  /// - Parameters:
  ///   - variables: Set beside those of the tests; proxy variables are not inherited.
  ///   - surroundings: A command that precedes the process's own and finally executes it.
  /// - Returns: The output: `200 127.0.0.1:80`, or the kind of an error.
  static func send(
    _ arguments: [String], variables: [String: String] = [:], in surroundings: [String] = []
  ) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = surroundings + [path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.lowercased().hasSuffix("_proxy") }
      .merging(variables) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let (words, complaint) = try await withCheckedThrowingContinuation { continuation in
      // Waiting for it would take a thread from all tests.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try process.run()
            let words = try output.fileHandleForReading.readToEnd() ?? Data()
            let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (words, complaint)
          })
      }
    }
    if process.terminationStatus != 0 {
      Issue.record("\(arguments): \(String(decoding: complaint, as: UTF8.self))")
    }
    return String(decoding: words, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
