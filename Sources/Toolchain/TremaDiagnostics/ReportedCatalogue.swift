import TremaSupport

/// A catalogue of texts as a report shows it.
package struct ReportedCatalogue: Sendable {
  package struct Value: Hashable, Sendable {
    /// The language as the catalog spells it.
    package var language: String
    /// One of ``ReportedCatalogue/statuses``.
    package var status: String
    package var text: String
    /// The language as the file spells it, and findings do.
    package var spelling: String

    package init(language: String, status: String, text: String, spelling: String? = nil) {
      self.language = language
      self.status = status
      self.text = text
      self.spelling = spelling ?? language
    }
  }

  /// The text that a finding is about, or the part of one of its values.
  package struct Place: Hashable, Sendable {
    /// The index of the row.
    package var row: Int
    /// The index of the value in the row; `nil` for the text as a whole.
    package var value: Int?
    /// UTF-8 offsets in the text of the value; `nil` for all of it.
    package var range: Range<Int>?

    package init(row: Int, value: Int? = nil, range: Range<Int>? = nil) {
      (self.row, self.value, self.range) = (row, value, range)
    }
  }

  package struct Row: Hashable, Sendable {
    package var key: String
    package var context: String
    package var values: [Value]
    /// False for what is the same in every language, which is then missing in none.
    package var isTranslatable: Bool

    package init(key: String, context: String, values: [Value], isTranslatable: Bool = true) {
      self.key = key
      self.context = context
      self.values = values
      self.isTranslatable = isTranslatable
    }
  }

  /// The statuses there are, in their order.
  package var statuses: [String]
  /// The languages in which a text can be missing, in the order to show them.
  package var languages: [String] = []
  package private(set) var rows: [Row] = []
  /// The places of findings, by their locations.
  package var places: [SourceLocation: Place] = [:]
  /// How many values each language has of each status.
  private(set) var counts: [String: [String: Int]] = [:]

  package init(statuses: [String]) { self.statuses = statuses }

  package mutating func append(_ row: Row) {
    for value in row.values { counts[value.language, default: [:]][value.status, default: 0] += 1 }
    rows.append(row)
  }

  /// The languages that a row has no value in.
  func missing(in row: Row) -> [String] {
    guard row.isTranslatable else { return [] }
    let present = Set(row.values.map(\.language))
    return languages.filter { !present.contains($0) }
  }

  /// The languages to show: those that are asked for, then the others that values have.
  var shownLanguages: [String] {
    languages + counts.keys.filter { !languages.contains($0) }.sorted()
  }
}
