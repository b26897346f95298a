import TremaSupport

/// The number formats of cells, in `xl/styles.xml`.
///
/// See ECMA-376 Part 1, section 18.8.30, `numFmt`, including the implied formats.
final class NumberFormats: PartContent {
  let root = "styleSheet"
  /// The format codes that the file defines, by identifier.
  private var codes: [String: String] = [:]
  /// Each style's number format identifier, in style order.
  private var styles: [String] = []

  func start(_ name: String, in parent: String, _ attributes: PartAttributes) {
    switch (parent, name) {
    case ("numFmts", "numFmt"):
      // Identifiers and codes are shortened because messages contain them.
      guard let identifier = attributes["numFmtId"] else { return }
      codes[SpreadsheetEscaping.excerpt(identifier)] = attributes["formatCode"].map(
        SpreadsheetEscaping.excerpt)
    case ("cellXfs", "xf"):
      styles.append(SpreadsheetEscaping.excerpt(attributes["numFmtId"] ?? "0"))
    default: break
    }
  }

  func characters(_ utf8: Span<UInt8>) {}
  func end(_ name: String, in parent: String) {}

  /// Returns the format code of a style.
  ///
  /// - Parameter style: The `s` attribute of a cell.
  /// - Returns: The format code, or `nil` if numbers are displayed as stored, which is the case for
  ///   the General, 0 and text formats.
  func format(ofStyle style: String?) -> String? {
    guard let index = style.flatMap({ Int($0) }), styles.indices.contains(index) else { return nil }
    let identifier = styles[index]
    let code = codes[identifier] ?? Self.builtIn[identifier]
    switch identifier {
    case "0", "1", "49": return nil
    default: break
    }
    // LibreOffice assigns its own identifiers to these formats.
    let word = code?.lowercased() ?? "number format \(identifier)"
    return ["general", "0", "@"].contains(word) ? nil : code ?? word
  }

  /// The implied format codes by identifier, except those that depend on the locale.
  private static let builtIn = [
    "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00",
    "12": "# ?/?", "13": "# ??/??", "14": "mm-dd-yy", "15": "d-mmm-yy", "16": "d-mmm",
    "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss",
    "22": "m/d/yy h:mm",
  ]
}
