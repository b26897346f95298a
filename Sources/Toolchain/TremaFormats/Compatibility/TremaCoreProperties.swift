import TremaCatalog

/// A writer for `.properties` in the form of trema-core, which used `java.util.Properties.store` on
/// Java 8. Files have sorted keys and are encoded in ISO-8859-1 with `\uXXXX`. The comment with the
/// date is replaced with a different comment.
///
/// The source of a value is written character by character, so a backslash becomes an escaped
/// backslash.
///
/// See `java.util.Properties`, "store"; checked against Java 17.
struct TremaCorePropertiesWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] { file.javaPaths(suffix: "properties") }

  private var entries = SortedEntries()
  private var differences = WritingDifferences()

  init(_ file: FileDescription) {}

  mutating func begin(into output: inout [UInt8]) {
    output.append("#Generated file - do not edit\n")
  }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    differences.noteMarkup(of: entry)
    var line: [UInt8] = []
    append(entry.key, isKey: true, into: &line)
    line.append("=")
    append(entry.source, isKey: false, into: &line)
    line.append("\n")
    entries.insert(entry.key, line)
  }

  mutating func end(into output: inout [UInt8]) { for line in entries.lines() { output += line } }

  mutating func takeDifferences() -> [WritingDifference] { differences.take() }

  /// Appends a key or value with its escape sequences.
  ///
  /// - Parameter isKey: Whether the string is a key, in which all spaces are escaped instead of
  ///   only the first.
  private func append(_ text: String, isKey: Bool, into output: inout [UInt8]) {
    var isFirst = true
    for unit in text.utf16 {
      switch unit {
      case 0x20: output.append(isKey || isFirst ? "\\ " : " ")
      case 0x09: output.append("\\t")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x0C: output.append("\\f")
      case 0x3D, 0x3A, 0x23, 0x21, 0x5C:  // = : # ! \
        output += [UInt8(ascii: "\\"), UInt8(unit)]
      case 0x20...0x7E: output.append(UInt8(unit))
      default:
        output.append("\\u")
        output.append(hexadecimal: unit, uppercase: true)
      }
      isFirst = false
    }
  }
}
