import TremaSupport

/// A git repository, asked through the `git` command.
package struct GitRepository: Sendable {
  /// A folder in it.
  package let folder: String

  /// - Parameter path: a file or a folder in the repository.
  package init(containing path: String) {
    var folder = path
    // The file may be gone, and its folder with it.
    while FolderListing.kind(of: folder) != .folder, folder != "/", folder != "." {
      folder = OutputFolders.parent(of: folder)
    }
    self.folder = folder
  }

  /// Whether the folder is in a repository at all, and git is installed.
  package var exists: Bool {
    (try? run(["rev-parse", "--is-inside-work-tree"])).map { $0 == Array("true\n".utf8) } ?? false
  }

  /// Returns the contents of a file in a revision.
  ///
  /// - Parameter path: as it is opened from the current folder; the file need not exist now.
  /// - Returns: nil when the revision has no such file.
  /// - Throws: kind `.unreadable` when there is no such revision, no repository or no git.
  package func contents(of path: String, at revision: String) throws(Diagnostic) -> [UInt8]? {
    let commit = try commit(revision)
    let name = "\(commit):\(relative(path))"
    let found = try outcome(["cat-file", "-e", name])
    guard found.status == 0 else { return nil }
    return try blob(name)
  }

  /// The names of the files in a folder of a revision; links count, submodules do not.
  ///
  /// - Parameter folder: as it is opened from the current folder; it need not exist now.
  /// - Returns: nothing when the revision has no such folder.
  /// - Throws: as ``contents(of:at:)``.
  func files(in folder: String, at revision: String) throws(Diagnostic) -> [String] {
    let commit = try commit(revision)
    // What git prints is `100644 blob 0123…\tfolder/name`, ended by NUL.
    let list = try run(["ls-tree", "-z", commit, "--", "\(relative(folder))/"])
    return list.split(separator: 0).compactMap { line in
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let kind = line[..<tab].split(separator: UInt8(ascii: " "))
      guard kind.count > 1, kind[1].elementsEqual("blob".utf8) else { return nil }
      let name = line[line.index(after: tab)...].split(separator: UInt8(ascii: "/")).last
      return name.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// - Parameter name: a commit and a path from the root of the repository: `HEAD:Texts/Texts.trm`.
  func blob(_ name: String) throws(Diagnostic) -> [UInt8] { try run(["cat-file", "blob", name]) }

  /// The full name of the commit that a revision means.
  package func commit(_ revision: String) throws(Diagnostic) -> String {
    // After `--end-of-options` nothing is an option, not even with a hyphen.
    let outcome = try outcome(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    guard outcome.status == 0 else {
      if !exists {
        throw Self.failure(
          "'\(folder)' is in no git repository", hint: "git revisions are those of one")
      }
      throw Self.failure(
        "git knows no revision '\(revision)' in '\(folder)'", hint: "git log --oneline lists them")
    }
    return String(
      decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// A path from the folder that git runs in: `./Texts.trm`.
  ///
  /// - Parameter path: of a file in the folder, as it is opened.
  func relative(_ path: String) -> String {
    let isBelow = folder != "." || path.utf8.starts(with: "./".utf8)
    let rest = path.utf8.dropFirst(isBelow ? folder.utf8.count : 0)
    return "./\(String(Substring(rest.drop { $0 == UInt8(ascii: "/") })))"
  }

  /// Runs git in the folder.
  ///
  /// - Parameters:
  ///   - message: what went wrong when git fails; nil for git's own words.
  /// - Returns: what it printed.
  func run(
    _ arguments: [String], input: [UInt8] = [], otherwise message: String? = nil,
    hint: String? = nil
  ) throws(Diagnostic) -> [UInt8] {
    let outcome = try outcome(arguments, input: input)
    if outcome.status == 0 { return outcome.output }
    let words = String(decoding: outcome.errors.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    throw Self.failure(message ?? "git cannot tell: \(words)", hint: hint)
  }

  func outcome(
    _ arguments: [String], input: [UInt8] = []
  ) throws(Diagnostic) -> ChildProcess.Outcome {
    do throws(SystemError) {
      return try ChildProcess.run(["git", "-C", folder] + arguments, input: input)
    } catch {
      throw Self.failure(
        "git cannot be run: \(SystemCalls.words(error.code))", hint: "is it installed?")
    }
  }

  private static func failure(_ message: String, hint: String?) -> Diagnostic {
    Diagnostic(.error, "git", message, hint: hint, kind: .unreadable)
  }
}

/// A program that is run to its end. What it writes to standard error is kept for the message when
/// it fails.
struct ChildProcess {
  struct Outcome {
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// - Parameters:
  ///   - words: the program, looked up in `PATH`, and its arguments; no shell sees them.
  ///   - input: what its standard input says.
  /// - Throws: the error of the system when it cannot be run.
  static func run(_ words: [String], input: [UInt8] = []) throws(SystemError) -> Outcome {
    // Nameless files instead of pipes: neither side can wait for the other.
    let streams = (try NamelessFile.make(input), try NamelessFile.make(), try NamelessFile.make())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, streams.0.number, 0)
    posix_spawn_file_actions_adddup2(&actions, streams.1.number, 1)
    posix_spawn_file_actions_adddup2(&actions, streams.2.number, 2)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(code: errno) }
    }
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      output: try contents(streams.1), errors: try contents(streams.2))
  }

  private static func contents(_ file: FileDescriptor) throws(SystemError) -> [UInt8] {
    lseek(file.number, 0, SEEK_SET)
    return try file.readAll()
  }
}
