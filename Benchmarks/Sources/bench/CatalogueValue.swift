/// The special syntax in a generated value; most have none.
enum CatalogueValue: CaseIterable {
  case plain, entities, references, cdata, lineFeedEscape, quoteEscapes, scalarEscape, lineBreak
  case quotes, placeholder, placeholders, percentBesidePlaceholder, percent, emoji

  /// The percentage of values with this kind.
  private var share: Int {
    switch self {
    case .plain: 64
    case .entities: 4
    case .references: 2
    case .cdata: 2
    case .lineFeedEscape: 4
    case .quoteEscapes: 2
    case .scalarEscape: 2
    case .lineBreak: 2
    case .quotes: 3
    case .placeholder: 7
    case .placeholders: 4
    case .percentBesidePlaceholder: 1
    case .percent: 1
    case .emoji: 2
    }
  }

  /// Creates the kind for a random number from 0 to 99.
  init(_ number: Int) {
    self = Self.table[number]
  }

  private static let table = allCases.flatMap { Array(repeating: $0, count: $0.share) }

  /// The encoded text before and after the words, at most 20 characters in total.
  var around: (before: String, behind: String) {
    switch self {
    case .plain, .emoji: ("", "")
    case .entities: ("", " &amp; 1 &lt; 2")
    case .references: ("", " &#233;t&#xE9;")
    case .cdata: ("<![CDATA[", " & <b>x</b>]]>")
    case .lineFeedEscape: ("", "\\nsushi")
    case .quoteEscapes: ("\\\"a\\\" ", " \\'b\\'")
    case .scalarEscape: ("", " caf\\u00e9")
    case .lineBreak: ("", "\npizza")
    case .quotes: ("\"a\" ", "")
    case .placeholder: ("", " %@")
    case .placeholders: ("%1$@ ", " %2$d")
    case .percentBesidePlaceholder: ("", " %d %%")
    case .percent: ("", " 50 %")
    }
  }
}
