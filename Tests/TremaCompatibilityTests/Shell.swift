import Foundation
import Testing

/// An empty folder and commands that run in it.
struct Shell: ~Copyable {
  let folder: URL

  struct Result: Equatable {
    var status: Int32
    var output: String
    var error: String
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "compatibility-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }

  func files(in path: String) throws -> [String] {
    try Self.files(below: folder.appending(path: path))
  }

  /// The paths of the files below a folder, sorted.
  static func files(below base: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: base.path()).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: base.appending(path: name).path(), isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  func run(_ program: String, _ arguments: [String], input: [UInt8]? = nil) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    // Files, not pipes, which would have to be read while the program writes.
    if let input {
      try write(input, to: ".input")
      process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: ".input"))
    }
    for name in [".output", ".error"] { try write([], to: name) }
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: ".output"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: ".error"))
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try read(".output"), error: try read(".error"))
  }

  /// The command: the value of `TREMA_EXECUTABLE`, for example a release build, or else the command
  /// that was built together with the tests.
  var tool: URL {
    get throws {
      if let path = ProcessInfo.processInfo.environment["TREMA_EXECUTABLE"] {
        return URL(filePath: path)
      }
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = try #require(bundle?.bundleURL ?? Bundle.main.executableURL)
      return tests.deletingLastPathComponent().appending(path: "trema")
    }
  }

  func trema(_ arguments: String...) throws -> Result { try run(tool.path(), arguments) }
}
