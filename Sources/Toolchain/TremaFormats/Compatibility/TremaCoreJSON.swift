import TremaCatalog

/// A writer for JSON in the form of trema-core: a tab before each entry, sorted keys, keys and
/// values spelled as in the catalog with `\n` for a line feed, and no line feed at the end.
///
/// A construct that is not valid JSON gets the necessary escape sequences.
///
/// See `Documentation/Compatibility.md`, section "trema-core"; RFC 8259.
struct TremaCoreJSONWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] { file.javaPaths(suffix: "json") }

  private var entries = SortedEntries()
  private var differences = WritingDifferences()

  init(_ file: FileDescription) {}

  mutating func begin(into output: inout [UInt8]) { output.append("{\n") }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    differences.noteMarkup(of: entry)
    var line: [UInt8] = []
    line.append("\t\"")
    append(entry.key, isKey: true, into: &line)
    line.append("\": \"")
    append(entry.source, isKey: false, into: &line)
    line.append("\"")
    entries.insert(entry.key, line)
  }

  /// Writes the entries, which are sorted and separated by commas.
  mutating func end(into output: inout [UInt8]) {
    var isFirst = true
    for line in entries.lines() {
      if !isFirst { output.append(",\n") }
      isFirst = false
      output += line
    }
    output.append(isFirst ? "}" : "\n}")
  }

  mutating func takeDifferences() -> [WritingDifference] { differences.take() }

  /// Appends a key or value, and records each construct that trema-core did not escape.
  private mutating func append(_ text: String, isKey: Bool, into output: inout [UInt8]) {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let start = index
      var isBroken = true
      switch bytes[index] {
      // A line feed is the only character that trema-core escaped itself.
      case UInt8(ascii: "\n"): (isBroken, index) = (false, index + 1); output.append("\\n")
      case UInt8(ascii: "\""): output.append("\\\""); index += 1
      case UInt8(ascii: "\r"): output.append("\\r"); index += 1
      case UInt8(ascii: "\t"): output.append("\\t"); index += 1
      case UInt8(ascii: "\\"): (isBroken, index) = appendEscape(bytes, at: index, into: &output)
      default: isBroken = false; output.append(bytes[index]); index += 1
      }
      guard isBroken else { continue }
      let name = Self.name(bytes[start..<index])
      differences.note(
        "trema-core wrote \(name) unescaped, which is not valid JSON",
        at: isKey ? .key : .value(start..<index))
    }
  }

  /// Appends the escape sequence of the catalog at an index, or an escaped backslash if there is
  /// none.
  ///
  /// - Returns: Whether trema-core's spelling was not valid JSON, and the index after the sequence.
  private func appendEscape(
    _ bytes: [UInt8], at index: Int, into output: inout [UInt8]
  ) -> (isBroken: Bool, end: Int) {
    guard index + 1 < bytes.count else {
      output.append("\\\\")
      return (true, index + 1)
    }
    let next = bytes[index + 1]
    if "\"\\/bfnrt".utf8.contains(next) {
      output += bytes[index...index + 1]
      return (false, index + 2)
    }
    if next == UInt8(ascii: "'") {
      output.append("'")
      return (true, index + 2)
    }
    if let length = UnicodeEscape.length(in: bytes, at: index) {
      UnicodeEscape.append(bytes, index..<index + length, letter: "u", into: &output)
      return (next != UInt8(ascii: "u"), index + length)
    }
    output.append("\\\\")
    return (true, index + 1)
  }

  /// Returns the name of a construct, for messages.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    switch bytes.first {
    case UInt8(ascii: "\t"): "a tab"
    case UInt8(ascii: "\r"): "a carriage return"
    case UInt8(ascii: "\""): "a quotation mark"
    default: bytes.count == 1 ? "a backslash" : String(decoding: bytes, as: UTF8.self)
    }
  }
}
