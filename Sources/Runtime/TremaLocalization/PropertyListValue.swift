/// A value in a property list with texts.
enum PropertyListValue: Hashable, Sendable {
  case text(String)
  case dictionary([TextKey: PropertyListValue])
  /// A value of another kind, with its name in the XML format, such as `integer` or `array`.
  case other(String)

  /// The text; `nil` for other kinds.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The entries; `nil` for other kinds.
  var dictionary: [TextKey: PropertyListValue]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  /// The maximum nesting depth of dictionaries. A `.stringsdict` file has three levels.
  static let maxDepth = 16
}
