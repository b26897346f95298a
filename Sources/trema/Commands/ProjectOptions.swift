import TremaProject
import TremaSupport

/// Reads `trema.json` for project commands.
extension ProjectFile {
  /// Reads the project file.
  ///
  /// - Returns: The project, or `nil` if the file has errors, and its problems.
  /// - Throws: A diagnostic if the file does not exist or cannot be read.
  static func load(_ invocation: Invocation) throws(Diagnostic) -> (ProjectFile?, [Diagnostic]) {
    let path = invocation.value("project") ?? name
    let file: InputFile
    do throws(Diagnostic) {
      file = try InputFile(path: path)
    } catch {
      var diagnostic = error
      if !invocation.isSet("project") {
        diagnostic.hint =
          "specify a project file with --project; there is no trema.json in this folder"
      }
      throw diagnostic
    }
    return ProjectFile.decode(try file.contents(limit: 1 << 24), file: path)
  }

  /// Returns the paths of all catalogues that the project declares.
  ///
  /// - Throws: A diagnostic if the file cannot be read, or the first of its errors.
  static func catalogs(_ invocation: Invocation) throws(Diagnostic) -> [String] {
    let (project, problems) = try load(invocation)
    if let error = problems.first(where: { $0.severity == .error }) { throw error }
    return project.map { project in
      project.catalogs.flatMap(\.files).map { project.path(of: $0.value) }
    } ?? []
  }

  /// Returns the conversion of the project with the command-line options applied, or `nil` if the
  /// project file has errors.
  static func conversion(
    _ invocation: Invocation
  ) throws(Diagnostic) -> (conversion: Conversion?, diagnostics: [Diagnostic]) {
    let (build, problems) = try build(invocation, Placement(), makesCode: false)
    var conversion = build?.conversion
    // Only checks and builds compare the files of the app.
    conversion?.app = nil
    return (conversion, problems)
  }

  /// Returns the build of the project with the command-line options applied, or `nil` if the
  /// project file has errors.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - placement: The selection of outputs, and their folder.
  ///   - makesCode: Whether to include the generated code of the configuration.
  /// - Returns: The build, and the problems of the project file.
  static func build(
    _ invocation: Invocation, _ placement: Placement, makesCode: Bool = true
  ) throws(Diagnostic) -> (build: Build?, diagnostics: [Diagnostic]) {
    let (project, problems) = try load(invocation)
    guard let project else { return (nil, problems) }
    var (conversion, diagnostics) = project.conversion(placement)
    try conversion?.apply(invocation)
    var generation: Generation?
    if makesCode {
      let (codeGeneration, others) = try project.generation(placement)
      generation = codeGeneration
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
