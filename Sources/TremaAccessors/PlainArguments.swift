import TremaCatalog
import TremaMessages

/// The arguments of a text with the simplest placeholders: they have no names but their numbers.
struct PlainArguments: Sendable {
  /// As a call passes them on, each behind a comma: `, argument1, argument2`.
  private(set) var names: [UInt8] = []
  /// As the function takes them: `_ argument1: String`.
  private(set) var declarations: [UInt8] = []

  /// - Returns: false where a percent sign of the text is, or may be, anything else.
  mutating func read(_ text: PlainMember, in language: AccessorLanguage) -> Bool {
    if !names.isEmpty {
      names.removeAll(keepingCapacity: true)
      declarations.removeAll(keepingCapacity: true)
    }
    guard text.signs.contains(.percent) else { return true }
    guard let placeholders = SimplePlaceholders(in: text.master) else { return false }
    for (index, letter) in placeholders.arguments.enumerated() {
      if index > 0 { declarations += ", ".utf8 }
      // Swift's callers write no name of an argument that has none.
      if language == .swift { declarations += "_ ".utf8 }
      let name = "argument\(index + 1)"
      declarations += name.utf8
      declarations += (letter == UInt8(ascii: "@") ? ": String" : ": Int").utf8
      names += ", ".utf8
      names += name.utf8
    }
    return true
  }

  /// Whether an argument might have such a name.
  static func mayBeName(_ name: [UInt8]) -> Bool { name.starts(with: "argument".utf8) }
}
