import TremaAccessors
import TremaCatalog
import TremaJSON
import TremaSupport

extension ProjectFile {
  /// A file of generated configuration code, as described by a `"swift"` or `"kotlin"` object.
  package struct GeneratedConfiguration: Hashable, Sendable {
    /// The language of the code.
    package enum Language: String, Hashable, Sendable { case swift, kotlin }

    /// The members of the object.
    package enum Field: String, CaseIterable, Hashable {
      case directory, type, access, package, environments
    }

    /// The language of the code.
    package var language: Language
    /// The folder of the file, or `nil` for the project file's folder.
    package var directory: Located<String>?
    /// The name of the type, or `nil` for ``defaultType``.
    package var type: Located<String>?
    /// The access level in Swift, or `nil` for the default level.
    package var access: SwiftAccessors.Options.Access?
    /// The package in Kotlin, or `nil` if there is none.
    package var package: Located<String>?
    /// The environments whose values are included in the file, or `nil` for the language's default.
    package var environments: [Located<String>]?

    package init(_ language: Language) { self.language = language }

    /// The default name of the type.
    package static let defaultType = "AppConfiguration"

    /// The file's name, which equals the type's name.
    package var fileName: String {
      "\(type?.value ?? Self.defaultType).\(language == .swift ? "swift" : "kt")"
    }
  }
}

extension ProjectFile.GeneratedConfiguration {
  /// Reads one object or an array of objects.
  static func outputs<Name>(
    reading field: ProjectFileReader.Field<Name>, _ language: Language,
    _ reader: inout ProjectFileReader
  ) -> [Self] {
    guard field.value.array != nil else {
      return reader.isObject(field) ? [Self(reading: field.value, language, &reader)] : []
    }
    return reader.elements(field).filter { reader.isObject($0) }
      .map { Self(reading: $0.value, language, &reader) }
  }

  /// Reads an object, and warns about the member that has no effect in the language.
  private init(
    reading value: JSONValue, _ language: Language, _ reader: inout ProjectFileReader
  ) {
    self.init(language)
    let description = "the \(language == .swift ? "Swift" : "Kotlin") output"
    let unused = language == .swift ? Field.package : .access
    for field in reader.fields(of: value, description, Field.self) {
      if field.name == unused {
        reader.warn(ofUnused: field, in: language.rawValue)
        continue
      }
      switch field.name {
      case .directory: directory = reader.string(field)
      case .type: type = reader.fileName(field)
      case .access: access = reader.choice(field)
      case .package: package = reader.string(field)
      case .environments: environments = reader.nonemptyStrings(field)
      }
    }
  }

  /// The problems of the fields, each with its field.
  package var problems: [(field: Field, diagnostic: Diagnostic)] {
    var problems: [(Field, Diagnostic)] = []
    func refuse(_ field: Field, _ message: String, _ value: Located<String>, _ hint: String) {
      problems.append(
        (
          field,
          Diagnostic(
            .error, "invalid-type", message, at: value.location, hint: hint, kind: .unreadable)
        ))
    }
    if let type {
      let name =
        switch language {
        case .swift: SwiftName.typeName(type.value).name
        case .kotlin: KotlinName.typeName(type.value).name
        }
      if name != type.value {
        refuse(.type, "'\(type.value)' is not a valid type name", type, "use '\(name)'")
      }
    }
    if let package, KotlinName.package(package.value) == nil {
      refuse(
        .package, "'\(package.value)' is not a valid package name", package,
        "use a name such as 'com.example.app'")
    }
    return problems
  }
}
