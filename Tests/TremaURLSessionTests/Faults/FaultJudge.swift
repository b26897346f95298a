import Foundation

/// `URLSessionJudge`: requests in a process that may end.
enum FaultJudge {
  /// The result of one case.
  struct Line: Decodable {
    let number: Int
    let seconds: Double?
    let complaint: String?
    let status: Int?
    let text: String?
    let error: String?
  }

  struct Run {
    /// The results of the finished cases.
    let lines: [Line]
    /// The case during which the process ended.
    let crashed: Int?
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "URLSessionJudge").path)
      ?? "URLSessionJudge"
  }()

  /// - Parameter launcher: A command that gets the judge and its arguments as its last ones.
  static func run(_ arguments: [String], by launcher: [String] = []) async throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = launcher + [path] + arguments
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.lowercased().hasSuffix("_proxy")
    }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    return try await withCheckedThrowingContinuation { continuation in
      // Waiting for it would take a thread from all tests.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try process.run()
            let written = try output.fileHandleForReading.readToEnd() ?? Data()
            let said = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let lines = try written.split(separator: UInt8(ascii: "\n")).map {
              try JSONDecoder().decode(Line.self, from: $0)
            }
            let ended = lines.filter { $0.seconds != nil }
            if process.terminationReason == .uncaughtSignal, let last = lines.last {
              return Run(lines: ended, crashed: last.seconds == nil ? last.number : nil)
            }
            guard process.terminationStatus == 0 else {
              throw Failure(description: String(decoding: said, as: UTF8.self))
            }
            return Run(lines: ended, crashed: nil)
          })
      }
    }
  }
}
