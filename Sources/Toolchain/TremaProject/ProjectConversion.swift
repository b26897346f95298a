import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

extension ProjectFile {
  /// The selection of a project's outputs, and their folder.
  package struct Placement: Sendable {
    /// The formats to write, or `nil` for all formats.
    package var formats: Set<OutputFormat>?
    /// The folder that output directories are relative to, or `nil` for the folder of `trema.json`.
    package var root: String?

    package init() {}
  }

  /// Returns the folder that contains the outputs and their list.
  package func outputRoot(_ placement: Placement) -> String {
    Self.outputRoot(ofProject: file, placement)
  }

  /// Returns the folder that contains the outputs, without reading the project file.
  package static func outputRoot(ofProject file: String, _ placement: Placement) -> String {
    if let root = placement.root { return root }
    let folder = path(of: "", relativeTo: file)
    return folder.isEmpty ? "." : folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Returns the conversion that the project describes.
  ///
  /// - Parameter placement: The selection of outputs, and their folder.
  /// - Returns: The conversion, or `nil` if the project has errors, and the diagnostics.
  package func conversion(
    _ placement: Placement = Placement()
  ) -> (conversion: Conversion?, diagnostics: [Diagnostic]) {
    var maker = ProjectConversion(project: self, placement: placement)
    let conversion = maker.make()
    let hasErrors = maker.diagnostics.contains { $0.severity == .error }
    return (hasErrors ? nil : conversion, maker.diagnostics)
  }
}

extension ProjectFile {
  /// Returns the generation of code for the configuration.
  ///
  /// - Parameter placement: The selection of outputs, and their folder.
  /// - Returns: The generation, or `nil` if there is none or the project has errors, and the
  ///   diagnostics.
  /// - Throws: A diagnostic if the folder of the configuration cannot be read.
  package func generation(
    _ placement: Placement = Placement()
  ) throws(Diagnostic) -> (generation: Generation?, diagnostics: [Diagnostic]) {
    guard let configuration else { return (nil, []) }
    var maker = ProjectConversion(project: self, placement: placement)
    var outputs: [Generation.Output] = []
    for settings in configuration.generated {
      let format = settings.language == .swift ? OutputFormat.swift : .kotlin
      guard placement.formats?.contains(format) ?? true else { continue }
      maker.diagnostics += settings.problems.map(\.diagnostic)
      guard let folder = maker.directory(settings.directory ?? Located(".")) else { continue }
      let path = folder.isEmpty ? settings.fileName : "\(folder)/\(settings.fileName)"
      outputs.append(Generation.Output(settings, path: path))
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

/// Converts the fields of `trema.json` and collects their problems.
private struct ProjectConversion {
  /// The project file to convert.
  let project: ProjectFile
  /// The selection of outputs, and their folder.
  let placement: ProjectFile.Placement
  /// The diagnostics so far.
  var diagnostics: [Diagnostic] = []

  /// Returns the conversion. Invalid fields are reported and ignored.
  mutating func make() -> Conversion {
    var conversion = Conversion()
    conversion.catalogs = project.catalogs.map { catalog in
      var result = Conversion.CatalogInput(
        paths: catalog.files.map { project.path(of: $0.value) })
      result.locations = catalog.files.map(\.location)
      result.backslash = catalog.isBackslashLiteral ? .literal : .escape
      result.masterLanguage = catalog.masterLanguage.flatMap { name in
        language(name).map { Located($0, at: name.location) }
      }
      return result
    }
    if conversion.catalogs.isEmpty, project.configuration?.generated.isEmpty ?? true {
      report(
        "no-catalogue", "the project declares no catalogues",
        at: SourceLocation(file: project.file),
        hint: "add \"catalogues\": [{ \"files\": [\"Texts.trm\"] }]")
    }
    conversion.minimumCoverage = project.minimumCoverage ?? 0
    if let ships = project.ships {
      conversion.shipping = Shipping(
        rule: ships.rule,
        statePath: project.path(of: ships.state?.value ?? ShippingState.defaultName),
        isReadOnly: placement.root != nil, location: ships.location)
    }
    conversion.declaredLanguages = project.languages?.compactMap { language($0) }
    if project.languages?.isEmpty == true {
      report(
        "invalid-field", "'languages' must not be empty", at: SourceLocation(file: project.file),
        hint: "remove the field to use the languages of the catalogue")
    }
    for output in project.outputs where placement.formats?.contains(output.format) ?? true {
      if let output = self.output(output) { conversion.outputs.append(output) }
    }
    // The listings reserve their prefixes even if they are not written this time.
    let prefixes = project.outputs.compactMap(\.listingPrefix)
    conversion.reserve(prefixes: prefixes)
    var whole = Conversion()
    whole.outputs = project.outputs.compactMap { output in
      output.conversionOutput(in: Self.normalizedPath(output.directory.value)).output
    }
    whole.reserve(prefixes: prefixes)
    diagnostics += whole.outputs.selectionMismatches()
    conversion.limitLanguageLists(to: whole.outputs)
    conversion.shipping?.outputs = whole.outputs
    warnOfTables()
    let (policy, problems) = project.checkPolicy()
    conversion.policy = policy
    diagnostics += problems
    conversion.terms = project.terms.map { term($0) }
    conversion.app = AppFiles(project)
    return conversion
  }

  /// Returns an output, or reports the problems of its fields.
  private mutating func output(_ output: ProjectFile.Output) -> ConversionOutput? {
    guard let directory = directory(output.directory) else { return nil }
    let (result, problems) = output.conversionOutput(in: directory)
    for problem in problems {
      report(problem.code, problem.message, at: problem.location, hint: problem.hint)
    }
    let declared = project.languages.map { Set($0.compactMap { LanguageTag($0.value) }) }
    for name in output.languages ?? [] {
      guard let declared, let tag = LanguageTag(name.value), !declared.contains(tag) else {
        continue
      }
      report(
        "invalid-field", "'\(name.value)' is not one of the project's languages", at: name.location,
        hint: "add it to the project's 'languages', or remove it here")
    }
    return result
  }

  /// Warns about Swift accessors that use a table that no output writes, because their lookups
  /// would fail.
  private mutating func warnOfTables() {
    let tables = Set(
      project.outputs.filter { $0.format.name == TextFormat.strings.name }.map {
        $0.table?.value ?? "Localizable"
      })
    if tables.isEmpty { return }
    for output in project.outputs where output.format == .swift {
      let table = output.table?.value ?? "Localizable"
      if tables.contains(table) { continue }
      diagnostics.append(
        Diagnostic(
          .warning, "table-mismatch",
          "the accessors use the table '\(table)', which no output contains",
          at: output.table?.location ?? output.location,
          hint: "use one of \(tables.sorted().map { "'\($0)'" }.joined(separator: ", "))"))
    }
  }

  /// Returns the path of an output's folder.
  ///
  /// The path is relative to the project folder and may intentionally be outside it (`../android`).
  /// If a root folder is specified, a path outside the root folder is reported.
  mutating func directory(_ directory: Located<String>) -> String? {
    guard let root = placement.root else {
      // The path is not shortened, because the list of outputs contains it relative to the folder.
      return Build.path(
        Self.normalizedPath(directory.value), below: project.outputRoot(placement))
    }
    let parts = directory.value.split(separator: "/")
    guard !directory.value.hasPrefix("/"), !parts.contains("..") else {
      report(
        "outside-root", "'\(directory.value)' is outside the output root '\(root)'",
        at: directory.location, hint: "exclude this output with --only")
      return nil
    }
    return ([root] + parts.filter { $0 != "." }.map(String.init)).joined(separator: "/")
  }

  /// Returns a path without empty components and `.`, so that the list of outputs always has the
  /// same spelling.
  private static func normalizedPath(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + parts : parts
  }

  /// Returns a language tag, or reports it if it is invalid.
  private mutating func language(_ name: Located<String>) -> LanguageTag? {
    do throws(Diagnostic) {
      return try LanguageTag(name)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Returns a term with its languages parsed.
  private mutating func term(_ term: ProjectFile.Term) -> Term {
    var result = Term(term.term.value)
    result.isCaseSensitive = term.isCaseSensitive
    result.note = term.note
    for list in term.required {
      if let tag = language(list.language) { result.required[tag] = list.words }
    }
    for list in term.forbidden {
      if let tag = language(list.language) { result.forbidden[tag] = list.words }
    }
    return result
  }

  /// Reports an error of the project file.
  private mutating func report(
    _ code: String, _ message: String, at location: SourceLocation?, hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(.error, code, message, at: location, hint: hint, kind: .unreadable))
  }
}

/// Returns whether a string is a file name that contains no folders, backslashes or control
/// characters and is not hidden.
package func isFileName(_ name: String) -> Bool {
  !name.isEmpty && !name.hasPrefix(".")
    && name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
}

extension SwiftAccessors.Options.Bundle {
  /// Creates a bundle from a field: `main`, which is the default, `module`, or any Swift
  /// expression.
  package init(_ name: String?) {
    switch name {
    case nil, "main": self = .main
    case "module": self = .module
    case let expression?: self = .expression(expression)
    }
  }
}
