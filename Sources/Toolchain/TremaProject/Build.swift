import ConfigKit
import TremaJSON
import TremaSupport

/// Makes all outputs of a project and removes those it made before and makes no longer.
package struct Build {
  package var conversion: Conversion
  /// The code of the configuration, when the project has any.
  package var generation: Generation?
  /// The folder that holds the list of outputs.
  package var root: String
  /// Compare only.
  package var isDryRun = false
  /// The formats that are made, when others are left out on purpose: the outputs of those stay in
  /// the list and on the disk.
  package var only: Set<OutputFormat>?
  /// The outputs that the caller counts on; `nil` when it does not.
  package var planned: PlannedOutputs?
  /// The path of `trema.json`, for what is wrong with the whole of it.
  package var projectFile = ProjectFile.name

  package init(_ conversion: Conversion, root: String) {
    self.conversion = conversion
    self.root = root
  }

  package struct Report: Sendable {
    package var conversion = Conversion.Report()
    /// The outputs; nil when errors kept them from being written. When only comparing, `changed`
    /// are those that are not current.
    package var outcome: OutputTransaction.Outcome?
    /// The path of the list of outputs; nil when errors kept it from being written.
    package var list: String?
    /// Outputs of an earlier build that this one makes no longer.
    package var removed: [String] = []
    /// The secrets of the configuration, which no message may show; `nil` when there is none.
    package var secrets: ConfigSecrets?

    package init() {}

    package var isCurrent: Bool { outcome?.changed.isEmpty ?? false && removed.isEmpty }
  }

  /// - Throws: when a catalogue cannot be read or an output not be written; every output is then as
  ///   it was.
  package func run() throws(Diagnostic) -> Report {
    var report = Report()
    let transaction = OutputTransaction(isDryRun ? .compare : .write, isDigested: true)
    if !conversion.catalogues.isEmpty {
      report.conversion = try conversion.run(into: transaction)
    }
    if var generation {
      report.conversion.diagnostics += try generation.run(into: transaction)
      var secrets = generation.secrets
      secrets.files = Set(generation.inputs)
      report.secrets = secrets
    }
    if report.conversion.hasErrors && !conversion.keepsGoing {
      transaction.abandon()
      return report
    }
    if let planned {
      let made = Set(transaction.files.map { relative($0.path) })
      if let stale = planned.difference(from: made, project: projectFile) {
        transaction.abandon()
        if let stamp = planned.staleStamp { try Self.touch(stamp) }
        report.conversion.diagnostics.append(stale)
        return report
      }
    }
    let old = try BuildManifest.read(in: root)
    var manifest = BuildManifest()
    // The list is an output like the others: it appears together with them.
    for file in transaction.files {
      guard let format = file.format else { continue }
      manifest.outputs[relative(file.path)] = BuildManifest.Output(
        format: format, digest: try file.hexDigest())
    }
    // What errors kept from being made is not gone on purpose.
    let keepsAll = report.conversion.hasErrors
    let kept = old.outputs.filter { keepsAll || !(only?.contains($0.value.format) ?? true) }
    manifest.outputs.merge(kept) { new, _ in new }
    let list = transaction.file(Self.path(BuildManifest.name, below: root))
    list.bytes = manifest.encoded()
    var outcome = try transaction.commit()
    outcome.changed.removeAll { $0 == list.path }
    outcome.unchanged.removeAll { $0 == list.path }
    report.outcome = outcome
    report.list = list.path
    let inputs = self.inputs + [projectFile]
    let pruned = try manifest.prune(old, root: root, inputs: inputs, isDryRun: isDryRun)
    report.removed = pruned.removed
    report.conversion.diagnostics += pruned.diagnostics
    return report
  }

  /// The files that it reads, beside the project file.
  package var inputs: [String] {
    conversion.catalogues.flatMap(\.paths) + (generation?.inputs ?? [])
  }

  /// The path of something below the root, as short as it can be written.
  static func path(_ path: String, below root: String) -> String {
    root == "." || path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// The path below the root, with `..` where it leads out of it: as it was put together.
  private func relative(_ path: String) -> String {
    let prefix = "\(root)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Sets the time of a file, for tools that compare times; an absent one is made.
  package static func touch(_ path: String) throws(Diagnostic) {
    do throws(SystemError) {
      let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT)
      guard futimens(file.number, nil) == 0 else { throw SystemError(code: errno) }
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
  }
}

/// The list of files that a build made, `.trema-build.json`: it lets the next build remove files
/// that are not made any more, without ever removing a file that was changed by hand.
struct BuildManifest {
  static let name = ".trema-build.json"

  struct Output {
    var format: OutputFormat
    /// SHA-256 in hexadecimal digits.
    var digest: String
  }

  /// The outputs by path below the output root.
  var outputs: [String: Output] = [:]

  /// Reads the list of the last build; an absent one is empty.
  static func read(in root: String) throws(Diagnostic) -> BuildManifest {
    let path = Build.path(name, below: root)
    guard access(path, F_OK) == 0 else { return BuildManifest() }
    let value = try JSONValue.decode(try InputFile(path: path).contents(limit: 1 << 28), file: path)
    guard let outputs = value.object?["outputs"]?.object else {
      throw Diagnostic(
        .error, "invalid-list", "this is not a list of what trema made", at: value.location,
        hint: "remove the file; what was made and is made no longer then stays", kind: .unreadable)
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

  /// Removes the outputs of `old` that are not in this list any more.
  ///
  /// - Parameters:
  ///   - inputs: files that stay even if the list names them; it is a file like any other, and may
  ///     have been merged badly or on purpose.
  ///   - isDryRun: say what would be removed, and remove nothing.
  /// - Returns: the paths removed, and a warning for each file that was changed by hand and stays.
  func prune(
    _ old: BuildManifest, root: String, inputs: [String], isDryRun: Bool
  ) throws(Diagnostic) -> (removed: [String], diagnostics: [Diagnostic]) {
    var removed: [String] = []
    var diagnostics: [Diagnostic] = []
    // The same place can have been spelled otherwise.
    var places = OutputPlaces()
    let kept = Set(
      (outputs.keys.map { Build.path($0, below: root) } + inputs).map { places.identity(of: $0) })
    for (path, output) in old.outputs.sorted(by: { $0.key < $1.key }) where outputs[path] == nil {
      let whole = Build.path(path, below: root)
      guard access(whole, F_OK) == 0, !kept.contains(places.identity(of: whole)) else {
        continue
      }
      guard try Self.digest(of: whole) == output.digest else {
        diagnostics.append(
          Diagnostic(
            .warning, "changed-output",
            "'\(whole)' is made no longer, but was changed by hand; it stays",
            at: SourceLocation(file: whole), hint: "remove it if it is not needed"))
        continue
      }
      removed.append(whole)
      if isDryRun { continue }
      guard unlink(whole) == 0 else {
        removed.removeLast()
        var diagnostic = SystemCalls.unwritable(whole, errno)
        diagnostic.message =
          "cannot remove '\(whole)', which is made no longer: \(SystemCalls.words(errno))"
        diagnostics.append(diagnostic)
        continue
      }
      // Fails, as it should, while other files are in the folder.
      rmdir(OutputFolders.parent(of: whole))
    }
    return (removed, diagnostics)
  }

  /// - Returns: nil for what is no file any more.
  private static func digest(of path: String) throws(Diagnostic) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var digest = SHA256()
    let next = try InputFile(path: path).source()
    while let bytes = try next() { digest.update(bytes) }
    return digest.finish()
  }
}
