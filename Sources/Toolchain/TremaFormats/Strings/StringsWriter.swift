import TremaCatalog
import TremaMessages

/// Apple `.strings`: `"key" = "value";`, UTF-8 without a byte order mark.
///
/// A message with branches is written as ICU text, unless the `.stringsdict` beside it can say it.
///
/// Octal escapes and a lower-case `\u` mean something else to the platform than they look like, so
/// neither is written; line feed, carriage return and tab have escapes, other control characters
/// `\U` with four digits, everything else stands as it is.
///
/// Source: measured with Foundation's reader; see `Documentation/Formats/Strings.md`.
struct StringsWriter: LanguageWriter {
  static let carries: Features = [.context]

  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).strings"]
  }

  static let verbatim: VerbatimValues? = VerbatimValues(
    refused: Signs.quotable.union(.percent), end: "\";\n")

  private let source: String
  private let language: LanguageTag
  private let hasPluralFile: Bool
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

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    if entry.message.hasBranches {
      if hasPluralFile, VariableFormat(stringsdict: entry, in: language) != nil { return }
      losses.append(entry.message.featureLostAsText)
    }
    appendComment(entry.comment, into: &output)
    output.append("\"")
    output.append(quotable: entry.key, controlsAs: "\\U")
    output.append("\" = \"")
    // Numbers, since names would be counted in the order of this language alone.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.apple, numbered: false) { text in
      output.append(quotable: text, controlsAs: "\\U")
    } placeholder: { placeholder in
      output.append(brief: placeholder)
    }
    output.append("\";\n")
  }

  static func appendHead(
    ofPlain key: UnsafeBufferPointer<UInt8>, comment: UnsafeBufferPointer<UInt8>,
    into head: inout [UInt8]
  ) {
    if !comment.isEmpty {
      head.append("\n/* ")
      appendComment(comment, into: &head)
      head.append(" */\n")
    }
    head.append(UInt8(ascii: "\""))
    head.append(quotable: key, controlsAs: "\\U")
    head.append("\" = \"")
  }

  mutating func appendPlain(_ entry: PlainEntry, into output: inout [UInt8]) -> Bool {
    output.append(contentsOf: entry.head)
    if !entry.signs.contains(.percent) {
      output.append(quotable: entry.text, having: entry.signs, controlsAs: "\\U")
    } else if entry.signs.isDisjoint(with: .quotable) {
      SimplePlaceholders.append(entry.text, text: "@", number: "d", to: &output)
    } else {
      var text: [UInt8] = []
      SimplePlaceholders.append(entry.text, text: "@", number: "d", to: &text)
      text.withUnsafeBufferPointer { output.append(quotable: $0, controlsAs: "\\U") }
    }
    output.append("\";\n")
    return true
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeLosses() -> [Feature] {
    defer { losses.removeAll() }
    return losses
  }

  private func appendComment(_ lines: [String], into output: inout [UInt8]) {
    if lines.isEmpty { return }
    output.append("\n/* ")
    for (index, line) in lines.enumerated() {
      if index > 0 { output.append("\n   ") }
      appendComment(line, into: &output)
    }
    output.append(" */\n")
  }

  private func appendComment(_ text: String, into output: inout [UInt8]) {
    var text = text
    text.withUTF8 { Self.appendComment($0, into: &output) }
  }

  private static func appendComment(
    _ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    if !text.contains(UInt8(ascii: "*")) {
      output.append(contentsOf: text)
      return
    }
    // Comments do not nest and end at the first mark, whatever accent may follow it.
    var wasStar = false
    for byte in text {
      if wasStar, byte == UInt8(ascii: "/") { output.append(UInt8(ascii: " ")) }
      output.append(byte)
      wasStar = byte == UInt8(ascii: "*")
    }
  }
}
