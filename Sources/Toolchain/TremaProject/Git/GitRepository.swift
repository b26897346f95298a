import TremaSupport

/// A Git repository, read with the `git` command.
package struct GitRepository: Sendable {
  /// The folder in the repository in which Git is run.
  package let folder: String

  /// Creates a repository. Its existence is not verified.
  ///
  /// - Parameter path: A file or a folder in the repository.
  package init(containing path: String) {
    var folder = path
    // The file and its folder may have been removed.
    while FolderListing.kind(of: folder) != .folder, folder != "/", folder != "." {
      folder = OutputFolders.parent(of: folder)
    }
    self.folder = folder
  }

  /// Whether the folder is in a working tree, and Git is installed.
  package var exists: Bool {
    (try? run(["rev-parse", "--is-inside-work-tree"])).map { $0 == Array("true\n".utf8) } ?? false
  }

  /// Returns the contents of a file in a revision.
  ///
  /// - Parameters:
  ///   - path: The path relative to the current folder. The file need not exist on disk.
  ///   - revision: The revision, such as a branch, a tag or a commit hash.
  /// - Returns: `nil` if the revision has no such file.
  /// - Throws: An `.unreadable` diagnostic if the revision or the repository does not exist, or Git
  ///   is not installed.
  package func contents(of path: String, at revision: String) throws(Diagnostic) -> [UInt8]? {
    let commit = try commit(revision)
    let name = "\(commit):\(relative(path))"
    let found = try outcome(["cat-file", "-e", name])
    guard found.status == 0 else { return nil }
    return try blob(name)
  }

  /// Returns the file names in a folder at a revision. Symbolic links are included; submodules are
  /// not.
  ///
  /// - Parameters:
  ///   - folder: The path relative to the current folder. The folder need not exist on disk.
  ///   - revision: The revision, such as a branch, a tag or a commit hash.
  /// - Returns: An empty array if the revision has no such folder.
  /// - Throws: The errors of ``contents(of:at:)``.
  func files(in folder: String, at revision: String) throws(Diagnostic) -> [String] {
    let commit = try commit(revision)
    // A line of the output is `100644 blob 0123…\tfolder/name`, terminated by NUL.
    let list = try run(["ls-tree", "-z", commit, "--", "\(relative(folder))/"])
    return list.split(separator: 0).compactMap { line in
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let kind = line[..<tab].split(separator: UInt8(ascii: " "))
      guard kind.count > 1, kind[1].elementsEqual("blob".utf8) else { return nil }
      let name = line[line.index(after: tab)...].split(separator: UInt8(ascii: "/")).last
      return name.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns the contents of a file in a commit.
  ///
  /// - Parameter name: The commit and a path relative to the repository's root:
  ///   `HEAD:Texts/Texts.trm`.
  func blob(_ name: String) throws(Diagnostic) -> [UInt8] { try run(["cat-file", "blob", name]) }

  /// Returns the full hash of the commit that a revision refers to.
  ///
  /// - Throws: An `.unreadable` diagnostic if the revision or the repository does not exist, or Git
  ///   is not installed.
  package func commit(_ revision: String) throws(Diagnostic) -> String {
    // After `--end-of-options` an argument is never an option, even if it starts with a hyphen.
    let outcome = try outcome(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    guard outcome.status == 0 else {
      if !exists {
        throw Self.failure(
          "'\(folder)' is not in a git repository", hint: "run trema in a git repository")
      }
      throw Self.failure(
        "unknown git revision '\(revision)' in '\(folder)'",
        hint: "list the revisions with: git log --oneline")
    }
    return String(
      decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Returns a path relative to the folder in which Git is run: `./Texts.trm`.
  ///
  /// - Parameter path: The path of a file in the folder, relative to the current folder.
  func relative(_ path: String) -> String {
    let isBelow = folder != "." || path.utf8.starts(with: "./".utf8)
    let rest = path.utf8.dropFirst(isBelow ? folder.utf8.count : 0)
    return "./\(String(Substring(rest.drop { $0 == UInt8(ascii: "/") })))"
  }

  /// Runs Git in the folder.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after `git -C FOLDER`.
  ///   - input: The standard input.
  ///   - message: The message if Git fails, or `nil` for the first line of its standard error.
  ///   - hint: The hint if Git fails.
  /// - Returns: The standard output.
  /// - Throws: An `.unreadable` diagnostic if Git fails or cannot be run.
  func run(
    _ arguments: [String], input: [UInt8] = [], otherwise message: String? = nil,
    hint: String? = nil
  ) throws(Diagnostic) -> [UInt8] {
    let outcome = try outcome(arguments, input: input)
    if outcome.status == 0 { return outcome.output }
    let firstLine = String(
      decoding: outcome.errors.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    throw Self.failure(message ?? "git failed: \(firstLine)", hint: hint)
  }

  /// Runs Git in the folder and returns its result, even if it fails.
  ///
  /// - Throws: An `.unreadable` diagnostic if Git cannot be run.
  func outcome(
    _ arguments: [String], input: [UInt8] = []
  ) throws(Diagnostic) -> ChildProcess.Outcome {
    do throws(SystemError) {
      return try ChildProcess.run(["git", "-C", folder] + arguments, input: input)
    } catch {
      throw Self.failure(
        "cannot run git: \(SystemCalls.description(error.code))",
        hint: "install git, or add its folder to PATH")
    }
  }

  /// Returns a diagnostic about Git.
  private static func failure(_ message: String, hint: String?) -> Diagnostic {
    Diagnostic(.error, "git", message, hint: hint, kind: .unreadable)
  }
}

/// A program that is run to completion.
struct ChildProcess {
  /// The result of a program.
  struct Outcome {
    /// The exit status, or 128 plus the signal number if a signal ended the program.
    var status: Int32
    /// The bytes of the standard output.
    var output: [UInt8]
    /// The bytes of the standard error.
    var errors: [UInt8]
  }

  /// Runs a program and waits for it to end.
  ///
  /// - Parameters:
  ///   - command: The program, which is searched for in `PATH`, and its arguments. No shell is
  ///     involved.
  ///   - input: The standard input.
  /// - Throws: The system error if the program cannot be run.
  static func run(_ command: [String], input: [UInt8] = []) throws(SystemError) -> Outcome {
    // We use temporary files instead of pipes so that neither process can block the other.
    let streams = (
      try AnonymousFile.make(input), try AnonymousFile.make(), try AnonymousFile.make()
    )
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, streams.0.number, 0)
    posix_spawn_file_actions_adddup2(&actions, streams.1.number, 1)
    posix_spawn_file_actions_adddup2(&actions, streams.2.number, 2)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(code: errno) }
    }
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      output: try contents(streams.1), errors: try contents(streams.2))
  }

  /// Returns the whole contents of a temporary file.
  private static func contents(_ file: FileDescriptor) throws(SystemError) -> [UInt8] {
    lseek(file.number, 0, SEEK_SET)
    return try file.readAll()
  }
}
