import TremaCatalog
import TremaEditing
import TremaFormats
import TremaJSON
import TremaSupport

extension ProjectFile {
  /// The members of the project file. Messages and the test of the schema use these lists.
  enum Field: String, CaseIterable, Hashable {
    /// The URL that editors use to find the schema.
    case schema = "$schema"
    case catalogs = "catalogues", languages, minimumCoverage, ships, outputs, checks, terms,
      baseline, usage, app, configuration
  }

  /// Decodes `trema.json`.
  ///
  /// Languages and check codes are not validated.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, which is JSON with comments in UTF-8.
  ///   - file: The path of the file, which the paths in it are relative to. The file is not opened.
  /// - Returns: The project, or `nil` if there is an error, and all problems of the file.
  package static func decode(
    _ bytes: [UInt8], file: String
  ) -> (project: ProjectFile?, diagnostics: [Diagnostic]) {
    var reader = ProjectFileReader()
    var project = ProjectFile(file: file)
    do throws(Diagnostic) {
      project.read(try JSONValue.decode(bytes, file: file), &reader)
    } catch {
      return (nil, [error])
    }
    let hasErrors = reader.problems.contains { $0.severity == .error }
    return (hasErrors ? nil : project, reader.problems)
  }

  /// Reads the members of the file.
  private mutating func read(_ value: JSONValue, _ reader: inout ProjectFileReader) {
    for field in reader.fields(of: value, ProjectFile.name, Field.self) {
      switch field.name {
      case .schema: _ = reader.string(field)
      case .catalogs:
        catalogs = reader.elements(field).compactMap { Catalog(reading: $0.value, &reader) }
      case .languages: languages = reader.strings(field)
      case .minimumCoverage: minimumCoverage = reader.percentage(field)
      case .ships: ships = Ships(reading: field.value, &reader)
      case .outputs:
        outputs = reader.elements(field).compactMap { Output(reading: $0.value, &reader) }
      case .checks:
        checks = reader.members(field).compactMap { CheckSetting(reading: $0, &reader) }
      case .baseline: baseline = reader.string(field)
      case .terms:
        terms = reader.elements(field).compactMap { Term(reading: $0.value, &reader) }
      case .usage: usage = Usage(reading: field.value, &reader)
      case .app: app = App(reading: field.value, &reader)
      case .configuration:
        configuration = Configuration(reading: field.value, &reader)
      }
    }
  }
}

extension ProjectFile.Catalog {
  /// The members of a catalogue.
  enum Field: String, CaseIterable, Hashable { case files, rawBackslash, masterLanguage }

  /// Reads a catalogue.
  ///
  /// - Returns: `nil` if the catalogue has no files. The problems are recorded in the reader.
  fileprivate init?(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    var files: [Located<String>]?
    isBackslashLiteral = false
    let fields = reader.fields(of: value, "a catalogue", Field.self)
    for field in fields {
      switch field.name {
      case .files: files = reader.nonemptyStrings(field)
      case .rawBackslash: isBackslashLiteral = reader.bool(field) ?? false
      case .masterLanguage: masterLanguage = reader.string(field)
      }
    }
    reader.require([.files], in: value, "a catalogue", fields)
    guard let files else { return nil }
    self.files = files
  }
}

extension ProjectFile.Ships {
  /// The members of `ships`.
  enum Field: String, CaseIterable, Hashable { case enter, leave, state }

  /// Reads the `ships` member. Without `leave`, languages leave at the threshold at which they
  /// enter.
  fileprivate init(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    location = value.location
    var leave: (percent: Int, location: SourceLocation?)?
    let fields = reader.fields(of: value, "'ships'", Field.self)
    reader.require([.enter], in: value, "'ships'", fields)
    for field in fields {
      switch field.name {
      case .enter: rule.enter = reader.percentage(field) ?? rule.enter
      case .leave: leave = reader.percentage(field).map { ($0, field.value.location) }
      case .state: state = reader.string(field)
      }
    }
    rule.leave = leave?.percent ?? rule.enter
    if rule.leave > rule.enter {
      reader.report(
        "invalid-field", "'leave' (\(rule.leave)) exceeds 'enter' (\(rule.enter))",
        at: leave?.location, hint: "lower 'leave' or raise 'enter'")
    }
  }
}

extension ProjectFile.Usage {
  /// The members of `usage`.
  enum Field: String, CaseIterable, Hashable { case sources, allow, functions, accessors }

  /// Reads the `usage` member.
  fileprivate init(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    for field in reader.fields(of: value, "'usage'", Field.self) {
      switch field.name {
      case .sources: sources = reader.strings(field) ?? []
      case .allow: allow = reader.strings(field) ?? []
      case .functions:
        functions = reader.elements(field).compactMap {
          reader.parsed($0, hint: KeyFunction.hint, KeyFunction.init)
        }
      case .accessors: accessors = reader.strings(field) ?? []
      }
    }
  }
}

extension ProjectFile.Output {
  /// The members of an output.
  enum Field: String, CaseIterable, Hashable {
    case name, format, directory, table, type, bundle, imports, access, nest, swiftUI, package,
      androidNamespace, resources, resourcesPackage, resourcesClass, style, layout, encoding,
      version, prefix, defaultLanguage, fallback, statuses, keys, exceptKeys, tags, languages,
      platform, languageNames

    /// The members that apply to every format.
    static let common: Set<Field> = [
      .name, .format, .directory, .keys, .exceptKeys, .tags, .languages, .platform,
    ]
    /// The members that select texts.
    static let selection: Set<Field> = [.keys, .exceptKeys, .tags, .platform]
  }

  /// Reads an output, and warns about members that do not apply to its format.
  ///
  /// - Returns: `nil` if the format is missing or unknown. The problems are recorded in the reader.
  fileprivate init?(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    let fields = reader.fields(of: value, "an output", Field.self)
    reader.require([.format, .directory], in: value, "an output", fields)
    var format: OutputFormat?
    var output = Self(format: .swift, directory: Located(""))
    for field in fields {
      switch field.name {
      case .name: output.name = reader.string(field)
      case .format:
        format = reader.word(field, OutputFormat.names).flatMap(OutputFormat.init(name:))
      case .directory: output.directory = reader.string(field) ?? output.directory
      case .table: output.table = reader.fileName(field)
      case .type: output.type = reader.fileName(field)
      case .bundle: output.bundle = reader.string(field)?.value
      case .imports: output.imports = reader.strings(field)?.map(\.value) ?? []
      case .access: output.access = reader.choice(field)
      case .nest: output.nest = reader.string(field)?.value
      case .swiftUI: output.includesSwiftUI = reader.bool(field) ?? false
      case .package: output.package = reader.string(field)
      case .androidNamespace: output.androidNamespace = reader.string(field)
      case .resources: output.resources = reader.choice(field)
      case .resourcesPackage: output.resourcesPackage = reader.string(field)
      case .resourcesClass: output.resourcesClass = reader.string(field)
      case .style: output.style = reader.choice(field)
      case .layout: output.layout = reader.choice(field)
      case .encoding: output.encoding = reader.choice(field)
      case .version: output.version = reader.choice(field)
      case .prefix: output.prefix = reader.string(field)
      case .defaultLanguage: output.defaultLanguage = reader.string(field)
      case .fallback: output.fallback = reader.choice(field)
      case .statuses: output.statuses = reader.words(field, Status.names)
      case .keys: output.keys = reader.nonemptyStrings(field)
      case .exceptKeys: output.exceptKeys = reader.nonemptyStrings(field) ?? []
      case .tags: output.tags = reader.nonemptyStrings(field)
      case .languages: output.languages = reader.nonemptyStrings(field)
      case .platform: output.platform = reader.choice(field)
      case .languageNames:
        output.languageNames = reader.members(field).compactMap {
          ProjectFile.LanguageName(reading: $0, &reader)
        }
      }
    }
    guard let format else { return nil }
    output.format = format
    output.location = value.location
    for field in fields where !format.uses(field.name) {
      reader.warn(ofUnused: field, in: format.name)
    }
    self = output
  }
}

extension ProjectFile.LanguageName {
  /// Reads the name of a language: `"zh-Hans": "zh-rCN"`.
  ///
  /// - Returns: `nil` if the name is invalid. The problems are recorded in the reader.
  fileprivate init?(reading member: JSONObject.Member, _ reader: inout ProjectFileReader) {
    let field = ProjectFileReader.Field(name: member.name, member)
    guard let name = reader.fileName(field) else { return nil }
    self.init(language: Located(member.name, at: member.nameLocation), name: name.value)
  }
}
