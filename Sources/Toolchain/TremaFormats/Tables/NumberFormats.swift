import TremaSupport

/// How cells show their numbers: `xl/styles.xml`.
///
/// Source: ECMA-376 part 1, 18.8.30, `numFmt`, with the formats that are there unsaid.
final class NumberFormats: PartContent {
  let root = "styleSheet"
  private var codes: [String: String] = [:]
  /// The identifier of the format of each style, by the style's number.
  private var styles: [String] = []

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) {
    switch (parent, name) {
    case ("numFmts", "numFmt"):
      guard let identifier = attributes["numFmtId"] else { return }
      codes[OfficeText.excerpt(identifier)] = attributes["formatCode"].map(OfficeText.excerpt)
    case ("cellXfs", "xf"): styles.append(OfficeText.excerpt(attributes["numFmtId"] ?? "0"))
    default: break
    }
  }

  func characters(_ utf8: Span<UInt8>) {}
  func end(_ name: String, in parent: String) {}

  /// - Parameter style: the attribute `s` of a cell.
  /// - Returns: nil where a number is shown as it is written: the formats General, 0 and text.
  func format(ofStyle style: String?) -> String? {
    guard let index = style.flatMap({ Int($0) }), styles.indices.contains(index) else { return nil }
    let identifier = styles[index]
    let code = codes[identifier] ?? Self.known[identifier]
    switch identifier {
    case "0", "1", "49": return nil
    default: break
    }
    // LibreOffice gives the plain ones a number of their own.
    let word = code?.lowercased() ?? "number format \(identifier)"
    return ["general", "0", "@"].contains(word) ? nil : code ?? word
  }

  private static let known = [
    "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00",
    "12": "# ?/?", "13": "# ??/??", "14": "mm-dd-yy", "15": "d-mmm-yy", "16": "d-mmm",
    "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss",
    "22": "m/d/yy h:mm",
  ]
}
