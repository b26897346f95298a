import TremaCatalog

/// A writer for `.strings` files in the form of GirdersSwift's `trema.rb`: keys and values are
/// spelled as in the catalog, with a backslash before each quote, and there are no comments.
///
/// Unlike the script, it does not escape existing escape sequences again, which would make the file
/// invalid.
///
/// See `Documentation/Compatibility.md`, section "girders".
struct GirdersStringsWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.spelling).lproj/\(file.table).strings"]
  }

  private var differences = WritingDifferences()

  init(_ file: FileDescription) {}

  mutating func begin(into output: inout [UInt8]) {}

  /// Writes an entry as spelled by the script, with the corrections that Foundation requires.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    let key = GirdersKey.quoted(entry.key)
    if let change = key.change {
      differences.note("trema.rb wrote the key unescaped, but \(change)", at: .key)
    }
    output.append("\"")
    output.append(text: key.text)
    output.append("\" = \"")
    appendValue(entry.source, into: &output)
    output.append("\";\n")
  }

  mutating func end(into output: inout [UInt8]) {}

  mutating func takeDifferences() -> [WritingDifference] { differences.take() }

  /// Appends a value with its quotes escaped.
  private mutating func appendValue(_ source: String, into output: inout [UInt8]) {
    let bytes = Array(source.utf8)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        output.append("\\\"")
        index += 1
      case UInt8(ascii: "\\"): index += appendEscape(bytes, at: index, into: &output)
      default:
        output.append(bytes[index])
        index += 1
      }
    }
  }

  /// Appends an escape sequence of the catalog.
  ///
  /// - Returns: The number of source bytes that were read.
  private mutating func appendEscape(
    _ bytes: [UInt8], at index: Int, into output: inout [UInt8]
  ) -> Int {
    guard index + 1 < bytes.count else {
      differences.note(
        "trema.rb wrote the backslash at the end of the value unescaped, which escaped the closing "
          + "quotation mark", at: index..<index + 1)
      output.append("\\\\")
      return 1
    }
    let next = bytes[index + 1]
    if next == UInt8(ascii: "\"") {
      differences.note(
        "trema.rb escaped the quotation mark in \\\" again, which ended the value there",
        at: index..<index + 2)
    } else if next == UInt8(ascii: "u"), let length = UnicodeEscape.length(in: bytes, at: index) {
      let escape = String(decoding: bytes[index..<index + 6], as: UTF8.self)
      differences.note(
        "trema.rb wrote \(escape) unchanged, which Foundation reads as '\(escape.dropFirst())'",
        at: index..<index + length)
      UnicodeEscape.append(bytes, index..<index + length, letter: "U", into: &output)
      return length
    } else if next != UInt8(ascii: "\\") {
      // Foundation drops the backslash of an unknown escape sequence, but the file is valid, so the
      // backslash is kept.
      output.append("\\")
      return 1
    }
    output += [UInt8(ascii: "\\"), next]
    return 2
  }
}
