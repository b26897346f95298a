import Foundation
import TremaTestSupport

/// `KeyValueJudge`: a user of a store, in a process of its own.
enum StoreJudge {
  static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return tests?.deletingLastPathComponent().appending(path: "KeyValueJudge").path
      ?? "KeyValueJudge"
  }()

  static let judge = Judge(name: path, package: "this package")

  /// A process that runs until it is asked to exit.
  final class Running: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let end = DispatchSemaphore(value: 0)

    init(_ arguments: [String]) throws {
      process.executableURL = URL(fileURLWithPath: StoreJudge.path)
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      // waitUntilExit() may notice the end half a second later.
      process.terminationHandler = { [end] _ in end.signal() }
      try process.run()
      // Otherwise it would stay open here after the process has ended.
      try? output.fileHandleForWriting.close()
    }

    func read(_ count: Int) -> String {
      String(decoding: output.fileHandleForReading.readData(ofLength: count), as: UTF8.self)
    }

    /// - Returns: The output that was not read yet.
    func finish() -> String {
      try? input.fileHandleForWriting.close()
      let rest = output.fileHandleForReading.readDataToEndOfFile()
      end.wait()
      return String(decoding: rest, as: UTF8.self)
    }

    func kill() -> (output: String, wasKilled: Bool) {
      Foundation.kill(process.processIdentifier, SIGKILL)
      let output = finish()
      return (output, process.terminationReason == .uncaughtSignal)
    }
  }
}

/// Runs a blocking operation on a thread of its own, not on one of the few that all tests share.
func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
