import TremaCatalog
import TremaChecks
import TremaEditing
import TremaSupport

/// A comparison of the keys in catalogues with the keys used in source code.
package struct Usage {
  /// The catalogues, and the outputs, which determine the names of accessors and tables.
  package var conversion: Conversion
  /// The source code files and folders.
  package var sources: [String]
  /// The keys that are treated as used; see ``KeyPattern``.
  package var allowed: [String] = []
  /// The app's functions that take a key.
  package var functions: [KeyFunction] = []
  /// The Swift types that contain other tools' accessors.
  package var accessors: [String] = []
  /// Whether to report each unused key individually even if nearly all keys are unused.
  package var listsAll = false
  /// The Swift accessor types, or `nil` for the types of the outputs.
  package var swiftTypes: [UsageNames.SwiftType]?
  /// The Kotlin accessor classes, or `nil` for the classes of the outputs.
  package var kotlinTypes: [String]?

  /// The maximum size of a source file in bytes. Larger files are assumed to contain data.
  private static let maxSourceSize = 1 << 28

  package init(_ conversion: Conversion, sources: [String]) {
    self.conversion = conversion
    self.sources = sources
  }

  /// Runs the comparison.
  ///
  /// - Returns: The findings with the severities that the project sets, and a diagnostic for each
  ///   source file that cannot be read.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func run() throws(Diagnostic) -> [Diagnostic] {
    var (names, diagnostics) = try readNames()
    var walk = SourceWalk()
    for source in sources { walk.add(source) }
    diagnostics += walk.diagnostics
    var results = Self.read(walk.files, names)
    let aliases = results.reduce(into: [:]) { all, result in
      all.merge(result.findings.aliases) { first, _ in first }
    }
    if !aliases.isEmpty {
      // Type aliases may be declared in any file, so the Swift files are scanned again when the
      // aliases are known.
      names.swiftAliases = aliases
      let swift = results.indices.filter { walk.files[$0].kind == .swift }
      for (index, result) in zip(swift, Self.read(swift.map { walk.files[$0] }, names)) {
        results[index] = result
      }
    }
    var report = UsageReport(
      names, allowed: allowed.map { KeyPattern($0) }, listsAll: listsAll)
    for (file, result) in zip(walk.files, results) {
      if var problem = result.findings.problem {
        problem.location?.file = file.path
        diagnostics.append(problem)
      }
      if let problem = result.problem { diagnostics.append(problem) }
      report.append(result.findings, file: file.path)
    }
    var checker = Checker(CheckScope(master: nil), policy: conversion.policy)
    return checker.configure(diagnostics + report.diagnostics())
  }

  /// The result of scanning one file.
  private struct FileResult: Sendable {
    var findings = SourceFindings()
    /// The error, if the file cannot be read.
    var problem: Diagnostic?
  }

  /// Scans files in parallel.
  ///
  /// - Returns: The results in the order of the files.
  private static func read(
    _ files: [(path: String, kind: SourceFileKind)], _ names: UsageNames
  ) -> [FileResult] {
    let next = LockedValue(0)
    let results = LockedValue([FileResult](repeating: FileResult(), count: files.count))
    Threads.run(min(Threads.count, 16, files.count)) {
      while true {
        let index = next.add(1)
        guard index < files.count else { return }
        var result = FileResult()
        do throws(Diagnostic) {
          let bytes = try contents(files[index].path)
          result.findings = files[index].kind.findings(bytes, names)
        } catch {
          result.problem = error
        }
        results.withLock { $0[index] = result }
      }
    }
    return results.value
  }

  /// Returns the contents of a file.
  ///
  /// - Throws: A diagnostic if the file cannot be read, is not a regular file, or is too large.
  private static func contents(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(SystemError) {
      // Opening a pipe would otherwise block.
      let file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
      guard status.st_size <= maxSourceSize else { throw SystemError(code: EFBIG) }
      return try file.readAll(expecting: Int(status.st_size))
    } catch {
      throw SystemCalls.unreadableFile(path, error)
    }
  }
}
