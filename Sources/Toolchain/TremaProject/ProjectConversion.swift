import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

extension ProjectFile {
  /// The folder of the outputs of a project, and their selection.
  package struct Placement: Sendable {
    /// Only outputs of these formats; nil for all.
    package var only: Set<OutputFormat>?
    /// The folder that the directories of outputs are below; nil for the folder of `trema.json`.
    package var root: String?

    package init() {}
  }

  /// The folder that outputs, and the list of them, are below.
  package func outputRoot(_ placement: Placement) -> String {
    Self.outputRoot(ofProject: file, placement)
  }

  /// The same, before the project file was read.
  package static func outputRoot(ofProject file: String, _ placement: Placement) -> String {
    if let root = placement.root { return root }
    let folder = path(of: "", beside: file)
    return folder.isEmpty ? "." : folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The conversion that the project describes.
  ///
  /// - Returns: nil when something in the file makes no sense; the diagnostics say what.
  package func conversion(
    _ placement: Placement = Placement()
  ) -> (conversion: Conversion?, diagnostics: [Diagnostic]) {
    var maker = ProjectConversion(project: self, placement: placement)
    let conversion = maker.make()
    let isWrong = maker.diagnostics.contains { $0.severity == .error }
    return (isWrong ? nil : conversion, maker.diagnostics)
  }
}

extension ProjectFile {
  /// The code that is made of the configuration.
  ///
  /// - Returns: nil when there is none to make, or something in the file makes no sense.
  /// - Throws: when the folder of the configuration cannot be read.
  package func generation(
    _ placement: Placement = Placement()
  ) throws(Diagnostic) -> (generation: Generation?, diagnostics: [Diagnostic]) {
    guard let configuration else { return (nil, []) }
    var maker = ProjectConversion(project: self, placement: placement)
    var outputs: [Generation.Output] = []
    for words in configuration.generated {
      let format = words.language == .swift ? OutputFormat.swift : .kotlin
      guard placement.only?.contains(format) ?? true else { continue }
      maker.diagnostics += words.problems.map(\.diagnostic)
      guard let folder = maker.directory(words.directory ?? Located(".")) else { continue }
      let path = folder.isEmpty ? words.fileName : "\(folder)/\(words.fileName)"
      outputs.append(Generation.Output(words, path: path))
    }
    if outputs.isEmpty || maker.diagnostics.contains(where: { $0.severity == .error }) {
      return (nil, maker.diagnostics)
    }
    return (
      Generation(try ConfigurationSet(configuration, of: self), outputs: outputs),
      maker.diagnostics
    )
  }
}

/// Turns words of `trema.json` into values, and collects what is wrong with them.
private struct ProjectConversion {
  let project: ProjectFile
  let placement: ProjectFile.Placement
  var diagnostics: [Diagnostic] = []

  mutating func make() -> Conversion {
    var conversion = Conversion()
    conversion.catalogues = project.catalogues.map { catalogue in
      var result = Conversion.Catalogue(paths: catalogue.files.map { project.path(of: $0.value) })
      result.locations = catalogue.files.map(\.location)
      result.backslash = catalogue.rawBackslash ? .literal : .escape
      return result
    }
    if conversion.catalogues.isEmpty, project.configuration?.generated.isEmpty ?? true {
      report(
        "no-catalogue", "the project names no catalogue", at: SourceLocation(file: project.file),
        hint: "\"catalogues\": [{ \"files\": [\"Texts.trm\"] }]")
    }
    conversion.minimumCoverage = project.minimumCoverage ?? 0
    conversion.declaredLanguages = project.languages?.compactMap { language($0) }
    if project.languages?.isEmpty == true {
      report(
        "invalid-field", "'languages' names no language", at: SourceLocation(file: project.file),
        hint: "leave the field out to speak those that the catalogue has")
    }
    for output in project.outputs where placement.only?.contains(output.format) ?? true {
      if let output = self.output(output) { conversion.outputs.append(output) }
    }
    warnOfTables()
    let (policy, problems) = project.checkPolicy()
    conversion.policy = policy
    diagnostics += problems
    conversion.terms = project.terms.map { term($0) }
    return conversion
  }

  private mutating func output(_ output: ProjectFile.Output) -> ConversionOutput? {
    guard let directory = directory(output.directory) else { return nil }
    let (made, problems) = output.making(in: directory)
    for problem in problems {
      report(problem.code, problem.message, at: problem.location, hint: problem.hint)
    }
    return made
  }

  /// Accessors look their texts up in a table; when no output makes it, they find nothing.
  private mutating func warnOfTables() {
    let made = Set(
      project.outputs.filter { $0.format.name == TextFormat.strings.name }.map {
        $0.table?.value ?? "Localizable"
      })
    if made.isEmpty { return }
    for output in project.outputs where output.format == .swift {
      let table = output.table?.value ?? "Localizable"
      if made.contains(table) { continue }
      diagnostics.append(
        Diagnostic(
          .warning, "table-mismatch",
          "the accessors look in the table '\(table)', which no output makes",
          at: output.table?.location ?? output.location,
          hint: "the tables made are \(made.sorted().joined(separator: ", "))"))
    }
  }

  /// Below the folder of the project, which may lead out of it on purpose (`../android`); below an
  /// output root that was given, nothing may.
  mutating func directory(_ directory: Located<String>) -> String? {
    guard let root = placement.root else {
      return project.path(of: Self.plain(directory.value))
    }
    let parts = directory.value.split(separator: "/")
    guard !directory.value.hasPrefix("/"), !parts.contains("..") else {
      report(
        "outside-root", "'\(directory.value)' leads out of the output root '\(root)'",
        at: directory.location, hint: "leave this output out with --only")
      return nil
    }
    return ([root] + parts.filter { $0 != "." }.map(String.init)).joined(separator: "/")
  }

  /// The path without what leads nowhere, so that the list of outputs always has the same words.
  private static func plain(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + parts : parts
  }

  private mutating func language(_ name: Located<String>) -> LanguageTag? {
    do throws(Diagnostic) {
      return try LanguageTag(name)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  private mutating func term(_ term: ProjectFile.Term) -> Term {
    var result = Term(term.term.value)
    result.isCaseSensitive = term.isCaseSensitive
    result.note = term.note
    for words in term.required {
      if let tag = language(words.language) { result.required[tag] = words.words }
    }
    for words in term.forbidden {
      if let tag = language(words.language) { result.forbidden[tag] = words.words }
    }
    return result
  }

  private mutating func report(
    _ code: String, _ message: String, at location: SourceLocation?, hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(.error, code, message, at: location, hint: hint, kind: .unreadable))
  }
}

/// True for a name without folders and controls that is not hidden.
package func isFileName(_ name: String) -> Bool {
  !name.isEmpty && !name.hasPrefix(".")
    && name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
}

extension SwiftAccessors.Options.Bundle {
  /// `main` (also for nil), `module`, or any expression.
  package init(_ name: String?) {
    switch name {
    case nil, "main": self = .main
    case "module": self = .module
    case let expression?: self = .expression(expression)
    }
  }
}
