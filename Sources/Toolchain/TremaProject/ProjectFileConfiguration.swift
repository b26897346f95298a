import TremaConfigValues
import TremaDiagnostics
import TremaJSON

extension ProjectFile {
  /// The configurations of the app as `trema.json` describes them.
  package struct Configuration: Hashable, Sendable {
    /// The members of the configuration.
    package enum Field: String, CaseIterable, Hashable {
      case directory, environments, schema, baseline, merge, interpolation, swift, kotlin
      case infoPlist, googleServiceInfo
    }

    /// The folder of the files; `nil` for that of the project file.
    package var directory: Located<String>?
    /// The environments; `nil` if they result from the names of the files.
    package var environments: [Environment]?
    /// The schema; `nil` for `Configuration.schema.json` beside the other files, if it exists.
    package var schema: Located<String>?
    /// The baseline; `nil` for `Configuration.baseline.json` beside the other files, if it exists.
    package var baseline: Located<String>?
    /// The rule for merging layers; `nil` for the default one.
    package var merge: ConfigMerge.Rule?
    /// Whether `${a.b}` in a string is replaced by another value.
    package var interpolation = false
    /// The property lists of the app; `nil` for those beside the other files, if they exist.
    package var infoPlist, googleServiceInfo: Located<String>?

    /// The outputs of generated code in Swift and Kotlin.
    package var generated: [GeneratedConfiguration] = []

    /// An environment of the app.
    package struct Environment: Hashable, Sendable {
      /// The members of an environment.
      enum Field: String, CaseIterable, Hashable { case name, extends, production }

      /// The name, which is a part of the names of its files.
      package var name: Located<String>
      /// The environment whose values are inherited; `nil` for none.
      package var extends: Located<String>?
      /// Whether it is a production environment; `nil` if this depends on whether the name is
      /// `production`.
      package var isProduction: Bool?
    }

    package init() {}
  }
}

extension ProjectFile.Configuration {
  /// Reads the member `configuration`.
  init(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    for field in reader.fields(of: value, "'configuration'", Field.self) {
      switch field.name {
      case .directory: directory = reader.string(field)
      case .environments:
        environments = reader.elements(field).compactMap { Environment(reading: $0, &reader) }
      case .schema: schema = reader.string(field)
      case .baseline: baseline = reader.string(field)
      case .merge: merge = reader.choice(field)
      case .interpolation: interpolation = reader.bool(field) ?? false
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
  /// Reads an environment: its name, `"staging"`, or an object.
  ///
  /// - Returns: `nil` if it is invalid; the problems are recorded in the reader.
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
