import ConfigKit
import TremaJSON
import TremaSupport

/// Writes all outputs of a project, and removes outputs of a previous build that are no longer
/// written.
package struct Build {
  /// The conversion of the catalogues.
  package var conversion: Conversion
  /// The generation of code for the configuration; or `nil` if the project has none.
  package var generation: Generation?
  /// The folder that contains the list of outputs.
  package var root: String
  /// Whether to compare the outputs with the existing files without writing anything.
  package var isDryRun = false
  /// The formats to write, or `nil` for all formats. The outputs of other formats are kept on disk
  /// and in the list.
  package var formats: Set<OutputFormat>?
  /// The outputs that the calling build system expects, or `nil` if it does not expect any.
  package var planned: PlannedOutputs?
  /// The path of `trema.json`, for diagnostics about the whole file.
  package var projectFile = ProjectFile.name

  package init(_ conversion: Conversion, root: String) {
    self.conversion = conversion
    self.root = root
  }

  /// The result of a build.
  package struct Report: Sendable {
    /// The result of the conversion, which also contains the diagnostics of the other steps.
    package var conversion = Conversion.Report()
    /// The written outputs, or `nil` if errors prevented writing. In a dry run, `changed` contains
    /// the outputs that are not up to date.
    package var outcome: OutputTransaction.Outcome?
    /// The path of the list of outputs, or `nil` if errors prevented writing.
    package var list: String?
    /// The outputs of a previous build that were removed.
    package var removed: [String] = []
    /// The secrets of the configuration, which must not appear in messages, or `nil` if there are
    /// none.
    package var secrets: ConfigSecrets?

    package init() {}

    /// Whether all outputs were up to date.
    package var isCurrent: Bool { outcome?.changed.isEmpty ?? false && removed.isEmpty }
  }

  /// Runs the build.
  ///
  /// - Throws: A diagnostic if a catalogue cannot be read or an output cannot be written. In this
  ///   case no output is changed.
  package func run() throws(Diagnostic) -> Report {
    var report = Report()
    let transaction = OutputTransaction(isDryRun ? .compare : .write, isDigested: true)
    if !conversion.catalogs.isEmpty {
      report.conversion = try conversion.run(into: transaction)
    }
    if var generation {
      report.conversion.diagnostics += try generation.run(into: transaction)
      var secrets = generation.secrets
      secrets.files = Set(generation.inputs)
      report.secrets = secrets
    }
    if report.conversion.hasErrors && !conversion.continuesOnErrors {
      transaction.abandon()
      return report
    }
    // A build system that expects different outputs has to plan again, so its stamp is touched.
    if let planned {
      let paths = Set(transaction.files.map { relative($0.path) })
      if let stale = planned.difference(from: paths, project: projectFile) {
        transaction.abandon()
        if let stamp = planned.staleStamp { try Self.touch(stamp) }
        report.conversion.diagnostics.append(stale)
        return report
      }
    }
    if let shipping = conversion.shipping, !shipping.isReadOnly,
      let languages = report.conversion.shippingLanguages, !report.conversion.hasErrors
    {
      let (file, isNew) = transaction.open(shipping.statePath)
      guard isNew else {
        throw Diagnostic(
          .error, "output-collision",
          "the list of shipping languages and an output would both be '\(shipping.statePath)'",
          at: shipping.location, hint: "use another file in 'state'", kind: .unreadable)
      }
      file.bytes = ShippingState(languages: languages).encoded()
    }
    let old = try BuildManifest.read(in: root)
    var manifest = BuildManifest()
    // The list is an output of the transaction, so that it becomes visible together with the other
    // outputs.
    for file in transaction.files {
      guard let format = file.format else { continue }
      manifest.outputs[relative(file.path)] = BuildManifest.Output(
        format: format, digest: try file.hexDigest())
    }
    // An output that was not written because of errors must not be removed.
    let keepsAll = report.conversion.hasErrors
    let retained = old.outputs.filter { keepsAll || !(formats?.contains($0.value.format) ?? true) }
    manifest.outputs.merge(retained) { new, _ in new }
    let list = transaction.file(Self.path(BuildManifest.name, below: root))
    list.bytes = manifest.encoded()
    var outcome = try transaction.commit()
    outcome.changed.removeAll { $0 == list.path }
    outcome.unchanged.removeAll { $0 == list.path }
    report.outcome = outcome
    report.list = list.path
    let inputs = self.inputs + [projectFile]
    let directories =
      conversion.outputs.map(\.directory)
      + (generation?.outputs.map { OutputFolders.parent(of: $0.path) } ?? [])
    let pruned = try manifest.prune(
      old, root: root, directories: directories.map(relative), inputs: inputs, isDryRun: isDryRun)
    report.removed = pruned.removed
    report.conversion.diagnostics += pruned.diagnostics
    return report
  }

  /// The paths of the input files, except the project file.
  package var inputs: [String] {
    conversion.inputs + (generation?.inputs ?? [])
  }

  /// Returns a path relative to the root folder in its shortest form. An absolute path is returned
  /// unchanged.
  static func path(_ path: String, below root: String) -> String {
    root == "." || path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// Returns the path relative to the root folder. It contains `..` if it is outside the folder.
  private func relative(_ path: String) -> String {
    let prefix = "\(root)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Sets the modification time of a file to the current time, for tools that compare times. A
  /// missing file is created.
  ///
  /// - Throws: A diagnostic of the kind `.unwritable`.
  package static func touch(_ path: String) throws(Diagnostic) {
    do throws(SystemError) {
      let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT)
      guard futimens(file.number, nil) == 0 else { throw SystemError(code: errno) }
    } catch {
      throw SystemCalls.unwritableFile(path, error.code)
    }
  }
}

/// The list of the files that a build wrote, `.trema-build.json`.
///
/// The next build uses the list to remove files that are no longer written. Files that were changed
/// by hand are never removed.
struct BuildManifest {
  /// The name of the file in the root folder.
  static let name = ".trema-build.json"

  /// An output.
  struct Output {
    /// The format of the output.
    var format: OutputFormat
    /// The SHA-256 digest of the contents in hexadecimal.
    var digest: String
  }

  /// The outputs, by path relative to the root folder.
  var outputs: [String: Output] = [:]

  /// Reads the list of the last build. A missing file is treated as an empty list.
  ///
  /// - Throws: A diagnostic if the file cannot be read, or is not a list.
  static func read(in root: String) throws(Diagnostic) -> BuildManifest {
    let path = Build.path(name, below: root)
    guard access(path, F_OK) == 0 else { return BuildManifest() }
    let value = try JSONValue.decode(try InputFile(path: path).contents(limit: 1 << 28), file: path)
    guard let outputs = value.object?["outputs"]?.object else {
      throw Diagnostic(
        .error, "invalid-list", "this is not a list of build outputs", at: value.location,
        hint: "delete the file; outputs that are no longer declared are then not removed",
        kind: .unreadable)
    }
    var manifest = BuildManifest()
    for member in outputs.members {
      guard let format = member.value.object?["format"]?.string.flatMap(OutputFormat.init(name:)),
        let digest = member.value.object?["sha256"]?.string
      else { continue }
      manifest.outputs[member.name] = Output(format: format, digest: digest)
    }
    return manifest
  }

  /// Returns the list as JSON, sorted by path.
  func encoded() -> [UInt8] {
    let members = outputs.sorted { $0.key < $1.key }.map { path, output in
      JSONObject.Member(
        path,
        JSONValue(
          .object(
            JSONObject([
              JSONObject.Member("format", JSONValue(.string(output.format.name))),
              JSONObject.Member("sha256", JSONValue(.string(output.digest))),
            ]))))
    }
    let value = JSONValue(
      .object(
        JSONObject([
          JSONObject.Member("version", JSONValue(.number(JSONNumber(1)))),
          JSONObject.Member("outputs", JSONValue(.object(JSONObject(members)))),
        ])))
    return JSONWriter().bytes(of: value)
  }

  /// Removes the outputs of a previous build that this list does not contain.
  ///
  /// - Parameters:
  ///   - old: The list of the previous build.
  ///   - root: The root folder.
  ///   - directories: The folders of the outputs, relative to the root folder.
  ///   - inputs: The files that are never removed, even if the list contains them, because the list
  ///     may have been merged incorrectly or edited.
  ///   - isDryRun: Whether to return the paths without removing the files.
  /// - Returns: The removed paths, and a warning for each file that was changed by hand and is
  ///   kept.
  func prune(
    _ old: BuildManifest, root: String, directories: [String], inputs: [String], isDryRun: Bool
  ) throws(Diagnostic) -> (removed: [String], diagnostics: [Diagnostic]) {
    var removed: [String] = []
    var diagnostics: [Diagnostic] = []
    // Different spellings of a path may refer to the same file.
    var resolver = PathResolver()
    let current = Set(
      (outputs.keys.map { Build.path($0, below: root) } + inputs).map { resolver.identity(of: $0) })
    for (path, output) in old.outputs.sorted(by: { $0.key < $1.key }) where outputs[path] == nil {
      let whole = Build.path(path, below: root)
      guard access(whole, F_OK) == 0, !current.contains(resolver.identity(of: whole)) else {
        continue
      }
      guard Self.isRemovable(path, directories) else {
        diagnostics.append(
          Diagnostic(
            .warning, "unremoved-output",
            "'\(whole)' is no longer an output but is outside the folders of the project and of its "
              + "outputs, so it is not removed",
            at: SourceLocation(file: whole), hint: "remove it if it is not needed"))
        continue
      }
      guard try Self.digest(of: whole) == output.digest else {
        diagnostics.append(
          Diagnostic(
            .warning, "changed-output",
            "'\(whole)' is no longer an output but was changed by hand, so it is not removed",
            at: SourceLocation(file: whole), hint: "remove it if it is not needed"))
        continue
      }
      removed.append(whole)
      if isDryRun { continue }
      guard unlink(whole) == 0 else {
        removed.removeLast()
        var diagnostic = SystemCalls.unwritableFile(whole, errno)
        diagnostic.message =
          "cannot remove '\(whole)', which is no longer an output: "
          + "\(SystemCalls.description(errno))"
        diagnostics.append(diagnostic)
        continue
      }
      // This fails, as intended, if the folder contains other files.
      rmdir(OutputFolders.parent(of: whole))
    }
    return (removed, diagnostics)
  }

  /// Returns whether a path is below the root folder or below the folder of an output. The list may
  /// have been edited, so it must not be able to name any other file.
  private static func isRemovable(_ path: String, _ directories: [String]) -> Bool {
    func leavesFolder(_ path: Substring) -> Bool {
      path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }
    if !leavesFolder(path[...]) { return true }
    return directories.contains { folder in
      !folder.isEmpty && path.hasPrefix("\(folder)/")
        && !leavesFolder(path.dropFirst(folder.count + 1))
    }
  }

  /// Returns the digest of a file, or `nil` if the path is not a regular file.
  private static func digest(of path: String) throws(Diagnostic) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var digest = SHA256()
    let next = try InputFile(path: path).source()
    while let bytes = try next() { digest.update(bytes) }
    return digest.hexDigest()
  }
}
