import TremaCatalog
import TremaChecks
import TremaEditing
import TremaFormats
import TremaSupport

/// Compares the keys of catalogues with those that source code uses.
package struct Usage {
  /// The catalogues and, for the names of accessors and tables, the outputs.
  package var conversion: Conversion
  /// Files and folders.
  package var sources: [String]
  /// Keys that count as used; see ``KeyPattern``.
  package var allowed: [String] = []
  /// Functions of the app that take a key.
  package var functions: [KeyFunction] = []
  /// Swift types of accessors that other tools make.
  package var accessors: [String] = []
  /// Whether each unused key is a finding of its own even where nearly all are unused.
  package var listsAll = false
  /// The Swift types of accessors; those of the outputs unless given.
  package var swiftTypes: [UsageNames.SwiftType]?
  package var kotlinTypes: [String]?

  /// A source file longer than that is no source, but data.
  private static let longestSource = 1 << 28

  package init(_ conversion: Conversion, sources: [String]) {
    self.conversion = conversion
    self.sources = sources
  }

  /// - Returns: the findings, at the severity that the project gives them, and a diagnostic for
  ///   each source that cannot be read.
  /// - Throws: when a catalogue cannot be read.
  package func run() throws(Diagnostic) -> [Diagnostic] {
    var (names, diagnostics) = try readNames()
    var walk = SourceWalk()
    for source in sources { walk.take(source) }
    diagnostics += walk.diagnostics
    var results = Self.read(walk.files, names)
    let aliases = results.reduce(into: [:]) { all, result in
      all.merge(result.findings.aliases) { first, _ in first }
    }
    if !aliases.isEmpty {
      // What the other names mean is known now.
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

  private func readNames() throws(Diagnostic) -> (UsageNames, [Diagnostic]) {
    var tables: Set<String> = []
    var swift: [UsageNames.SwiftType] = []
    var kotlin: [String] = []
    for output in conversion.outputs {
      switch output.kind {
      case .swift(let options):
        swift.append(UsageNames.SwiftType(options.type, nesting: options.nesting))
        tables.insert(output.table)
      case .kotlin(let options): kotlin.append(options.type)
      case .resources, .catalogue: tables.insert(output.table)
      }
    }
    if conversion.outputs.isEmpty { (swift, kotlin) = ([UsageNames.SwiftType("Texts")], ["Texts"]) }
    if tables.isEmpty { tables = ["Localizable"] }
    var names = UsageNames(
      swiftTypes: swiftTypes ?? swift, kotlinTypes: kotlinTypes ?? kotlin, tables: tables,
      functions: functions, accessors: accessors)
    var diagnostics: [Diagnostic] = []
    for catalogue in conversion.catalogues {
      var stream = try conversion.stream(of: catalogue)
      _ = try stream.header()
      while let text = try stream.next() { names.append(Text(text)) }
      diagnostics += stream.takeDiagnostics()
    }
    return (names, diagnostics)
  }

  private struct FileResult: Sendable {
    var findings = SourceFindings()
    var problem: Diagnostic?
  }

  /// - Returns: what is in each of the files, in their order.
  private static func read(
    _ files: [(path: String, kind: SourceFile)], _ names: UsageNames
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

  private static func contents(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(SystemError) {
      // A pipe would keep everybody waiting.
      let file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
      guard status.st_size <= longestSource else { throw SystemError(code: EFBIG) }
      return try file.readAll(expecting: Int(status.st_size))
    } catch {
      throw SystemCalls.unreadable(path, error)
    }
  }
}
