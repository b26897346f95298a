import Foundation

/// A package of an app that uses the plugins, with spaces in all its paths.
///
/// Each test begins with the original files. Build products are kept, and files that are unchanged are not written, so
/// that only the first build is slow.
struct AppPackage {
  struct Run {
    var status: Int32
    /// Standard output and standard error in order.
    var output: String
    /// Whether a signal has ended it.
    var hasCrashed = false

    /// Returns whether the plugin's command ran for a target.
    func generatedTexts(for target: String) -> Bool {
      output.contains("Generating texts for \(target)")
    }

    /// The lines that contain a word.
    func lines(with word: String) -> [String] {
      output.split(separator: "\n").map(String.init).filter { $0.contains(word) }
    }
  }

  let folder: URL
  private let scratch: URL

  /// - Parameter buildFolder: The name of the folder of the build products.
  init(buildFolder: String = "build folder") throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let place = root.appending(path: ".build/plugin tests")
    scratch = place.appending(path: buildFolder)
    folder = place.appending(path: "My App")
    let files = FileManager.default
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    try Self.restore(tests.appending(path: "Fixtures/App"), in: folder)
    // SwiftPM never removes a language from a bundle.
    for bundle in try bundles() { try files.removeItem(at: bundle) }
  }

  /// Makes a folder equal to another one.
  private static func restore(_ original: URL, in folder: URL) throws {
    let files = FileManager.default
    let paths = try files.subpathsOfDirectory(atPath: original.path)
    if files.fileExists(atPath: folder.path) {
      for path in try files.subpathsOfDirectory(atPath: folder.path) where !paths.contains(path) {
        // A folder may have been removed before the files in it.
        let place = folder.appending(path: path)
        if files.fileExists(atPath: place.path) { try files.removeItem(at: place) }
      }
    }
    for path in paths {
      let (source, place) = (original.appending(path: path), folder.appending(path: path))
      guard let contents = files.contents(atPath: source.path) else {
        // A folder has no contents of its own.
        try files.createDirectory(at: place, withIntermediateDirectories: true)
        continue
      }
      if files.contents(atPath: place.path) != contents { try contents.write(to: place) }
    }
  }

  func replace(_ old: String, by new: String, in path: String) throws {
    let file = folder.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    guard text.contains(old) else { throw Missing(text: old, path: path) }
    try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
  }

  func write(_ text: String, to path: String) throws {
    try text.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
  }

  /// Removes the build products, so that the next build is complete.
  func removeBuildFolder() throws {
    guard FileManager.default.fileExists(atPath: scratch.path) else { return }
    try FileManager.default.removeItem(at: scratch)
  }

  /// Builds the app. Without a product, SwiftPM would also build the modules of the command that no
  /// app uses.
  ///
  /// Repeats the build if SwiftPM itself crashes, which it does now and then in libdispatch (seen
  /// with Swift 6.3.1). A crash of the plugin or of the command does not count.
  func build() throws -> Run {
    let run = try swift("build", "--product", "App")
    return run.hasCrashed ? try swift("build", "--product", "App") : run
  }

  /// Returns the output of the built app.
  func run() throws -> Run { try start(scratch.appending(path: "debug/App")) }

  /// The folders of languages in the built bundle of a target.
  func languages(of target: String) throws -> [String] {
    try bundles().filter { $0.lastPathComponent.hasPrefix("App_\(target).") }
      .flatMap { try FileManager.default.contentsOfDirectory(atPath: $0.path) }
      .filter { $0.hasSuffix(".lproj") }.sorted()
  }

  private func bundles() throws -> [URL] {
    let products = scratch.appending(path: "debug")
    guard FileManager.default.fileExists(atPath: products.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasPrefix("App_") && ($0.hasSuffix(".resources") || $0.hasSuffix(".bundle")) }
      .map { products.appending(path: $0) }
  }

  func swift(_ arguments: String...) throws -> Run {
    let places = ["--package-path", folder.path, "--scratch-path", scratch.path]
    // No test uses the index or a debugger.
    let options = ["--disable-index-store", "-debug-info-format", "none"]
    return try start(
      URL(filePath: "/usr/bin/env"),
      ["swift", arguments[0]] + places + options + arguments.dropFirst())
  }

  private func start(_ program: URL, _ arguments: [String] = []) throws -> Run {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // The package is an app's, to which the strictness of trema's own builds does not apply.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "TREMA_STRICT" }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      hasCrashed: process.terminationReason == .uncaughtSignal)
  }

  private struct Missing: Error {
    var text: String
    var path: String
  }
}
