/// The form of keys and plurals in a JSON file.
package enum JSONStyle: Hashable, Sendable {
  /// One object with keys and strings, with messages spelled as in the catalog.
  case flat
  /// Nested objects for keys that contain the separator.
  case nested(separator: String)
  /// One object with keys and strings in i18next format, with `{{name}}` for arguments and a key
  /// for each plural form, such as `key_one` and `key_other`.
  case i18next

  /// The features that the writer of the style supports.
  var supportedFeatures: Features {
    switch self {
    case .flat: JSONTextsWriter.supportedFeatures
    case .nested: NestedJSONWriter.supportedFeatures
    case .i18next: I18nextWriter.supportedFeatures
    }
  }

  /// Returns a new writer for a file in the style.
  func writer(_ file: FileDescription) -> any LanguageWriter {
    switch self {
    case .flat: JSONTextsWriter(file)
    case .nested(let separator): NestedJSONWriter(separator: separator)
    case .i18next: I18nextWriter(file)
    }
  }
}
