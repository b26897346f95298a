/// How keys and plurals are in a JSON file.
package enum JSONStyle: Hashable, Sendable {
  /// One object of keys and texts; messages as the catalogue has them.
  case flat
  /// Objects in objects, where the separator is in a key.
  case nested(separator: String)
  /// One object of keys and texts in the words of i18next: `{{name}}`, and a key for each form of a
  /// plural, `key_one` and `key_other`.
  case i18next

  var supportedFeatures: Features {
    switch self {
    case .flat: JSONTextsWriter.supportedFeatures
    case .nested: NestedJSONWriter.supportedFeatures
    case .i18next: I18nextWriter.supportedFeatures
    }
  }

  func writer(_ file: FileDescription) -> any LanguageWriter {
    switch self {
    case .flat: JSONTextsWriter(file)
    case .nested(let separator): NestedJSONWriter(separator: separator)
    case .i18next: I18nextWriter(file)
    }
  }
}
