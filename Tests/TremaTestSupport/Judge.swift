import Foundation

/// A program that knows the truth: a compiler or a validator that is not ours.
public struct Judge: Sendable {
  public let name: String
  /// The package that has it, for the message when it is missing.
  public let package: String

  public init(name: String, package: String) {
    self.name = name
    self.package = package
  }

  public static let xmllint = Judge(name: "xmllint", package: "libxml2-utils")
  public static let aapt2 = Judge(name: "aapt2", package: "aapt")
  public static let msgfmt = Judge(name: "msgfmt", package: "gettext")
  public static let msgcat = Judge(name: "msgcat", package: "gettext")
  public static let java = Judge(name: "java", package: "default-jdk-headless")
  public static let javac = Judge(name: "javac", package: "default-jdk-headless")
  public static let kotlinc = Judge(name: "kotlinc", package: "kotlin")
  public static let python = Judge(name: "python3", package: "python3")
  /// With the packages of Scripts/requirements.txt.
  public static let environmentPython = Judge(
    name: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".venv/bin/python").path,
    package: "the virtual environment of Scripts/setup")
  public static let git = Judge(name: "git", package: "git")
  public static let bash = Judge(name: "bash", package: "bash")
  public static let unzip = Judge(name: "unzip", package: "unzip")
  public static let sha256sum = Judge(name: "sha256sum", package: "coreutils")
  public static let chromium = Judge(name: "chromium", package: "chromium")
  public static let plutil = Judge(name: "plutil", package: "the Swift toolchain")

  public struct Verdict: Sendable {
    public var status: Int32
    public var output: [UInt8]
    public var errors: [UInt8]

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var complaint: String { String(decoding: errors, as: UTF8.self) }
  }

  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs the program to its end. Output goes through files, so that no pipe can fill up.
  ///
  /// - Throws: when the program is not there; a missing judge fails the test.
  public func run(
    _ arguments: [String], input: [UInt8] = [], in folder: TemporaryFolder? = nil
  ) throws -> Verdict {
    let process = Process()
    guard let path = Self.path(of: name) else {
      throw Missing(description: "\(name) is not installed; it is part of \(package) (make setup)")
    }
    let own = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
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

  /// The same for one that takes long: a thread of its own waits for it, not one of the few that all
  /// tests share.
  public func runAside(
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
