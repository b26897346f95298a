import TremaCatalog
import TremaMessages

/// Apple `.strings`: `"key" = "value";`, UTF-8 without a byte order mark.
///
/// A message with branches is written as ICU text, unless the `.stringsdict` beside it can say it.
///
/// Octal escapes and a lower-case `\u` mean something else to the platform than they look like, so
/// neither is written; line feed, carriage return and tab have escapes, other control characters
/// `\U` with four digits, everything else is as it is.
///
/// Source: measured with Foundation's reader; see `Documentation/Formats/Strings.md`.
struct StringsWriter: LanguageWriter {
  static let supportedFeatures: Features = [.context]

  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).strings"]
  }

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
    if entry.value.saysItself {
      appendHead(entry, into: &output)
      entry.value.withSource {
        output.append(quotable: $0, having: entry.value.signs, controlsAs: "\\U")
      }
      return output.append("\";\n")
    }
    if entry.message.hasBranches {
      if hasPluralFile, VariableFormat(stringsdict: entry, in: language) != nil { return }
      losses.append(entry.message.featureLostAsText)
    }
    appendHead(entry, into: &output)
    // Numbers, since names would be counted in the order of this language alone.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.apple, numbered: false) { text in
      output.append(quotable: text, controlsAs: "\\U")
    } placeholder: { placeholder in
      output.append(brief: placeholder)
    }
    output.append("\";\n")
  }

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
    // Comments do not nest and end at the first mark, even if an accent follows it.
    var wasStar = false
    for byte in text {
      if wasStar, byte == UInt8(ascii: "/") { output.append(UInt8(ascii: " ")) }
      output.append(byte)
      wasStar = byte == UInt8(ascii: "*")
    }
  }
}
