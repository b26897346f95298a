import TremaEditing
import TremaMessages
import TremaSupport

/// Asks a person at a terminal what is to become of each conflict.
final class ImportDialogue {
  /// What was answered for all conflicts of a kind.
  private var taken: Set<ImportChange.Group> = []

  /// - Throws: kind `.usage`, when nobody sits at a terminal.
  init() throws(Diagnostic) {
    guard Console.isInteractive else {
      throw Invocation.usage(
        "--interactive needs a terminal to ask at",
        hint: "name what is to be applied: --accept value,status")
    }
  }

  /// - Returns: `nil` when the answer is no language, or there is none.
  static func askForMaster(_ languages: [LanguageTag]) -> LanguageTag? {
    let list = languages.map(\.description).joined(separator: ", ")
    Console.note(Array("which language are the others translated from? (\(list)): ".utf8))
    return readLine().flatMap { LanguageTag($0) }
  }

  func ask(_ change: ImportChange, _ conflict: Diagnostic) -> CatalogImport.Choice {
    let group = change.group
    if taken.contains(group) { return .take }
    DiagnosticPrinter.print(conflict)
    while true {
      Console.note(
        Array("\(change.title): [k]eep, [t]ake, take [a]ll of \(group.rawValue), [q]uit? ".utf8))
      // The end of the input is nobody's consent.
      guard let answer = readLine() else { return .quit }
      switch answer.lowercased() {
      case "k", "keep": return .keep
      case "t", "take": return .take
      case "a", "all":
        taken.insert(group)
        return .take
      case "q", "quit": return .quit
      default: continue
      }
    }
  }
}
