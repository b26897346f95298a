/// The words that the scanner recognizes.
extension SwiftSources {
  /// The meaning of a word.
  enum Word: Sendable {
    /// A function whose arguments include keys.
    case function([KeyCall.Parameter])
    /// A function or type whose members are named after keys: `.localizable(.loginTitle)`,
    /// `LocalizedStringResource.loginTitle`.
    case symbols([KeyCall.Parameter])
    /// An accessor type, or an alias for one of its nested types, with the path that it refers to.
    case type([UInt8])
    case `typealias`
    case `extension`
    /// A keyword that declares a name.
    case declaration
  }

  /// Returns the name that Xcode gives to a table in code: `localizable` for `Localizable`.
  static func symbol(_ table: String) -> String {
    table.prefix(1).lowercased() + table.dropFirst()
  }

  /// The recognized words, excluding the app's functions.
  static let knownWords = words([])

  /// Returns the recognized words, including the app's functions.
  static func words(_ functions: [KeyFunction]) -> WordTable<Word> {
    var parameters: [[UInt8]: [KeyCall.Parameter]] = [:]
    func add(_ name: String, _ parameter: KeyCall.Parameter) {
      parameters[Array(name.utf8), default: []].append(parameter)
    }
    let localized = Array("localized".utf8)
    let localizable = Array("localizable".utf8)
    for name in ["translate", "NSLocalizedString"] { add(name, KeyCall.Parameter(kind: .key)) }
    for name in ["String", "AttributedString"] {
      add(name, KeyCall.Parameter(kind: .key, label: localized))
      add(name, KeyCall.Parameter(kind: .possibleKey, label: localizable))
    }
    add("localizedString", KeyCall.Parameter(kind: .key, label: Array("forKey".utf8)))
    for name in possibleKeys {
      add(name, KeyCall.Parameter(kind: .possibleKey))
      add(name, KeyCall.Parameter(kind: .possibleKey, label: localizable))
    }
    for function in functions {
      guard let parameter = KeyCall.Parameter(function) else { continue }
      parameters[function.name, default: []].append(parameter)
    }
    var words = WordTable<Word>()
    for (name, parameters) in parameters { words.add(name, .function(parameters)) }
    words.add("LocalizedStringResource", .symbols([KeyCall.Parameter(kind: .key)]))
    words.add("LocalizedStringKey", .symbols([KeyCall.Parameter(kind: .possibleKey)]))
    words.add("typealias", .typealias)
    words.add("extension", .extension)
    for name in ["var", "let", "func", "enum", "struct", "class", "case"] {
      words.add(name, .declaration)
    }
    return words
  }

  /// The SwiftUI functions whose first argument is a `LocalizedStringKey`.
  ///
  /// See Apple's SwiftUI documentation.
  private static let possibleKeys = [
    "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Link",
    "Menu", "Picker", "Section", "Stepper", "NavigationLink", "DatePicker", "ColorPicker",
    "DisclosureGroup", "GroupBox", "ProgressView", "Gauge", "ContentUnavailableView", "Tab",
    "navigationTitle", "navigationBarTitle", "alert", "confirmationDialog", "help", "badge",
    "accessibilityLabel", "accessibilityHint", "accessibilityValue", "tabItem", "searchable",
  ]

  /// The names of members that apps most often add to `String` to look up a text.
  static let knownSuffixes = [
    "localized", "localizedString", "localize", "localised", "l10n", "i18n", "tr",
  ]
}
