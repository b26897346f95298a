import Foundation
import TremaLock

/// `URLSessionJudge`: one request, in a process that may end.
struct FaultJudge: Decodable, Equatable {
  var status: Int?
  var length: Int?
  var error: String?
  var seconds: Double

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "URLSessionJudge").path)
      ?? "URLSessionJudge"
  }()

  /// - Returns: nil when the process was ended by a signal.
  static func send(_ arguments: [String]) async throws -> FaultJudge? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.lowercased().hasSuffix("_proxy")
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      // Waiting for it would take a thread from all tests.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try process.run()
            let line = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { return nil }
            return try JSONDecoder().decode(FaultJudge.self, from: line)
          })
      }
    }
  }
}
