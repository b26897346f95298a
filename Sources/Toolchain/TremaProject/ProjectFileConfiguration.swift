import TremaConfigValues
import TremaDiagnostics
import TremaJSON

extension ProjectFile {
  /// The configurations of the app, as `trema.json` says it.
  package struct Configuration: Hashable, Sendable {
    package enum Field: String, CaseIterable, Hashable {
      case directory, environments, schema, baseline, merge, interpolation, swift, kotlin
      case infoPlist, googleServiceInfo
    }

    /// The folder of the files; nil for that of the project file.
    package var directory: Located<String>?
    /// Nil when the names of the files decide.
    package var environments: [Environment]?
    /// Nil for `Configuration.schema.json` beside the other files, if there is one.
    package var schema: Located<String>?
    /// Nil for `Configuration.baseline.json` beside the other files, if there is one.
    package var baseline: Located<String>?
    package var merge: ConfigMerge.Rule?
    /// Whether `${a.b}` in a string means another value.
    package var interpolation = false
    /// The property lists of the app; nil for those beside the other files, if they are there.
    package var infoPlist, googleServiceInfo: Located<String>?

    /// The generated code of `swift` and `kotlin`.
    package var generated: [GeneratedConfiguration] = []

    package struct Environment: Hashable, Sendable {
      enum Field: String, CaseIterable, Hashable { case name, extends, production }

      package var name: Located<String>
      package var extends: Located<String>?
      /// Nil when the name decides: `production` is.
      package var isProduction: Bool?
    }

    package init() {}
  }
}

extension ProjectFile.Configuration {
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
  /// `"staging"`, or an object that says more.
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
