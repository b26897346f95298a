import TremaMessages
import TremaPropertyLists
import TremaSupport

/// Reads Apple `.strings`: text, or a property list in XML or in its binary form.
///
/// Source: measured with Foundation's reader; see `Documentation/Formats/Strings.md`.
struct StringsReader {
  /// - Throws: where the file cannot be read as a dictionary, or when nobody says its language.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var table = try AppleTable(bytes, options)
    SuspiciousEscapes.find(in: bytes, file: options.file, noting: &table.findings.findings)
    for (entry, annotations) in table.entries {
      guard let text = entry.value.string else {
        table.findings.report(
          .error, "unexpected-value",
          "the value of '\(entry.key)' is \(entry.value.kind), not a text",
          at: entry.value.position,
          hint: entry.value.entries == nil
            ? "put it into quotation marks" : "dictionaries belong into a .stringsdict file",
          key: entry.key)
        continue
      }
      let (message, issues) = Message.shown(text)
      table.findings.findings.addUnescapedPercent(
        issues, key: entry.key, at: table.findings.location(entry.value.position))
      if message.hasBranches {
        table.findings.losses.note(
          .appMessage, key: entry.key, at: table.findings.location(entry.keyPosition))
      }
      table.append(entry, annotations, message, at: entry.value.position)
    }
    return table.reading()
  }
}
