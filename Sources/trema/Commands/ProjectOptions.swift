import TremaProject
import TremaSupport

/// Finding and reading `trema.json` for the commands that work on a whole project.
extension ProjectFile {
  /// - Throws: when there is none, or it cannot be read.
  static func load(_ invocation: Invocation) throws(Diagnostic) -> (ProjectFile?, [Diagnostic]) {
    let path = invocation.value("project") ?? name
    let file: InputFile
    do throws(Diagnostic) {
      file = try InputFile(path: path)
    } catch {
      var diagnostic = error
      if !invocation.isSet("project") {
        diagnostic.hint = "there is no trema.json in this folder; name one with --project"
      }
      throw diagnostic
    }
    return ProjectFile.decode(try file.contents(limit: 1 << 24), file: path)
  }

  /// The files of all catalogues that the project declares.
  ///
  /// - Throws: the first error of the project file as well.
  static func catalogues(_ invocation: Invocation) throws(Diagnostic) -> [String] {
    let (project, problems) = try load(invocation)
    if let error = problems.first(where: { $0.severity == .error }) { throw error }
    return project.map { project in
      project.catalogues.flatMap(\.files).map { project.path(of: $0.value) }
    } ?? []
  }

  /// The project's conversion, with the command line's say in it; nil when the file is wrong.
  static func conversion(
    _ invocation: Invocation
  ) throws(Diagnostic) -> (conversion: Conversion?, diagnostics: [Diagnostic]) {
    let (build, problems) = try build(invocation, Placement(), makesCode: false)
    return (build?.conversion, problems)
  }

  /// The project's outputs, with the command line's say in it; nil when the file is wrong.
  ///
  /// - Parameter makesCode: whether the code of the configuration is one of them.
  static func build(
    _ invocation: Invocation, _ placement: Placement, makesCode: Bool = true
  ) throws(Diagnostic) -> (build: Build?, diagnostics: [Diagnostic]) {
    let (project, problems) = try load(invocation)
    guard let project else { return (nil, problems) }
    var (conversion, diagnostics) = project.conversion(placement)
    try conversion?.apply(invocation)
    var generation: Generation?
    if makesCode {
      let (made, others) = try project.generation(placement)
      generation = made
      diagnostics += others
    }
    diagnostics = problems + diagnostics
    guard let conversion, !diagnostics.contains(where: { $0.severity == .error }) else {
      return (nil, diagnostics)
    }
    var build = Build(conversion, root: project.outputRoot(placement))
    build.generation = generation
    return (build, diagnostics)
  }
}
