import ConfigKit
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
  /// Whether outputs that are no longer written are removed later, by ``Report/removals``, because
  /// another project may write them at the same time.
  package var postponesRemovals = false
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
    /// The removal of outputs of a previous build, or `nil` if none is postponed.
    package var removals: OutputRemovals?
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
    let directories =
      conversion.outputs.map(\.directory)
      + (generation?.outputs.map { OutputFolders.parent(of: $0.path) } ?? [])
    let removals = OutputRemovals(
      current: manifest, previous: old, root: root, directories: directories.map(relative),
      inputs: inputs + [projectFile])
    let isPostponed = postponesRemovals && !isDryRun && removals.isNeeded
    let list = transaction.file(Self.path(BuildManifest.name, below: root))
    list.bytes = (isPostponed ? removals.pendingList : manifest).encoded()
    var outcome = try transaction.commit()
    outcome.changed.removeAll { $0 == list.path }
    outcome.unchanged.removeAll { $0 == list.path }
    report.outcome = outcome
    report.list = list.path
    if isPostponed {
      report.removals = removals
    } else {
      let pruned = try removals.perform(isDryRun: isDryRun)
      report.removed = pruned.removed
      report.conversion.diagnostics += pruned.diagnostics
    }
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
