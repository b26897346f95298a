import TremaCatalog
import TremaMessages

/// Android `strings.xml`.
///
/// The resource compiler reads XML first and then its own escapes, trims and folds white space, and
/// takes a leading `@` or `?` for a reference; all of that is undone here.
///
/// Source: measured with `aapt2`; see `Documentation/Formats/Android.md`.
struct AndroidWriter: LanguageWriter {
  static let carries: Set<Feature> = [.context, .translatable]

  static func paths(_ file: FileDescription) -> [String] {
    let qualifier = file.folderName ?? AndroidQualifier.qualifier(of: file.language)
    return [file.isDefault ? "values/strings.xml" : "values-\(qualifier)/strings.xml"]
  }

  private let source: String
  private let isDefault: Bool

  init(_ file: FileDescription) {
    source = file.source
    isDefault = file.isDefault
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Generated from ")
    appendComment(source, into: &output)
    output.append(". Do not edit: change the catalogue and generate again. -->\n<resources>\n")
  }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    // What is the same in every language stands in the default one alone, or lint complains.
    if !entry.annotations.isTranslatable && !isDefault { return }
    if !entry.comment.isEmpty {
      output.append("    <!-- ")
      for (index, line) in entry.comment.enumerated() {
        if index > 0 { output.append("\n         ") }
        appendComment(line, into: &output)
      }
      output.append(" -->\n")
    }
    output.append("    <string name=\"")
    output.append(text: AndroidName.resource(for: entry.key).name)
    output.append("\"")
    if !entry.annotations.isTranslatable { output.append(" translatable=\"false\"") }
    if let text = entry.message.plainText, looksFormatted(text) {
      // The resource compiler would count the percent signs of a plain text as arguments.
      output.append(" formatted=\"false\"")
    }
    output.append(">")
    appendMessage(entry.message, into: &output)
    output.append("</string>\n")
  }

  mutating func end(into output: inout [UInt8]) { output.append("</resources>\n") }

  private func appendMessage(_ message: Message, into output: inout [UInt8]) {
    // Placeholders hold no white space, so whether quotes are needed shows in the texts.
    let pieces = message.elements
    let isQuoted = needsQuotes(pieces)
    if isQuoted { output.append("\"") }
    var isFirst = true
    message.forEachPiece(.java, numbered: true) { text in
      appendText(text, isFirst: isFirst && !isQuoted, into: &output)
      isFirst = false
    } placeholder: { placeholder in
      output.append(text: placeholder)
      isFirst = false
    }
    if isQuoted { output.append("\"") }
  }

  private func appendText(_ text: String, isFirst: Bool, into output: inout [UInt8]) {
    if isFirst, text.utf8.first == UInt8(ascii: "@") || text.utf8.first == UInt8(ascii: "?") {
      output.append("\\")
    }
    output.append(text, controlsAs: "\\u") { byte in
      switch byte {
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "'"): "\\'"
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\t"): "\\t"
      case UInt8(ascii: "\r"): "\\u000D"
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      default: nil
      }
    }
  }

  /// White space at an edge, or two blanks in a row, survive only inside quotes.
  private func needsQuotes(_ elements: [Message.Element]) -> Bool {
    for (index, element) in elements.enumerated() {
      guard case .text(let text) = element else { continue }
      let bytes = text.utf8
      if index == 0, bytes.first == UInt8(ascii: " ") { return true }
      if index == elements.count - 1, bytes.last == UInt8(ascii: " ") { return true }
      var wasBlank = false
      for byte in bytes {
        let isBlank = byte == UInt8(ascii: " ")
        if isBlank && wasBlank { return true }
        wasBlank = isBlank
      }
    }
    return false
  }

  private func looksFormatted(_ text: String) -> Bool {
    var percents = 0
    for byte in text.utf8 where byte == UInt8(ascii: "%") { percents += 1 }
    return percents > 1
  }

  private func appendComment(_ text: String, into output: inout [UInt8]) {
    // Two hyphens end a comment, and it must not end with one.
    var wasHyphen = false
    for byte in text.utf8 {
      let isHyphen = byte == UInt8(ascii: "-")
      if isHyphen && wasHyphen { output.append(UInt8(ascii: " ")) }
      // The name of a file may hold what XML may not.
      let isControl = byte < 0x20 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t")
      output.append(isControl ? UInt8(ascii: "?") : byte)
      wasHyphen = isHyphen
    }
  }
}
