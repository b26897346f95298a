import ConfigKit
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
  /// What somebody counts on; nil when nobody does.
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
    /// What no message may show of the configuration; nil when there is none.
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
