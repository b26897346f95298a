import TremaProject
import TremaSupport

extension Command {
  /// Builds several projects at the same time.
  ///
  /// The output of each project is printed as soon as the output of all projects before it has been
  /// printed. A project that cannot be built does not stop the others.
  ///
  /// - Parameters:
  ///   - projects: The invocations for the projects.
  ///   - invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A diagnostic of the kind `.usageError` if an option is invalid, or a diagnostic if
  ///   the stamp file cannot be written.
  static func build(
    _ projects: [Invocation], of invocation: Invocation
  ) throws(Diagnostic) -> Int32 {
    // An invalid option is reported once and not for each project.
    _ = try invocation.maxFindings()
    var conversion = Conversion()
    try conversion.apply(invocation)
    let state = LockedValue(BuildSequence(projects: projects))
    let line = ProgressLine()
    try invocation.run(projects, BuiltProject.init) { index, project in
      line.clear()
      state.withLock { $0.append(project, at: index) }
      line.show { "\(index + 1) of \(projects.count) projects" }
    }
    line.clear()
    let status = state.withLock { $0.finish(invocation) }
    if !invocation.isSet("check") { try touchStamp(invocation, status) }
    return status
  }
}

/// The result of building one of several projects.
private struct BuiltProject: Sendable {
  /// The findings and the result as text.
  var output = ProjectOutput()
  /// The exit status.
  var status: Int32
  /// The outputs that are up to date or were written.
  var outputs: [String]
  /// The postponed removal of outputs, or `nil` if there is none.
  var removals: OutputRemovals?

  /// Builds a project.
  init(_ invocation: Invocation) {
    do throws(Diagnostic) {
      (status, outputs, removals) = try Command.build(invocation, &output)
    } catch {
      output.note(DiagnosticPrinter.text(of: [error]))
      (status, outputs, removals) = (ExitStatus.of([error]), [], nil)
    }
  }
}

/// The results of several projects in their order.
private struct BuildSequence: Sendable {
  /// The invocations for the projects.
  let projects: [Invocation]
  /// The exit statuses so far.
  private var statuses: Set<Int32> = []
  /// The paths of the projects that failed.
  private var failed: [String] = []
  /// The projects that wrote each output.
  private var owners = OutputOwners()
  /// The postponed removals of outputs.
  private var removals: [OutputRemovals] = []
  /// The error that prevents further output, or `nil` if there is none.
  private var failure: Diagnostic?

  init(projects: [Invocation]) { self.projects = projects }

  /// Prints the output of the next project.
  ///
  /// - Parameters:
  ///   - project: The result of the project.
  ///   - index: The index of the project.
  mutating func append(_ project: BuiltProject, at index: Int) {
    var output = project.output
    var status = project.status
    if let (path, other) = owners.record(project.outputs, of: index) {
      let collision = sharedOutput(path, projects[other], projects[index])
      output.note(DiagnosticPrinter.text(of: [collision]))
      status = ExitStatus.of([status, ExitStatus.of([collision])])
    }
    statuses.insert(status)
    if status != 0 { failed.append(projects[index].value("project") ?? ProjectFile.name) }
    if let removals = project.removals { self.removals.append(removals) }
    write(output)
  }

  /// Prints the output of a project.
  private mutating func write(_ output: ProjectOutput) {
    do throws(Diagnostic) {
      try output.write()
    } catch {
      if failure == nil { failure = error }
    }
  }

  /// Removes the outputs that no project writes any longer, and reports which projects failed and an
  /// error of standard output.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status of all projects.
  mutating func finish(_ invocation: Invocation) -> Int32 {
    for removals in removals {
      var output = ProjectOutput()
      do throws(Diagnostic) {
        let (removed, diagnostics) = try removals.perform { owners.contains($0) }
        output.note(DiagnosticPrinter.text(of: diagnostics))
        statuses.insert(ExitStatus.of(diagnostics, failOn: invocation.failOn))
        if !invocation.isSet("quiet") {
          output.print(removed.map { "removed \($0)\n" }.joined())
        }
      } catch {
        output.note(DiagnosticPrinter.text(of: [error]))
        statuses.insert(ExitStatus.of([error]))
      }
      write(output)
    }
    if !failed.isEmpty, !invocation.isSet("quiet"), !invocation.isSet("check") {
      Console.note(Array(summary.utf8))
    }
    if let failure {
      DiagnosticPrinter.print([failure])
      statuses.insert(ExitStatus.of([failure]))
    }
    return ExitStatus.of(statuses)
  }

  /// The number and the first names of the projects that failed.
  private var summary: String {
    let names = failed.prefix(5).map(TerminalText.escaped).joined(separator: ", ")
    return "\(failed.count) of \(projects.count) projects failed: \(names)"
      + (failed.count > 5 ? " …\n" : "\n")
  }

  /// Returns the error for an output that two projects write. Only one of them has its own contents
  /// in the file.
  private func sharedOutput(_ path: String, _ first: Invocation, _ second: Invocation) -> Diagnostic
  {
    let names = [first, second].map { "'\($0.value("project") ?? ProjectFile.name)'" }
    return Diagnostic(
      .error, "output-collision", "\(names[0]) and \(names[1]) write to the same file, '\(path)'",
      at: second.value("project").map { SourceLocation(file: $0) },
      hint: "give an output of one project a different directory, table or type")
  }
}
