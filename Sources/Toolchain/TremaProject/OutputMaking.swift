import TremaAccessors
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// A problem with an output field, in `trema.json` or as a command-line option.
package struct OutputProblem: Hashable, Sendable {
  /// The field in `trema.json`. The command-line option has the same name in kebab case.
  package var field: String
  /// The code of the diagnostic.
  package var code: String
  /// The message of the diagnostic.
  package var message: String
  /// The location of the value, or `nil` for a command-line option.
  package var location: SourceLocation?
  /// The hint of the diagnostic.
  package var hint: String?

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - field: The field with the invalid value.
  ///   - code: The code of the diagnostic.
  ///   - message: The message of the diagnostic.
  ///   - value: The invalid value, whose location is used.
  ///   - hint: The hint of the diagnostic.
  init(
    _ field: ProjectFile.Output.Field, _ code: String, _ message: String, _ value: Located<String>,
    hint: String? = nil
  ) {
    self.field = field.rawValue
    self.code = code
    self.message = message
    location = value.location
    self.hint = hint
  }
}

extension ProjectFile.Output {
  /// Returns the output of a conversion that these fields describe.
  ///
  /// - Parameters:
  ///   - directory: The path of the output folder, relative to the current folder.
  ///   - compatibility: The older tool whose output is reproduced. It was less strict about names.
  /// - Returns: The output, or `nil` if a field is invalid, and the problems of the fields.
  package func conversionOutput(
    in directory: String, compatibility: Compatibility? = nil
  ) -> (output: ConversionOutput?, problems: [OutputProblem]) {
    var maker = OutputMaker(output: self, compatibility: compatibility)
    let result = maker.make(in: directory)
    return (maker.problems.isEmpty ? result : nil, maker.problems)
  }
}

/// Converts the fields of one output and collects their problems.
private struct OutputMaker {
  /// The fields of the output.
  let output: ProjectFile.Output
  /// The older tool whose output is reproduced, or `nil` if there is none.
  let compatibility: Compatibility?
  /// The problems so far.
  var problems: [OutputProblem] = []

  /// Returns the output. Invalid fields are reported and replaced with a default.
  mutating func make(in directory: String) -> ConversionOutput {
    let table = output.table?.value ?? compatibility?.table ?? "Localizable"
    if let table = output.table { checkFileName(table, .table) }
    var result = ConversionOutput(kind(table: table), directory: directory, table: table)
    result.name = output.name?.value
    result.location = output.location
    result.selection.statuses = output.statuses.map(Set.init)
    result.selection.fallback = output.fallback ?? .none
    if let name = output.defaultLanguage {
      result.selection.defaultLanguage = language(name, .defaultLanguage)
      result.defaultLanguageLocation = name.location
    }
    for name in output.languages ?? [] {
      guard let tag = language(name, .languages) else { continue }
      result.languages = (result.languages ?? []) + [tag]
      result.languageLocations[tag] = name.location
    }
    if output.format.uses(.keys) { result.slice = slice(platform: result.platform) }
    if case .listing(let store) = result.kind { result.slice.store = store }
    if let prefix = output.prefix, prefix.value.isEmpty {
      problems.append(OutputProblem(.prefix, "invalid-field", "'' cannot be a prefix", prefix))
    }
    for name in output.languageNames {
      guard let tag = language(name.language, .languageNames) else { continue }
      checkFolderName(Located(name.name, at: name.language.location), of: result)
      result.folderNames[tag] = name.name
    }
    switch output.style ?? .flat {
    case .flat: result.jsonStyle = .flat
    case .nested: result.jsonStyle = .nested(separator: output.nest ?? ".")
    case .i18next: result.jsonStyle = .i18next
    }
    result.xliffVersion = output.version ?? .v12
    result.propertiesEncoding = output.encoding ?? .ascii
    return result
  }

  /// Returns the texts of the output.
  ///
  /// - Parameter platform: The platform of the format.
  private func slice(platform: AppPlatform?) -> Slice {
    var slice = Slice()
    slice.keys = (output.keys ?? []).map(Slice.Pattern.init)
    slice.exceptKeys = output.exceptKeys.map(Slice.Pattern.init)
    slice.tags = output.tags ?? []
    slice.platform = output.platform ?? platform
    slice.prefix = output.listingPrefix
    return slice
  }

  /// Returns the kind of the output: accessors with their options, or a text format.
  private mutating func kind(table: String) -> ConversionOutput.Kind {
    switch output.format.kind {
    case .swift: return .swift(swiftOptions(table: table))
    case .kotlin: return .kotlin(kotlinOptions())
    case .localeConfig: return .localeConfig
    case .texts(.languages(let format)): return .resources(format)
    case .texts(.catalog(let format)): return .catalog(format)
    case .texts(.listing(let store)): return .listing(store)
    case .texts(.either(let catalog, let languages)):
      return output.layout == .translation ? .resources(languages) : .catalog(catalog)
    }
  }

  /// Returns the options of Swift accessors.
  private mutating func swiftOptions(table: String) -> SwiftAccessors.Options {
    var options = SwiftAccessors.Options(table: table)
    if let type = output.type {
      let name = SwiftName.typeName(type.value).name
      if name != type.value,
        compatibility != .girders || !GirdersAccessors.isTypeName(type.value)
      {
        reportInvalid(type: type, hint: name)
      }
      options.type = type.value
    }
    options.bundle = SwiftAccessors.Options.Bundle(output.bundle)
    options.imports += output.imports
    options.access = output.access ?? .public
    options.nesting = output.nest
    options.includesSwiftUI = output.includesSwiftUI
    return options
  }

  /// Returns the options of Kotlin accessors.
  private mutating func kotlinOptions() -> KotlinAccessors.Options {
    var options = KotlinAccessors.Options()
    options.resources = output.resources ?? .android
    if let type = output.resourcesClass {
      let name = options.resourcesClassName(type.value)
      if name != type.value { reportInvalid(type: type, .resourcesClass, hint: name) }
      options.resourcesClass = type.value
    }
    if let type = output.type {
      let name = options.typeName(type.value)
      if name != type.value { reportInvalid(type: type, hint: name) }
      options.type = type.value
    }
    options.package = package(output.package, .package)
    options.androidNamespace = package(output.androidNamespace, .androidNamespace)
    options.resourcesPackage = package(output.resourcesPackage, .resourcesPackage)
    return options
  }

  /// Reports an invalid name of a type.
  private mutating func reportInvalid(
    type: Located<String>, _ field: ProjectFile.Output.Field = .type, hint: String
  ) {
    problems.append(
      OutputProblem(
        field, "invalid-type", "'\(type.value)' is not a valid type name", type,
        hint: "use '\(hint)'"))
  }

  /// Returns the name of a package, or reports it if it is invalid.
  private mutating func package(
    _ name: Located<String>?, _ field: ProjectFile.Output.Field
  ) -> String? {
    guard let name else { return nil }
    if KotlinName.package(name.value) != nil { return name.value }
    problems.append(
      OutputProblem(
        field, "invalid-type", "'\(name.value)' is not a valid package name", name,
        hint: "use a name such as 'com.example.texts'"))
    return nil
  }

  /// Returns a language tag, or reports it if it is invalid.
  private mutating func language(
    _ name: Located<String>, _ field: ProjectFile.Output.Field
  ) -> LanguageTag? {
    if let tag = LanguageTag(name.value) { return tag }
    problems.append(
      OutputProblem(
        field, "invalid-language", "'\(name.value)' is not a language tag", name,
        hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'"))
    return nil
  }

  /// Reports a name of a language that cannot be a folder, or is not a locale of the output's store.
  private mutating func checkFolderName(_ name: Located<String>, of result: ConversionOutput) {
    guard case .listing(let store) = result.kind else { return checkFileName(name, .languageNames) }
    if store.hasLocale(name.value) { return }
    problems.append(
      OutputProblem(
        .languageNames, "invalid-field", "'\(name.value)' is not a locale of \(store.title)", name,
        hint: "use one of its locales, such as 'en-US'"))
  }

  /// Reports a name that cannot be part of a path, so that names cannot refer to other folders.
  private mutating func checkFileName(
    _ name: Located<String>, _ field: ProjectFile.Output.Field
  ) {
    if isFileName(name.value) { return }
    problems.append(
      OutputProblem(field, "invalid-name", "'\(name.value)' is not allowed in a file name", name))
  }
}
