/// A catalogue of texts as a report shows it.
public struct ReportedCatalogue: Sendable {
  public struct Value: Hashable, Sendable {
    /// As the catalogue spells it.
    public var language: String
    /// One of ``ReportedCatalogue/statuses``.
    public var status: String
    public var text: String

    public init(language: String, status: String, text: String) {
      self.language = language
      self.status = status
      self.text = text
    }
  }

  public struct Row: Hashable, Sendable {
    public var key: String
    public var context: String
    public var values: [Value]
    /// False for what is the same in every language, which is then missing in none.
    public var isTranslatable: Bool

    public init(key: String, context: String, values: [Value], isTranslatable: Bool = true) {
      self.key = key
      self.context = context
      self.values = values
      self.isTranslatable = isTranslatable
    }
  }

  /// The statuses there are, in their order.
  public var statuses: [String]
  /// The languages in which a text can be missing, in the order to show them.
  public var languages: [String] = []
  public private(set) var rows: [Row] = []
  /// How many values each language has of each status.
  private(set) var counts: [String: [String: Int]] = [:]

  public init(statuses: [String]) { self.statuses = statuses }

  public mutating func append(_ row: Row) {
    for value in row.values { counts[value.language, default: [:]][value.status, default: 0] += 1 }
    rows.append(row)
  }

  /// The languages that a row has no value in.
  func missing(in row: Row) -> [String] {
    guard row.isTranslatable else { return [] }
    return languages.filter { language in !row.values.contains { $0.language == language } }
  }

  /// The languages to show: those that are asked for, then the others that values have.
  var shownLanguages: [String] {
    languages + counts.keys.filter { !languages.contains($0) }.sorted()
  }
}
