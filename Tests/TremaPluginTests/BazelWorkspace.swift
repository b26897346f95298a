#if os(Linux)
  import Foundation

  /// A copy of `Bazel` with its example, which is built by the real Bazel without a network.
  ///
  /// Tests share a workspace, because each workspace has its own server. So each test adds a package.
  struct BazelWorkspace {
    struct Run {
      var status: Int32
      /// Standard output and standard error, without empty lines.
      var lines: [String]

      /// The messages of rules about wrong attributes.
      var mistakes: [String] {
        lines.filter { $0.hasPrefix(Self.failure) }.map { String($0.dropFirst(Self.failure.count)) }
      }

      /// The number of actions that were run, as Bazel prints it: `2 processes: 1 internal, …`.
      var processes: String? {
        lines.first { $0.contains(/^INFO: \d+ process/) }.map { String($0.dropFirst(6).dropLast()) }
      }

      private static let failure = "Error in fail: "
    }

    /// An action in Bazel's log of executions.
    struct Action: Decodable, Equatable {
      struct File: Decodable, Equatable {
        struct Digest: Decodable, Equatable { var hash: String }

        var path: String
        var digest: Digest?
      }

      var commandArgs: [String]
      var environmentVariables: [Variable]
      var inputs: [File]
      var listedOutputs: [String]
      var mnemonic: String
      var progressMessage: String
      var remoteCacheHit: Bool
      var actualOutputs: [File]

      struct Variable: Decodable, Equatable { var name, value: String }
    }

    /// Runs a program without the open files of its parent. Foundation waits until the last process
    /// that inherited them has ended, which would be Bazel's server.
    private static let start = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"

    private static let place = ReleaseArtifacts.root.appending(path: ".build/bazel-tests")
    private static let fixtures = ReleaseArtifacts.root
      .appending(path: "Tests/TremaPluginTests/Fixtures/Bazel")

    /// The workspace that tests share.
    static let shared = Result {
      // Bazel protects its outputs; their folders are writable.
      if FileManager.default.fileExists(atPath: place.path) {
        try FileManager.default.removeItem(at: place)
      }
      return try BazelWorkspace("first")
    }

    /// The folder of the workspace.
    let folder: URL

    /// - Parameter name: The name of the folder that contains the copy.
    init(_ name: String) throws {
      let copy = Self.place.appending(path: name)
      folder = copy.appending(path: "Bazel/example")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      // The links to outputs of a build by hand are not copied.
      let source = ReleaseArtifacts.root.appending(path: "Bazel")
      for path in try FileManager.default.subpathsOfDirectory(atPath: source.path)
      where !path.contains("bazel-") {
        let (original, target) = (
          source.appending(path: path), copy.appending(path: "Bazel/\(path)")
        )
        guard let contents = FileManager.default.contents(atPath: original.path) else { continue }
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: target)
      }
    }

    /// Runs Bazel. A server that is not used ends after some seconds.
    func bazel(_ command: String, _ arguments: String..., variables: [String] = []) throws -> Run {
      let overrides = ["coverage", "cc", "java"].map { name in
        let repository = name == "coverage" ? "remote_coverage_tools" : "rules_\(name)"
        return "--override_repository=\(repository)=\(Self.fixtures.path)/\(name)"
      }
      let tool = URL(filePath: ReleaseArtifacts.command).deletingLastPathComponent().path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
      let words =
        variables + [
          "PATH=\(tool):\(path)", "/usr/bin/python3", "-c", Self.start, "bazel", "--nohome_rc",
          "--output_user_root=\(Self.place.path)/output", "--max_idle_secs=20",
          "--host_jvm_args=-Xmx512m", "--host_jvm_args=-XX:TieredStopAtLevel=1",
          "--host_jvm_args=-XX:+UseSerialGC", command, "--color=no", "--curses=no",
          "--show_timestamps=no", "--noshow_progress", "--nosandbox_debug", "--jobs=2",
        ] + overrides + arguments
      let run = try ReleaseArtifacts.run(words, in: folder)
      return Run(
        status: run.status,
        lines: (run.output + run.errors).split(separator: "\n").map(String.init))
    }

    /// Runs Bazel and returns the actions that it executed or found in a cache, sorted by their
    /// messages.
    func actions(_ command: String, _ arguments: String...) throws -> [Action] {
      let log = folder.appending(path: "execution.json")
      try? FileManager.default.removeItem(at: log)
      let run = try bazel(
        command, arguments[0], "--execution_log_json_file=\(log.path)",
        arguments.count > 1 ? arguments[1] : "--jobs=2")
      guard run.status == 0 else {
        throw ReleaseArtifacts.Failure(description: run.lines.joined(separator: "\n"))
      }
      // The log is a sequence of objects.
      let text = try String(contentsOf: log, encoding: .utf8).replacing("}{", with: "},{")
      return try JSONDecoder().decode([Action].self, from: Data("[\(text)]".utf8))
        .sorted { ($0.progressMessage, $0.mnemonic) < ($1.progressMessage, $1.mnemonic) }
    }

    /// Adds a package that is a copy of the example's.
    func addPackage(_ name: String) throws {
      try FileManager.default.copyItem(
        at: folder.appending(path: "app"), to: folder.appending(path: name))
    }

    func write(_ text: String, to path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func replace(_ old: String, by new: String, in path: String) throws {
      let text = try text(path)
      guard text.contains(old) else {
        throw ReleaseArtifacts.Failure(description: "\(path) does not contain '\(old)'")
      }
      try write(text.replacing(old, with: new), to: path)
    }

    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The contents of a file in a repository that was fetched.
    func text(ofRepository name: String, _ path: String) throws -> String {
      let execution = folder.appending(path: "bazel-example").resolvingSymlinksInPath()
      let base = execution.deletingLastPathComponent().deletingLastPathComponent()
      return try String(
        contentsOf: base.appending(path: "external/\(name)/\(path)"), encoding: .utf8)
    }

    /// The files in a folder and their contents by path, without the runfiles of tests, which
    /// contain the command and absolute paths.
    func files(in path: String) throws -> [String: String] {
      // The links `bazel-bin` and so on are in the way of a recursive listing.
      let place = folder.appending(path: path).resolvingSymlinksInPath()
      var files: [String: String] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: place.path)
      where !name.contains(".runfiles") {
        let file = place.appending(path: name)
        guard let contents = FileManager.default.contents(atPath: file.path) else { continue }
        files[name] = String(decoding: contents, as: UTF8.self)
      }
      return files
    }

    /// Adds the archive of a release whose command is for another processor.
    func addForeignRelease(_ name: String, archive: String) throws {
      // The header of a 64-bit ELF file for AArch64, which is machine 183.
      let header: [UInt8] =
        [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, 183, 0]
      let command = "releases/\(name)/bin/trema"
      try write("", to: command)
      try Data(header + [UInt8](repeating: 0, count: 44))
        .write(to: folder.appending(path: command))
      try ReleaseArtifacts.succeed(["chmod", "+x", command], in: folder)
      try ReleaseArtifacts.succeed(["tar", "-czf", archive, "-C", "releases", name], in: folder)
    }

    /// Adds the archive of a release with the command that was built together with the tests.
    func addRelease(_ name: String, archive: String) throws {
      let command = URL(filePath: ReleaseArtifacts.command)
      try ReleaseArtifacts.succeed(
        [
          "tar", "-cf", archive, "-I", "gzip -1", "-C", command.deletingLastPathComponent().path,
          "--transform=s,^,\(name)/bin/,", "--dereference", command.lastPathComponent,
        ], in: folder)
    }

    func exists(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }
  }
#endif
