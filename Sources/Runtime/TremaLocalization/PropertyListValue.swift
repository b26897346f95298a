/// A value in a property list that contains strings.
enum PropertyListValue: Hashable, Sendable {
  case text(String)
  case dictionary([TextKey: PropertyListValue])
  /// A value of any other type, with its XML element name, such as `integer` or `array`.
  case other(String)

  /// The text, or `nil` for other types.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The entries, or `nil` for other types.
  var dictionary: [TextKey: PropertyListValue]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  /// The maximum nesting depth of dictionaries. A `.stringsdict` file has three levels.
  static let maxDepth = 16
}
