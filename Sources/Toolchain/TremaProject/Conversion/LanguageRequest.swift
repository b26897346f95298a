import TremaCatalog
import TremaMessages
import TremaSupport

/// The languages of a command-line option, which are compared with the languages of the catalogues.
/// Otherwise a misspelled language would be treated as a language without translations.
package struct LanguageRequest: Sendable {
  /// The requested languages.
  private let requested: [LanguageTag]
  /// The languages of the catalogues by spelling.
  private var table = LanguageTable()
  /// The languages of the catalogues and the project.
  private var known: Set<LanguageTag>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - requested: The requested languages.
  ///   - declared: The languages that the project declares. They need not occur in a catalogue.
  package init(_ requested: [LanguageTag], declared: [LanguageTag] = []) {
    self.requested = requested
    known = Set(declared)
  }

  /// Adds a language of a catalogue.
  package mutating func add(_ language: String) {
    let number = table.number(of: language)
    // Only a language that is new in the table needs to be parsed.
    guard number >= table.languages.count - 1 else { return }
    if let tag = table[number].tag { known.insert(tag) }
  }

  /// Verifies that all requested languages are known.
  ///
  /// - Throws: A diagnostic of the kind `.usage` for the first unknown language. No error is thrown
  ///   if there are no languages at all.
  package func check() throws(Diagnostic) {
    guard !known.isEmpty, let unknown = requested.first(where: { !known.contains($0) }) else {
      return
    }
    let limit = 12
    let names = known.sorted().map(\.description)
    throw Diagnostic(
      .error, "usage", "--languages: the catalogue has no language '\(unknown)'",
      hint: closestMatch(to: unknown.description, among: names).map { "did you mean '\($0)'?" }
        ?? "use one of \(names.prefix(limit).map { "'\($0)'" }.joined(separator: ", "))"
        + (names.count > limit ? " and \(names.count - limit) more" : ""),
      kind: .usage)
  }
}
