import TremaSupport

/// A value that a finding is about, cut to the part that is worth showing.
struct FindingText: Hashable, Sendable {
  var language: String
  var status: String
  /// The class of the status in the page.
  var style: String
  var before: String
  /// The text of the finding, empty for a point between two characters; `nil` for the whole value.
  var marked: String?
  var after: String

  /// How many bytes of a long value are shown before the marked text and after its start.
  private static let reach = 400

  /// - Parameter range: UTF-8 offsets in the text of the value.
  init(_ value: ReportedCatalogue.Value, style: String, range: Range<Int>?) {
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
      let from = Self.index(text, range.lowerBound)
      return String(text[from..<max(from, Self.index(text, range.upperBound))])
    }
    before = (start > 0 ? "…" : "") + part(start..<first)
    let shown = min(last, end)
    marked = range == nil ? nil : part(first..<shown)
    after = part(shown..<max(shown, end)) + (end < count ? "…" : "")
  }

  /// The boundary of a scalar at an offset or before it.
  private static func index(_ text: String, _ offset: Int) -> String.Index {
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index < text.endIndex, UTF8.isContinuation(text.utf8[index]) {
      index = text.utf8.index(before: index)
    }
    return index
  }
}

/// Finds the texts of findings.
struct FindingTexts {
  private let catalogue: ReportedCatalogue
  private let styles: [String: String]
  private let rows: [ExactKey: Int]
  /// Findings about one text follow each other; it may be in a thousand languages.
  private var lastRow = -1
  private var languages: [String: Int] = [:]

  init(_ catalogue: ReportedCatalogue) {
    self.catalogue = catalogue
    styles = Dictionary(catalogue.statuses.enumerated().map { ($1, "s\($0)") }) { first, _ in first
    }
    rows = Dictionary(catalogue.rows.enumerated().map { (ExactKey($1.key), $0) }) { first, _ in
      first
    }
  }

  /// The master text of a finding, then the value that it is about.
  mutating func texts(of finding: Diagnostic) -> [FindingText] {
    let place = finding.location.flatMap { catalogue.places[$0] }
    guard let number = place?.row ?? finding.key.flatMap({ rows[ExactKey($0)] }) else { return [] }
    let row = catalogue.rows[number]
    if number != lastRow {
      lastRow = number
      languages = [:]
      for (index, value) in row.values.enumerated() {
        for name in [value.language, value.spelling] where languages[name] == nil {
          languages[name] = index
        }
      }
    }
    let master = catalogue.languages.first.flatMap { languages[$0] }
    let own = place?.value ?? finding.language.flatMap { languages[$0] }
    var texts: [FindingText] = []
    for index in [master, own == master ? nil : own] {
      guard let index else { continue }
      let value = row.values[index]
      texts.append(
        FindingText(
          value, style: styles[value.status] ?? "missing",
          range: index == place?.value ? place?.range : nil))
    }
    return texts
  }
}
