import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// An argument of a text, as all its languages together show it.
struct Argument: Hashable, Sendable {
  /// What generated code can take; each conforms to `TextArgument` of the run time.
  enum Kind: String, Hashable, Sendable {
    case text = "String"
    case signed = "Int"
    case unsigned = "UInt"
    case floating = "Double"
    case character = "Character"
  }

  /// From 1.
  var number: Int
  var kind: Kind
  /// The placeholder that decided; nil when no language shows the argument but one after it.
  var placeholder: Placeholder?

  /// More than any text needs; a stray `%999999999$@` must not become as many arguments.
  static let maximum = 99

  /// The arguments of a text over all its languages.
  ///
  /// Argument N is what any language shows at N. The master's placeholder decides the type, else
  /// that of the first value in file order that shows the argument; integers are signed if one
  /// language shows them so. An argument that no language shows is a `String`: nothing is known of
  /// it, and anything can be made one.
  ///
  /// - Parameters:
  ///   - text: with all its values.
  ///   - masterLanguage: as the file spells it.
  /// - Returns: one argument for each number from 1 on, and an error for each placeholder that
  ///   asks for something else than these types.
  static func merged(
    from text: Text, masterLanguage: String
  ) -> (arguments: [Argument], errors: [Diagnostic]) {
    if text.values.allSatisfy({ !$0.message.hasPlaceholders }) { return ([], []) }
    let master = text.index(ofLanguage: masterLanguage)
    var shown: [Int: [Placeholder]] = [:]
    var errors: [Diagnostic] = []
    for isMaster in [true, false] {
      for (index, value) in text.values.enumerated() where (index == master) == isMaster {
        for (number, placeholder) in value.message.numberedPlaceholders {
          if placeholder.takesExtentArguments || kind(of: placeholder) == nil || number > maximum {
            let error = Diagnostic.unsupported(placeholder, in: value, of: text)
            if !errors.contains(error) { errors.append(error) }
          } else {
            shown[number, default: []].append(placeholder)
          }
        }
      }
    }
    guard errors.isEmpty, let last = shown.keys.max() else { return ([], errors) }
    let arguments = (1...last).map { number in
      let placeholders = shown[number] ?? []
      guard let first = placeholders.first else { return Argument(number: number, kind: .text) }
      return Argument(
        number: number, kind: merged(placeholders, first: first), placeholder: first)
    }
    return (arguments, [])
  }

  private static func merged(_ placeholders: [Placeholder], first: Placeholder) -> Kind {
    let isSigned = placeholders.contains { $0.type == .integer && $0.isSigned }
    return first.type == .integer && isSigned ? .signed : kind(of: first) ?? .text
  }

  private static func kind(of placeholder: Placeholder) -> Kind? {
    switch placeholder.type {
    case .text: .text
    case .integer: placeholder.isSigned ? .signed : .unsigned
    case .floating: .floating
    case .character: .character
    case .pointer, .boolean, .hash, .date, .none: nil
    }
  }
}
