import TremaCatalog
import TremaMessages
import TremaSupport

/// Languages that a command line names, to be compared with those of the catalogues: a mistyped one
/// would otherwise be a language without any translation.
package struct LanguageRequest: Sendable {
  private let requested: [LanguageTag]
  private var table = LanguageTable()
  private var known: Set<LanguageTag>

  /// - Parameter declared: the languages that the project declares; no catalogue needs to have them yet.
  package init(_ requested: [LanguageTag], declared: [LanguageTag] = []) {
    self.requested = requested
    known = Set(declared)
  }

  /// Takes note of a language of a catalogue.
  package mutating func add(_ language: String) {
    let number = table.number(of: language)
    guard number >= table.languages.count - 1 else { return }
    if let tag = table[number].tag { known.insert(tag) }
  }

  /// Refuses the first language that no catalogue has.
  ///
  /// - Throws: kind `.usage`; never where there are no languages at all.
  package func check() throws(Diagnostic) {
    guard !known.isEmpty, let unknown = requested.first(where: { !known.contains($0) }) else {
      return
    }
    let most = 12
    let names = known.sorted().map(\.description)
    let near = nearest(to: unknown.description, among: names).map { "did you mean '\($0)'? " } ?? ""
    throw Diagnostic(
      .error, "usage", "--languages: the catalogue has no '\(unknown)'",
      hint: "\(near)it has \(names.prefix(most).joined(separator: ", "))"
        + (names.count > most ? " and \(names.count - most) more" : ""),
      kind: .usage)
  }
}
