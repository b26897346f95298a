import TremaSupport

/// A catalog in the form shown in the HTML report.
package struct ReportedCatalog: Sendable {
  /// A value of a text in one language.
  package struct Value: Hashable, Sendable {
    /// The language in the catalog's spelling.
    package var language: String
    /// The status, one of ``ReportedCatalog/statuses``.
    package var status: String
    /// The whole value as displayed text.
    package var text: String
    /// The language as spelled in the file and in findings.
    package var spelling: String

    package init(language: String, status: String, text: String, spelling: String? = nil) {
      self.language = language
      self.status = status
      self.text = text
      self.spelling = spelling ?? language
    }
  }

  /// The text that a finding is about, or a part of one of its values.
  package struct Position: Hashable, Sendable {
    /// The index of the row.
    package var row: Int
    /// The index of the value in the row, or `nil` for the whole text.
    package var value: Int?
    /// The range of UTF-8 offsets in the value's text, or `nil` for the whole value.
    package var range: Range<Int>?

    package init(row: Int, value: Int? = nil, range: Range<Int>? = nil) {
      (self.row, self.value, self.range) = (row, value, range)
    }
  }

  /// A text with its values.
  package struct Row: Hashable, Sendable {
    package var key: String
    /// The context for translators, or an empty string if there is none.
    package var context: String
    /// The values in file order.
    package var values: [Value]
    /// Whether the text is translated. If not, no values count as missing.
    package var isTranslatable: Bool

    package init(key: String, context: String, values: [Value], isTranslatable: Bool = true) {
      self.key = key
      self.context = context
      self.values = values
      self.isTranslatable = isTranslatable
    }
  }

  /// All statuses, in order.
  package var statuses: [String]
  /// The languages in which a text can be missing, in the order of the report. The first is the
  /// master language.
  package var languages: [String] = []
  /// The texts, in the order in which they were appended.
  package private(set) var rows: [Row] = []
  /// The positions of findings by location.
  package var positions: [SourceLocation: Position] = [:]
  /// The number of values for each status, by language.
  private(set) var counts: [String: [String: Int]] = [:]

  package init(statuses: [String]) { self.statuses = statuses }

  /// Appends a row and counts its values.
  package mutating func append(_ row: Row) {
    for value in row.values { counts[value.language, default: [:]][value.status, default: 0] += 1 }
    rows.append(row)
  }

  /// Returns the languages in which a row has no value.
  func missing(in row: Row) -> [String] {
    guard row.isTranslatable else { return [] }
    let present = Set(row.values.map(\.language))
    return languages.filter { !present.contains($0) }
  }

  /// The languages to show: ``languages``, then the other languages of values, sorted.
  var shownLanguages: [String] {
    languages + counts.keys.filter { !languages.contains($0) }.sorted()
  }
}
