import TremaConfigValues
import TremaDiagnostics
import TremaJSON

extension ProjectFile {
  /// The `configuration` member of `trema.json`.
  package struct Configuration: Hashable, Sendable {
    /// The members of the configuration.
    package enum Field: String, CaseIterable, Hashable {
      case directory, files, includes, environments, schema, baseline, merge, interpolation, swift
      case kotlin, infoPlist, googleServiceInfo
    }

    /// The folder of the files, or `nil` for the project file's folder.
    package var directory: Located<String>?
    /// The files, or `nil` for the files in the folder that are named like layers.
    package var files: [Located<String>]?
    /// The files that layers may include, or `nil` for all files in the project.
    package var includes: [Located<String>]?
    /// The environments, or `nil` if they are derived from the file names.
    package var environments: [Environment]?
    /// The schema, or `nil` for `Configuration.schema.json` next to the other files, if it exists.
    package var schema: Located<String>?
    /// The baseline, or `nil` for `Configuration.baseline.json` next to the other files, if it
    /// exists.
    package var baseline: Located<String>?
    /// The rule for merging layers, or `nil` for the default rule.
    package var merge: ConfigMerge.Rule?
    /// Whether `${a.b}` in a string is replaced with the `a.b` key's value.
    package var interpolates = false
    /// The property lists of the app, or `nil` for property lists next to the other files, if they
    /// exist.
    package var infoPlist, googleServiceInfo: Located<String>?

    /// The outputs of generated code in Swift and Kotlin.
    package var generated: [GeneratedConfiguration] = []

    /// An environment of the app.
    package struct Environment: Hashable, Sendable {
      /// The members of an environment.
      enum Field: String, CaseIterable, Hashable { case name, extends, production }

      /// The name, which is part of its file names.
      package var name: Located<String>
      /// The environment whose values are inherited, or `nil` if there is none.
      package var extends: Located<String>?
      /// Whether this is a production environment, or `nil` to treat only an environment named
      /// `production` as such.
      package var isProduction: Bool?
    }

    package init() {}
  }
}

extension ProjectFile.Configuration {
  /// Reads the `configuration` member.
  init(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    for field in reader.fields(of: value, "'configuration'", Field.self) {
      switch field.name {
      case .directory: directory = reader.string(field)
      case .files: files = reader.nonemptyStrings(field)
      case .includes: includes = reader.strings(field)
      case .environments:
        environments = reader.elements(field).compactMap { Environment(reading: $0, &reader) }
      case .schema: schema = reader.string(field)
      case .baseline: baseline = reader.string(field)
      case .merge: merge = reader.choice(field)
      case .interpolation: interpolates = reader.bool(field) ?? false
      case .infoPlist: infoPlist = reader.string(field)
      case .googleServiceInfo: googleServiceInfo = reader.string(field)
      case .swift:
        generated += ProjectFile.GeneratedConfiguration.outputs(reading: field, .swift, &reader)
      case .kotlin:
        generated += ProjectFile.GeneratedConfiguration.outputs(reading: field, .kotlin, &reader)
      }
    }
  }
}

extension ProjectFile.Configuration.Environment {
  /// Reads an environment: a name, such as `"staging"`, or an object.
  ///
  /// - Returns: `nil` if the environment is invalid. The problems are recorded in the reader.
  fileprivate init?<Name>(
    reading field: ProjectFileReader.Field<Name>, _ reader: inout ProjectFileReader
  ) {
    guard field.value.object != nil else {
      guard let name = reader.fileName(field) else { return nil }
      self.name = name
      return
    }
    let fields = reader.fields(of: field.value, "an environment", Field.self)
    reader.require([.name], in: field.value, "an environment", fields)
    var name: Located<String>?
    for field in fields {
      switch field.name {
      case .name: name = reader.fileName(field)
      case .extends: extends = reader.string(field)
      case .production: isProduction = reader.bool(field)
      }
    }
    guard let name else { return nil }
    self.name = name
  }
}
