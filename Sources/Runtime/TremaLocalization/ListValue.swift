/// A value in a property list of texts.
enum ListValue: Hashable, Sendable {
  case text(String)
  case dictionary([TextKey: ListValue])
  /// A number, a list or something else that is neither; what, as XML calls it.
  case other(String)

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var dictionary: [TextKey: ListValue]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  /// Dictionaries in dictionaries; a `.stringsdict` has three of them.
  static let deepest = 16
}
