import TremaCatalog

/// A badge for a README: `translated | 87 %`, with the language if only one translation is counted.
package struct StatisticsBadge {
  package init() {}

  /// Returns the SVG document of the badge.
  package func report(_ statistics: CatalogStatistics) -> [UInt8] {
    let translations = statistics.languages.filter { !$0.isMaster }
    let label =
      translations.count == 1 ? "translated \(translations[0].name)" : "translated"
    return Array(Self.svg(label: label, percent: statistics.percent).utf8)
  }

  /// Returns the SVG document.
  ///
  /// Each half is wide enough for its text in the widest font. White text on any of the colors has
  /// a contrast ratio of at least 4.5:1 (WCAG 2.2, 1.4.3).
  private static func svg(label: String, percent: Int) -> String {
    let value = "\(percent) %"
    let color = percent >= 95 ? "#2d7a33" : percent >= 70 ? "#8a6100" : "#b3261e"
    let (left, right) = (width(label), width(value))
    func text(_ content: String, at start: Int, _ width: Int) -> String {
      """
      <text x="\(start + width / 2)" y="14" textLength="\(width - 12)" \
      lengthAdjust="spacingAndGlyphs">\(escaped(content))</text>
      """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(escaped(label)): \(value)">
        <title>\(escaped(label)): \(value)</title>
        <clipPath id="edge"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
        <g clip-path="url(#edge)">
          <rect width="\(left)" height="20" fill="#444"/>
          <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
        </g>
        <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" \
      text-anchor="middle">
          \(text(label, at: 0, left))
          \(text(value, at: left, right))
        </g>
      </svg>

      """
  }

  /// Returns the width of a half in pixels, including the padding.
  private static func width(_ text: String) -> Int { text.count * 7 + 12 }

  /// Returns text escaped for character data and attribute values. Characters that XML cannot
  /// contain are omitted.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
