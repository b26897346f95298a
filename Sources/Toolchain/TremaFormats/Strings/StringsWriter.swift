import TremaCatalog
import TremaMessages

/// A writer for Apple's `.strings` files: `"key" = "value";` in UTF-8 without a byte order mark.
///
/// A message with branches is written in ICU syntax, unless the `.stringsdict` file next to it can
/// represent the message.
///
/// Octal escape sequences and a lowercase `\u` do not have the expected meaning on the platform, so
/// they are never written. Line feeds, carriage returns and tabs have their own escape sequences,
/// and other control characters are written as `\U` with four digits. No other characters are
/// escaped.
///
/// Measured with Foundation's reader. See `Documentation/Formats/Strings.md`.
struct StringsWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context]

  /// Returns the file's path, such as `de.lproj/TABLE.strings`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).strings"]
  }

  /// The catalog's file name, written in the header comment.
  private let source: String
  private let language: LanguageTag
  /// Whether a `.stringsdict` file for the same table contains the plurals.
  private let hasPluralFile: Bool
  /// The features in the last text that could not be written.
  private var losses: [Feature] = []

  init(_ file: FileDescription) {
    source = file.source
    language = file.language
    hasPluralFile = file.hasPluralFile
  }

  mutating func begin(into output: inout [UInt8]) {
    output.append("/* ")
    output.append(GeneratedNotice.start)
    appendComment(source, into: &output)
    output.append(GeneratedNotice.end)
    output.append(" */\n")
  }

  /// Writes an entry, unless its plural is in the `.stringsdict` file.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    if entry.value.isPlainText {
      appendHead(entry, into: &output)
      entry.value.withSource {
        output.append(quotable: $0, having: entry.value.flags, controlsAs: "\\U")
      }
      return output.append("\";\n")
    }
    if entry.message.hasBranches {
      if hasPluralFile, VariableFormat(stringsdict: entry, in: language) != nil { return }
      losses.append(entry.message.featureLostAsText)
    }
    appendHead(entry, into: &output)
    // Arguments are numbered here because names would otherwise be numbered only by their order in
    // this language.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.apple, numbered: false) { text in
      output.append(quotable: text, controlsAs: "\\U")
    } placeholder: { placeholder in
      output.append(brief: placeholder)
    }
    output.append("\";\n")
  }

  /// Appends the comment, the key and the value's opening quote.
  private func appendHead(_ entry: Entry, into output: inout [UInt8]) {
    appendComment(entry.comment, into: &output)
    output.append("\"")
    entry.text.withKey { output.append(quotable: $0, controlsAs: "\\U") }
    output.append("\" = \"")
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeLosses() -> [Feature] {
    if losses.isEmpty { return [] }
    defer { losses.removeAll() }
    return losses
  }

  /// Appends a comment on separate lines. Does nothing if there are no lines.
  private func appendComment(_ lines: [String], into output: inout [UInt8]) {
    if lines.isEmpty { return }
    output.append("\n/* ")
    for (index, line) in lines.enumerated() {
      if index > 0 { output.append("\n   ") }
      appendComment(line, into: &output)
    }
    output.append(" */\n")
  }

  /// Appends a line of a comment.
  private func appendComment(_ text: String, into output: inout [UInt8]) {
    var text = text
    text.withUTF8 { Self.appendComment($0, into: &output) }
  }

  /// Appends a line of a comment, in UTF-8. A space is inserted into each closing delimiter.
  private static func appendComment(
    _ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    if !text.contains(UInt8(ascii: "*")) {
      output.append(contentsOf: text)
      return
    }
    // Comments do not nest. They end at the first closing delimiter, even if a combining accent
    // follows it.
    var wasStar = false
    for byte in text {
      if wasStar, byte == UInt8(ascii: "/") { output.append(UInt8(ascii: " ")) }
      output.append(byte)
      wasStar = byte == UInt8(ascii: "*")
    }
  }
}
