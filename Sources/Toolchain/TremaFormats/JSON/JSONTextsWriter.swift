import TremaCatalog
import TremaMessages

/// A writer for flat JSON: one object with keys and strings, in catalog order.
///
/// Placeholders are spelled as in the catalog because JSON does not belong to any platform.
///
/// See RFC 8259.
struct JSONTextsWriter: LanguageWriter {
  static let supportedFeatures: Features = [.tags]

  /// Returns the file's path, such as `TABLE_de.json`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.description).json"]
  }

  /// Whether no text has been written.
  private var isEmpty = true

  init(_ file: FileDescription) {}

  mutating func begin(into output: inout [UInt8]) { output.append("{") }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    output.append(isEmpty ? "\n  \"" : ",\n  \"")
    isEmpty = false
    appendString(entry.key, into: &output)
    output.append("\": \"")
    if entry.message.hasBranches {
      appendString(entry.message.spelled(like: entry.source), into: &output)
      output.append("\"")
      return
    }
    entry.message.forEachPiece(nil, numbered: false) { text in
      appendString(text, into: &output)
    } placeholder: { placeholder in
      output.append(brief: placeholder)
    }
    output.append("\"")
  }

  mutating func end(into output: inout [UInt8]) { output.append(isEmpty ? "}\n" : "\n}\n") }

  private func appendString(_ text: String, into output: inout [UInt8]) {
    // The byte order mark is escaped because Foundation drops it at the start of a string.
    output.append(quotable: text, controlsAs: "\\u", escapesMark: true)
  }
}
