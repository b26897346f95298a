import Foundation

/// An independent program that decides: a compiler or a validator.
package struct Judge: Sendable {
  package let name: String
  /// The package that contains it, for the message when it is missing.
  package let package: String
  /// Options before those of a call.
  private let options: [String]

  package init(name: String, package: String, options: [String] = []) {
    self.name = name
    self.package = package
    self.options = options
  }

  package static let xmllint = Judge(name: "xmllint", package: "libxml2-utils")
  package static let aapt2 = Judge(name: "aapt2", package: "aapt")
  package static let msgfmt = Judge(name: "msgfmt", package: "gettext")
  package static let msgcat = Judge(name: "msgcat", package: "gettext")
  /// Options of the Java virtual machine for programs that run for seconds. The second compiler and
  /// the threads of the default garbage collector would use more time than they save: without them,
  /// two small files take kotlinc 2.8 instead of 5.6 seconds of processor time.
  private static let shortRun = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
  package static let java = Judge(
    name: "java", package: "default-jdk-headless", options: shortRun)
  package static let javac = Judge(
    name: "javac", package: "default-jdk-headless", options: shortRun.map { "-J\($0)" })
  package static let kotlinc = Judge(
    name: "kotlinc", package: "kotlin", options: shortRun.map { "-J\($0)" })
  package static let python = Judge(name: "python3", package: "python3")
  /// The Python with the packages of Scripts/requirements.txt.
  package static let environmentPython = Judge(
    name: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".venv/bin/python").path,
    package: "the virtual environment of Scripts/setup")
  package static let git = Judge(name: "git", package: "git")
  package static let bash = Judge(name: "bash", package: "bash")
  package static let unzip = Judge(name: "unzip", package: "unzip")
  package static let sha256sum = Judge(name: "sha256sum", package: "coreutils")
  package static let chromium = Judge(name: "chromium", package: "chromium")
  package static let plutil = Judge(name: "plutil", package: "the Swift toolchain")

  package struct Verdict: Sendable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var complaint: String { String(decoding: errors, as: UTF8.self) }
  }

  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs the program to its end. Output is written to files, so that no pipe can fill up.
  ///
  /// - Throws: If the program is missing; a missing judge fails the test.
  package func run(
    _ arguments: [String], input: [UInt8] = [], in folder: TemporaryFolder? = nil
  ) throws -> Verdict {
    let process = Process()
    guard let path = Self.path(of: name) else {
      throw Missing(description: "\(name) is not installed; it is part of \(package) (make setup)")
    }
    let own = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = options + arguments
    process.currentDirectoryURL = (folder ?? own).url
    try own.write(input, to: "in")
    try own.write([], to: "out")
    try own.write([], to: "err")
    process.standardInput = try FileHandle(forReadingFrom: own.url.appendingPathComponent("in"))
    process.standardOutput = try FileHandle(forWritingTo: own.url.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: own.url.appendingPathComponent("err"))
    try process.run()
    process.waitUntilExit()
    return Verdict(
      status: process.terminationStatus, output: try own.read("out"), errors: try own.read("err"))
  }

  /// Runs a slow program: a thread of its own waits for it, not one of the few that all tests
  /// share.
  package func runAside(
    _ arguments: [String], input: [UInt8] = [], in folder: TemporaryFolder? = nil
  ) async throws -> Verdict {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try run(arguments, input: input, in: folder) })
      }
    }
  }

  static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let places =
      name.hasPrefix("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
    return
      places
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
