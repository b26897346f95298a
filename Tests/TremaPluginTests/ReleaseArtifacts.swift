import Foundation
import TremaTestSupport

/// The files of a release, which `Scripts/package` makes from the debug build of the command.
struct ReleaseArtifacts {
  struct Run {
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The command that was built together with the tests.
  static let command: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "trema").path) ?? "trema"
  }()

  /// Two releases of the same commit, under different umasks. They are made once for all tests.
  static let first = Result { try ReleaseArtifacts("first", umask: "022") }
  static let second = Result { try ReleaseArtifacts("second", umask: "077") }

  let folder: URL
  let key: URL

  private init(_ name: String, umask: String) throws {
    let place = Self.root.appending(path: ".build/release tests")
    folder = place.appending(path: name)
    key = place.appending(path: "key.pem")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: key.path) {
      try Self.succeed(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key.path])
    }
    try Self.succeed(
      ["bash", "-c", "umask \(umask); exec \"$@\"", "bash"] + Self.package + [
        "--executable", Self.command, "--output", folder.path, "--key", key.path,
        "--maintainer", "Trema <trema@debian.org>",
      ])
  }

  static let package = [root.appending(path: "Scripts/package").path]

  /// The names of the files, in their order.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Returns the path of the first file whose name has a suffix and contains a word.
  func path(_ suffix: String, containing word: String = "") throws -> String {
    let matches = try names.filter { $0.hasSuffix(suffix) && (word.isEmpty || $0.contains(word)) }
    guard let name = matches.first else {
      throw Failure(description: "no file '…\(suffix)' in \(folder.path)")
    }
    return folder.appending(path: name).path
  }

  /// Runs a program. A missing one fails the test.
  @discardableResult
  static func run(_ words: [String], in folder: URL? = nil) throws -> Run {
    let own = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder ?? own.url
    var environment = ProcessInfo.processInfo.environment
    environment["TREMA_SIGNING_KEY"] = nil
    process.environment = environment
    for name in ["out", "err"] { try own.write([], to: name) }
    process.standardOutput = try FileHandle(forWritingTo: own.url.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: own.url.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus,
      output: String(decoding: try own.read("out"), as: UTF8.self),
      errors: String(decoding: try own.read("err"), as: UTF8.self))
  }

  /// Runs a program and returns its output.
  ///
  /// - Throws: If it fails.
  @discardableResult
  static func succeed(_ words: [String], in folder: URL? = nil) throws -> String {
    let run = try run(words, in: folder)
    guard run.status == 0 else {
      throw Failure(description: "\(words): status \(run.status)\n\(run.output)\(run.errors)")
    }
    return run.output
  }
}
