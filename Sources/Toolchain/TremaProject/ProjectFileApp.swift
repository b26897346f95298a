import TremaJSON

extension ProjectFile {
  /// The `app` member of `trema.json`: files of the app that are compared with the texts and
  /// languages of the project.
  package struct App: Hashable, Sendable {
    /// The members of the app.
    package enum Field: String, CaseIterable, Hashable { case infoPlist, gradle }

    /// The information property list of the app for Apple's platforms.
    package var infoPlist: Located<String>?
    /// The Gradle build file of the Android app.
    package var gradle: Located<String>?

    /// Reads the `app` member.
    init(reading value: JSONValue, _ reader: inout ProjectFileReader) {
      for field in reader.fields(of: value, "'app'", Field.self) {
        switch field.name {
        case .infoPlist: infoPlist = reader.string(field)
        case .gradle: gradle = reader.string(field)
        }
      }
    }
  }
}
