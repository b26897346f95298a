/// The style of a cell. The raw value is the index of its format in ``part``.
enum CellStyle: Int {
  case header = 1
  case quotedHeader, text, quotedText

  /// Chooses the style of a cell. A cell that a spreadsheet application would interpret as a
  /// formula when it is edited is marked as text.
  init(of text: String, isHeader: Bool) {
    let isQuoted = text.utf8.first.map { "=+-@'".utf8.contains($0) } ?? false
    self = isHeader ? (isQuoted ? .quotedHeader : .header) : isQuoted ? .quotedText : .text
  }

  /// The content of `xl/styles.xml`. Number format 49 is text, which prevents a translator's input
  /// from being converted to a date.
  static let part: String = {
    func format(font: Int, isQuoted: Bool) -> String {
      #"<xf numFmtId="49" fontId="\#(font)" fillId="0" borderId="0" xfId="0" applyNumberFormat="1""#
        + #" applyFont="1" applyAlignment="1"\#(isQuoted ? #" quotePrefix="1""# : "")>"#
        + #"<alignment vertical="top" wrapText="1"/></xf>"#
    }
    let font = #"<sz val="11"/><name val="Calibri"/><family val="2"/>"#
    return #"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#
      + #"<fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>"#
      + #"<fills count="2"><fill><patternFill patternType="none"/></fill>"#
      + #"<fill><patternFill patternType="gray125"/></fill></fills>"#
      + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      + #"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#
      + #"<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#
      + format(font: 1, isQuoted: false) + format(font: 1, isQuoted: true)
      + format(font: 0, isQuoted: false) + format(font: 0, isQuoted: true) + "</cellXfs>"
      + #"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#
      + "</styleSheet>"
  }()
}
