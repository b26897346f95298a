import TremaCatalog
import TremaMessages
import TremaSupport

/// The languages in a command-line option, which are compared with those in the catalogs. Otherwise
/// a misspelled language would be treated as one without translations.
package struct LanguageRequest: Sendable {
  /// The requested languages.
  private let requested: [LanguageTag]
  /// The languages of the catalogs by spelling.
  private var table = LanguageTable()
  /// The languages of the catalogs and the project.
  private var known: Set<LanguageTag>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - requested: The requested languages.
  ///   - declared: The languages that the project declares. They need not occur in a catalog.
  package init(_ requested: [LanguageTag], declared: [LanguageTag] = []) {
    self.requested = requested
    known = Set(declared)
  }

  /// Adds a language of a catalog.
  package mutating func add(_ language: String) {
    let number = table.number(of: language)
    // Only a language that is new in the table needs to be parsed.
    guard number >= table.languages.count - 1 else { return }
    if let tag = table[number].tag { known.insert(tag) }
  }

  /// Verifies that all requested languages are known.
  ///
  /// - Throws: A `.usage` diagnostic for the first unknown language. No error is thrown if there
  ///   are no languages at all.
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
