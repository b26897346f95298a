import TremaSupport

/// An excerpt of a value that a finding is about.
struct FindingText: Hashable, Sendable {
  /// The language of the value.
  var language: String
  /// The status of the value.
  var status: String
  /// The CSS class of the status.
  var style: String
  /// The text before the marked part. It starts with an ellipsis if it is truncated.
  var before: String
  /// The marked part, which the finding is about. It is empty for a position between two
  /// characters, and `nil` for the whole value.
  var marked: String?
  /// The text after the marked part. It ends with an ellipsis if it is truncated.
  var after: String

  /// How many bytes of a long value to show at most on each side of the marked text's start.
  private static let reach = 400

  /// Creates the excerpt of a value.
  ///
  /// - Parameters:
  ///   - value: The value to excerpt.
  ///   - style: The CSS class of the value's status.
  ///   - range: The UTF-8 offsets of the marked part in the value's text, clamped to its length, or
  ///     `nil` to mark nothing.
  init(_ value: ReportedCatalog.Value, style: String, range: Range<Int>?) {
    language = value.language
    status = value.status
    self.style = style
    let text = value.text
    let count = text.utf8.count
    let first = min(range?.lowerBound ?? 0, count)
    let last = min(max(first, range?.upperBound ?? 0), count)
    let end = min(count, first + Self.reach)
    let start = max(0, first - Self.reach)
    func part(_ range: Range<Int>) -> String {
      let lowerIndex = Self.index(text, range.lowerBound)
      return String(text[lowerIndex..<max(lowerIndex, Self.index(text, range.upperBound))])
    }
    before = (start > 0 ? "…" : "") + part(start..<first)
    let shown = min(last, end)
    marked = range == nil ? nil : part(first..<shown)
    after = part(shown..<max(shown, end)) + (end < count ? "…" : "")
  }

  /// Returns the start of the scalar that contains a UTF-8 offset.
  private static func index(_ text: String, _ offset: Int) -> String.Index {
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index < text.endIndex, UTF8.isContinuation(text.utf8[index]) {
      index = text.utf8.index(before: index)
    }
    return index
  }
}

/// The lookup of the values that findings are about.
struct FindingTexts {
  private let catalog: ReportedCatalog
  /// The CSS class of each status.
  private let styles: [String: String]
  /// The row index of each key, or the first row index if a key is repeated.
  private let rows: [ExactKey: Int]
  /// The row that ``languages`` belongs to, or -1. Successive findings are often about one text,
  /// which may have a thousand languages.
  private var lastRow = -1
  /// The index of each language's value in the last row, by both of its spellings.
  private var languages: [String: Int] = [:]

  init(_ catalog: ReportedCatalog) {
    self.catalog = catalog
    styles = Dictionary(catalog.statuses.enumerated().map { ($1, "s\($0)") }) { first, _ in first
    }
    rows = Dictionary(catalog.rows.enumerated().map { (ExactKey($1.key), $0) }) { first, _ in
      first
    }
  }

  /// Returns the values that a finding is about.
  ///
  /// - Returns: The master value and the value in the finding's language, if they exist; a single
  ///   value if they are the same.
  mutating func texts(of finding: Diagnostic) -> [FindingText] {
    // The position of the finding identifies the value exactly. Without a position, the key and
    // language identify it.
    let position = finding.location.flatMap { catalog.positions[$0] }
    guard let number = position?.row ?? finding.key.flatMap({ rows[ExactKey($0)] }) else {
      return []
    }
    let row = catalog.rows[number]
    if number != lastRow {
      lastRow = number
      languages = [:]
      for (index, value) in row.values.enumerated() {
        for name in [value.language, value.spelling] where languages[name] == nil {
          languages[name] = index
        }
      }
    }
    let master = catalog.languages.first.flatMap { languages[$0] }
    let valueIndex = position?.value ?? finding.language.flatMap { languages[$0] }
    var texts: [FindingText] = []
    for index in [master, valueIndex == master ? nil : valueIndex] {
      guard let index else { continue }
      let value = row.values[index]
      texts.append(
        FindingText(
          value, style: styles[value.status] ?? "missing",
          range: index == position?.value ? position?.range : nil))
    }
    return texts
  }
}
