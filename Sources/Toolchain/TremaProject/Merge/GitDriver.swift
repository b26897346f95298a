import TremaSupport

/// The settings by which git merges and compares the catalogs of a repository with `trema`.
///
/// Source: gitattributes(5), "Defining a custom merge driver", "Defining an external diff driver".
package struct GitDriver {
  private let repository: GitRepository
  /// The folder that the repository is in, with a slash at its end.
  private let root: String
  /// The current folder within it: empty, or with a slash at its end.
  private let prefix: String

  static let attributes = "merge=trema diff=trema"

  /// - Throws: when the current folder is in no repository.
  package init() throws(Diagnostic) {
    repository = GitRepository(containing: ".")
    root = try Self.line(repository, "--show-toplevel") + "/"
    prefix = try Self.line(repository, "--show-prefix")
  }

  private static func line(
    _ repository: GitRepository, _ question: String
  ) throws(Diagnostic) -> String {
    let output = try repository.run(
      ["rev-parse", question], otherwise: "this folder is in the working tree of no git repository",
      hint: "go to one, or make one: git init")
    return String(decoding: output.dropLast(output.last == 0x0A ? 1 : 0), as: UTF8.self)
  }

  /// Settings of `git config`, by name.
  ///
  /// - Parameter program: the command, as a shell reads it.
  static func settings(_ program: String) -> [(name: String, value: String)] {
    // In a driver a percent sign begins a name of git's.
    let driver = program.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "%%")
    return [
      ("merge.trema.name", "trema: texts by key, language and status"),
      ("merge.trema.driver", "\(driver) merge %O %A %B -o %A --path=%P"),
      ("diff.trema.command", "\(program) diff --driver --"),
    ]
  }

  /// Adds what is missing.
  ///
  /// - Parameter catalogues: files of the project; those that do not end in `.trm` get lines of
  ///   their own.
  /// - Returns: what was done, a line each; empty when all was there.
  package func install(_ catalogues: [String] = []) throws(Diagnostic) -> [String] {
    var done: [String] = []
    let others = catalogues.filter { !$0.utf8.suffix(4).elementsEqual(".trm".utf8) }
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
      done.append("set \(name) = \(value)\(old.map { ", which was \($0)" } ?? "")")
    }
    return done
  }

  /// Removes what ``install(_:)`` added.
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

  private func setting(_ name: String) throws(Diagnostic) -> String? {
    let outcome = try repository.outcome(["config", "--local", "--get", name])
    return outcome.status == 0 ? String(decoding: outcome.output.dropLast(), as: UTF8.self) : nil
  }

  private func attributeLines() throws(Diagnostic) -> [String] {
    let path = root + ".gitattributes"
    guard FolderListing.kind(of: path) != .absent else { return [] }
    let bytes = try InputFile(path: path).contents(limit: 1 << 24)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.dropLast(lines.last?.isEmpty == true ? 1 : 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ lines: [String]) throws(Diagnostic) {
    let transaction = OutputTransaction()
    transaction.file(root + ".gitattributes").bytes = lines.flatMap { Array("\($0)\n".utf8) }
    _ = try transaction.commit()
  }

  /// Returns the pattern of one file for `.gitattributes`; `nil` when it lies outside of the repository.
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
    // In quotes a backslash is written twice, as in C.
    return "\"\(pattern.reduce(into: "") { $0 += "\\\"".contains($1) ? "\\\($1)" : "\($1)" })\""
  }

  /// The command as a shell is to call it: by its name where that leads to one, so that the setting
  /// outlives an update and a move.
  static func program() throws(Diagnostic) -> String {
    if Executable.isInPath("trema") { return "trema" }
    guard let path = Executable.own else {
      throw Diagnostic(
        .error, "git", "trema does not know where it is", hint: "put trema into a folder of PATH",
        kind: .unreadable)
    }
    return
      "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// The folders of programs.
enum Executable {
  /// Whether a shell would find a program by its name.
  static func isInPath(_ name: String) -> Bool {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return false }
    return path.split(separator: ":").contains { folder in
      let file = "\(folder)/\(name)"
      return FolderListing.kind(of: file) == .file && access(file, X_OK) == 0
    }
  }

  /// The file that runs now; nil when the system does not tell.
  static var own: String? {
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
