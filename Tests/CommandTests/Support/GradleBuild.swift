import Foundation
import TremaTestSupport

/// A folder with a Gradle build that applies the plugin of `Plugins/Gradle`.
struct GradleBuild {
  /// An output and its exit status.
  struct Result {
    var status: Int32
    /// The lines of standard output and standard error, without empty ones.
    var lines: [String]

    /// The lines about tasks, such as `:tremaBuild UP-TO-DATE`.
    var tasks: [String] { lines.filter { $0.hasPrefix(":") } }

    /// The messages below "What went wrong", one for each failed task.
    var failures: [String] { lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let fixtures = root.appending(path: "Tests/CommandTests/Fixtures/Gradle")
  private static let gradle = Judge(name: "gradle", package: "gradle")
  private static let java = "/usr/share/java"

  /// Gradle's user folder. It is kept, because Gradle generates a JAR file of its API in it, which
  /// takes half a minute.
  private static let home = root.appending(path: ".build/gradle")

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs Gradle, without a network. The process that builds ends by itself after a minute. Without
  /// its optimizing compiler, Java takes half of the time.
  ///
  /// - Parameter project: The folder of the build in the temporary folder.
  func run(_ arguments: String..., in project: String = "app") async throws -> Result {
    let verdict = try await Self.gradle.runAside(
      [
        "--offline", "--gradle-user-home", Self.home.path, "--build-cache", "--console=plain",
        "-Dorg.gradle.daemon.idletimeout=60000", "-Dorg.gradle.jvmargs=-XX:TieredStopAtLevel=1",
        "--project-dir", "\(folder.path)/\(project)",
      ] + arguments)
    let text = verdict.text + "\n" + verdict.complaint
    return Result(
      status: verdict.status, lines: text.split(separator: "\n").map { String($0) })
  }

  func write(_ text: String, to path: String) throws {
    try folder.write(Array(text.utf8), to: path)
  }

  /// Writes an executable shell script.
  func writeScript(_ command: String, interpreter: String = "/bin/sh", to path: String) throws {
    try write("#!\(interpreter)\n\(command)\n", to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/\(path)")
  }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  /// Writes the settings of a build. They name the repository with the plugin, and a cache next to
  /// the build.
  func writeSettings(in project: String = "app") async throws {
    try write(
      """
      pluginManagement { repositories { maven { url '\(try await Self.plugin.value.repository)' } } }
      rootProject.name = 'shop'
      buildCache { local(DirectoryBuildCache) { directory = new File(rootDir, '../cache') } }

      """, to: "\(project)/settings.gradle")
  }

  /// Returns a block of the page about Gradle.
  ///
  /// - Parameters:
  ///   - language: The name after the block's fence.
  ///   - word: A part of the block.
  static func pageBlock(_ language: String, containing word: String) throws -> String {
    let page = try String(
      contentsOf: root.appending(path: "Documentation/Gradle.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    guard let block = blocks.first(where: { $0.contains(word) }) else {
      throw Tool.Failure(description: "no \(language) block of the page contains \(word)")
    }
    return block
  }

  /// The plugin's JAR file.
  static func jar() async throws -> String { try await plugin.value.jar }

  /// The plugin, built by its own build script.
  private static let plugin = Task {
    let build = try GradleBuild()
    let copy = build.folder.url.appending(path: "plugin")
    try FileManager.default.copyItem(at: root.appending(path: "Plugins/Gradle"), to: copy)
    // The products of a build by hand.
    try? FileManager.default.removeItem(at: copy.appending(path: "build"))
    let result = try await build.run("repository", in: "plugin")
    guard result.status == 0, !result.lines.contains(where: { $0.contains("warning:") }) else {
      throw Tool.Failure(description: result.lines.joined(separator: "\n"))
    }
    return Plugin(folder: build.folder, products: "\(copy.path)/build")
  }

  private struct Plugin {
    /// The folder is removed with this value.
    let folder: TemporaryFolder
    let products: String

    var jar: String { "\(products)/libs/trema-gradle-0.1.0.jar" }
    var repository: String { "\(products)/repository" }
  }

  /// Compiles Java files against Gradle's API, Kotlin's library and the plugin.
  ///
  /// - Parameter sources: A folder of the fixtures.
  /// - Returns: The folder of the classes.
  func compile(_ sources: String) async throws -> String {
    let source = Self.fixtures.appending(path: sources)
    let names = try FileManager.default.subpathsOfDirectory(atPath: source.path).sorted()
    let output = "\(folder.path)/classes"
    try FileManager.default.copyItem(atPath: source.path, toPath: output)
    let verdict = try await Judge.javac.runAside(
      ["-Xlint:-options", "--release", "8", "-d", output, "-cp", try await Self.classPath()]
        + names.filter { $0.hasSuffix(".java") }.map { "\(source.path)/\($0)" })
    guard verdict.status == 0 else { throw Tool.Failure(description: verdict.complaint) }
    return output
  }

  /// The class path of code that uses the plugin outside a build.
  static func classPath() async throws -> String {
    let gradle = "/usr/share/gradle/lib"
    return [
      "\(gradle)/*", "\(gradle)/plugins/*", "\(java)/groovy-all.jar", "\(java)/kotlin-stdlib.jar",
      "\(java)/guava.jar", "\(java)/slf4j-api.jar", try await jar(),
    ].joined(separator: ":")
  }
}
