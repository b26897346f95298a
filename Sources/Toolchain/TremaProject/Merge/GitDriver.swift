import TremaSupport

#if canImport(MachO)
  import MachO
#endif

/// The Git configuration for merging and comparing the catalogs of a repository with `trema`.
///
/// See gitattributes(5), "Defining a custom merge driver", "Defining an external diff driver".
package struct GitDriver {
  /// The repository.
  private let repository: GitRepository
  /// The root folder of the repository, with a trailing slash.
  private let root: String
  /// The current folder relative to the root: empty, or with a trailing slash.
  private let prefix: String

  /// The attributes of catalogs in `.gitattributes`.
  static let attributes = "merge=trema diff=trema"

  /// Finds the current folder's repository.
  ///
  /// - Throws: An `.unreadable` diagnostic if there is none.
  package init() throws(Diagnostic) {
    repository = GitRepository(containing: ".")
    root = try Self.line(repository, "--show-toplevel") + "/"
    prefix = try Self.line(repository, "--show-prefix")
  }

  /// Returns the output of `git rev-parse` without the line terminator.
  private static func line(
    _ repository: GitRepository, _ option: String
  ) throws(Diagnostic) -> String {
    let output = try repository.run(
      ["rev-parse", option],
      otherwise: "this folder is not in the working tree of a git repository",
      hint: "change to one, or create one with: git init")
    return String(decoding: output.dropLast(output.last == 0x0A ? 1 : 0), as: UTF8.self)
  }

  /// Returns the settings of `git config`.
  ///
  /// - Parameter program: The `trema` command, quoted for the shell.
  static func settings(_ program: String) -> [(name: String, value: String)] {
    // In a merge driver, `%` starts a Git placeholder.
    let driver = program.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "%%")
    return [
      ("merge.trema.name", "trema: texts by key, language and status"),
      ("merge.trema.driver", "\(driver) merge %O %A %B -o %A --path=%P"),
      ("diff.trema.command", "\(program) diff --driver --"),
    ]
  }

  /// Adds the missing attributes and settings.
  ///
  /// - Parameter catalogs: The files of the project. Files without the `.trm` extension get their
  ///   own lines in `.gitattributes`.
  /// - Returns: A line for each change, or empty if nothing was missing.
  package func install(_ catalogs: [String] = []) throws(Diagnostic) -> [String] {
    var done: [String] = []
    let others = catalogs.filter { !$0.utf8.suffix(4).elementsEqual(".trm".utf8) }
    let lines = ["*.trm"] + others.compactMap(pattern)
    let old = try attributeLines()
    var new = old
    for line in lines.map({ "\($0) \(Self.attributes)" }) where !new.contains(line) {
      new.append(line)
      done.append("added to .gitattributes: \(line)")
    }
    if new != old { try write(new) }
    for (name, value) in Self.settings(try Self.program()) {
      let old = try setting(name)
      if old == value { continue }
      _ = try repository.run(["config", name, value])
      done.append("set \(name) = \(value)\(old.map { " (previously \($0))" } ?? "")")
    }
    return done
  }

  /// Removes what ``install(_:)`` added.
  ///
  /// - Returns: A line for each change.
  package func uninstall() throws(Diagnostic) -> [String] {
    var done: [String] = []
    let old = try attributeLines()
    let new = old.filter {
      !$0.utf8.suffix(Self.attributes.utf8.count + 1)
        .elementsEqual(" \(Self.attributes)".utf8)
    }
    if new != old {
      try write(new)
      done += old.filter { !new.contains($0) }.map { "removed from .gitattributes: \($0)" }
    }
    for section in ["merge.trema", "diff.trema"] {
      guard try repository.outcome(["config", "--local", "--remove-section", section]).status == 0
      else { continue }
      done.append("removed the settings \(section)")
    }
    return done
  }

  /// Returns a setting of the repository, or `nil` if it is not set.
  private func setting(_ name: String) throws(Diagnostic) -> String? {
    let outcome = try repository.outcome(["config", "--local", "--get", name])
    return outcome.status == 0 ? String(decoding: outcome.output.dropLast(), as: UTF8.self) : nil
  }

  /// Returns the lines of `.gitattributes`, or an empty array if the file does not exist.
  private func attributeLines() throws(Diagnostic) -> [String] {
    let path = root + ".gitattributes"
    guard FolderListing.kind(of: path) != .absent else { return [] }
    let bytes = try InputFile(path: path).contents(limit: 1 << 24)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.dropLast(lines.last?.isEmpty == true ? 1 : 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the lines of `.gitattributes`.
  private func write(_ lines: [String]) throws(Diagnostic) {
    let transaction = OutputTransaction()
    transaction.file(root + ".gitattributes").bytes = lines.flatMap { Array("\($0)\n".utf8) }
    _ = try transaction.commit()
  }

  /// Returns the pattern of a file in `.gitattributes`, or `nil` if it is outside the repository.
  private func pattern(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : root + prefix + path).split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    let top = root.split(separator: "/")
    guard parts.count > top.count, parts.starts(with: top) else { return nil }
    var pattern = ""
    for scalar in "/\(parts.dropFirst(top.count).joined(separator: "/"))".unicodeScalars {
      if "*?[\\".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    guard pattern.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }) else {
      return pattern
    }
    // A quoted pattern uses C escapes.
    return "\"\(pattern.reduce(into: "") { $0 += "\\\"".contains($1) ? "\\\($1)" : "\($1)" })\""
  }

  /// Returns the `trema` command for use in a shell. Only the name is used if it is in `PATH` so
  /// that the setting remains valid after an update or a move.
  ///
  /// - Throws: A diagnostic if the executable's path is unknown.
  static func program() throws(Diagnostic) -> String {
    if Executable.isInPath("trema") { return "trema" }
    guard let path = Executable.currentPath else {
      throw Diagnostic(
        .error, "git", "cannot determine the path of the trema executable",
        hint: "add its folder to PATH",
        kind: .unreadable)
    }
    return
      "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// Finds the paths of executables.
enum Executable {
  /// Returns whether a shell would find an executable by its name.
  static func isInPath(_ name: String) -> Bool {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return false }
    return path.split(separator: ":").contains { folder in
      let file = "\(folder)/\(name)"
      return FolderListing.kind(of: file) == .file && access(file, X_OK) == 0
    }
  }

  /// The path of the running executable, or `nil` if the system does not provide it.
  static var currentPath: String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    #else
      let path = "/proc/self/exe"
    #endif
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
