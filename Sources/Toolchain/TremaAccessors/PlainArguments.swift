import TremaCatalog
import TremaMessages

/// The arguments of a text with the simplest placeholders: they have no names but their numbers.
struct PlainArguments: Sendable {
  private let language: AccessorLanguage
  private(set) var isEmpty = true
  /// As a call passes them on, each behind a comma: `, argument1, argument2`. Of the last text that has
  /// any, as it is with ``declarations``: many texts have the same.
  private(set) var names: [UInt8] = []
  /// As the function takes them: `_ argument1: String`.
  private(set) var declarations: [UInt8] = []
  private var placeholders = SimplePlaceholders()

  init(_ language: AccessorLanguage) { self.language = language }

  /// - Returns: false where a percent sign of the text is, or may be, anything else.
  mutating func read(_ text: PlainMember) -> Bool {
    isEmpty = true
    guard text.signs.contains(.percent) else { return true }
    guard let placeholders = SimplePlaceholders(in: text.master) else { return false }
    if placeholders != self.placeholders {
      self.placeholders = placeholders
      spell(placeholders.arguments)
    }
    isEmpty = names.isEmpty
    return true
  }

  private mutating func spell(_ letters: [UInt8]) {
    names.removeAll(keepingCapacity: true)
    declarations.removeAll(keepingCapacity: true)
    for (index, letter) in letters.enumerated() {
      if index > 0 { declarations += ", ".utf8 }
      // Swift's callers write no name of an argument that has none.
      if language == .swift { declarations += "_ ".utf8 }
      let name = "argument\(index + 1)"
      declarations += name.utf8
      declarations += (letter == UInt8(ascii: "@") ? ": String" : ": Int").utf8
      names += ", ".utf8
      names += name.utf8
    }
  }

  /// Whether an argument might have such a name.
  static func mayBeName(_ name: [UInt8]) -> Bool { name.starts(with: "argument".utf8) }
}
