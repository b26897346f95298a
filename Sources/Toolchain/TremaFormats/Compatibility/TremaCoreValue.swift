/// The content of a `<string>` element, spelled as by trema-core unless the resource compiler would
/// interpret that spelling differently.
struct TremaCoreValue {
  /// The value in UTF-8, with numbered placeholders.
  private let bytes: [UInt8]
  /// The source offset of each byte in the value.
  private let origins: [Int]
  /// Whether tags are written as tags, because they are well-formed.
  private let keepsTags: Bool
  /// Whether the value contains `<` or `]]>`.
  private let hasTags: Bool
  /// The index of the next byte to write.
  private var index = 0

  init(_ format: TremaCoreFormat) {
    bytes = format.bytes
    origins = format.origins
    hasTags =
      bytes.contains(UInt8(ascii: "<")) || XMLFragment.firstIndex(of: "]]>", in: bytes[...]) != nil
    keepsTags = hasTags && XMLFragment.isWellFormed(Self.oldSpelling(bytes))
  }

  /// Returns a value in trema-core's spelling, in which only `&` and `'` (with or without a
  /// backslash) are escaped.
  private static func oldSpelling(_ bytes: [UInt8]) -> [UInt8] {
    var old: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "&"): old.append("&amp;")
      case UInt8(ascii: "'"):
        if index > 0, bytes[index - 1] == UInt8(ascii: "\\") { old.removeLast() }
        old.append("\\&#039;")
      default: old.append(byte)
      }
    }
    return old
  }

  /// Writes the content, and records each difference from trema-core's spelling.
  mutating func write(_ differences: inout WritingDifferences, into output: inout [UInt8]) {
    // Tags that are not well-formed are escaped as text.
    if hasTags && !keepsTags {
      let first = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.startIndex
      differences.note(
        "trema-core wrote '<' unescaped, which is not well-formed XML here", at: range(first, 1))
    }
    index = 0
    if !keepsTags { writeReferenceMark(&differences, into: &output) }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<") where keepsTags: writeTag(into: &output)
      case UInt8(ascii: "<"): write("&lt;", for: 1, into: &output)
      // XML does not allow `]]>` in character data.
      case UInt8(ascii: ">") where hasTags && !keepsTags && output.suffix(2) == Self.brackets:
        write("&gt;", for: 1, into: &output)
      case UInt8(ascii: "&"): write("&amp;", for: 1, into: &output)
      case UInt8(ascii: "'"): write("\\&#039;", for: 1, into: &output)
      case UInt8(ascii: "\""):
        differences.note(
          "trema-core wrote a quotation mark unescaped, which Android omits",
          at: range(index, 1))
        write("\\\"", for: 1, into: &output)
      case UInt8(ascii: "\\"): writeEscape(&differences, into: &output)
      default:
        output.append(byte)
        index += 1
      }
    }
  }

  private static let brackets = Array("]]".utf8)[...]

  /// Returns the source range for a byte range in the value.
  private func range(_ start: Int, _ count: Int) -> Range<Int> {
    guard start < origins.count else { return 0..<0 }
    return origins[start]..<origins[start] + count
  }

  /// Appends the replacement of some bytes, and skips them.
  private mutating func write(
    _ text: StaticString, for count: Int, into output: inout [UInt8]
  ) {
    output.append(text)
    index += count
  }

  /// Escapes the first character of a value that would otherwise be a reference to an attribute or
  /// a resource.
  private mutating func writeReferenceMark(
    _ differences: inout WritingDifferences, into output: inout [UInt8]
  ) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }),
      let end = bytes.lastIndex(where: { !isSpace($0) })
    else { return }
    let mark = bytes[start]
    let isReference =
      mark == UInt8(ascii: "?") && start < end
      || mark == UInt8(ascii: "@") && AndroidReference.isResource(bytes[start...end])
    guard isReference else { return }
    differences.note(
      "trema-core wrote '\(Character(Unicode.Scalar(mark)))' unescaped, which makes the value a "
        + "reference",
      at: range(start, 1))
    output += bytes[..<start]
    output.append("\\")
    output.append(mark)
    index = start + 1
  }

  /// Copies a tag, a comment or a CDATA section of well-formed XML, with only `&` and `'` replaced.
  private mutating func writeTag(into output: inout [UInt8]) {
    let end = XMLFragment.endOfMarkup(in: bytes, at: index)
    output += Self.oldSpelling(Array(bytes[index..<end]))
    index = end
  }

  /// Writes an escape sequence from the catalog in the resource compiler's syntax.
  private mutating func writeEscape(
    _ differences: inout WritingDifferences, into output: inout [UInt8]
  ) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    switch next {
    case nil:
      differences.note(
        "trema-core wrote the backslash at the end of the value unescaped, which Android omits",
        at: range(index, 1))
      write("\\\\", for: 1, into: &output)
    case UInt8(ascii: "'"): write("\\&#039;", for: 2, into: &output)
    case UInt8(ascii: "\""): write("\\\"", for: 2, into: &output)
    case UInt8(ascii: "\\"):
      if index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "'") {
        differences.note(
          "trema-core read \\\\' as an escaped apostrophe and wrote a value that Android rejects",
          at: range(index, 3))
      }
      write("\\\\", for: 2, into: &output)
    case UInt8(ascii: "r"):
      differences.note(
        "trema-core wrote \\r unchanged, which Android reads as 'r'", at: range(index, 2))
      write("\\u000D", for: 2, into: &output)
    case UInt8(ascii: "u"), UInt8(ascii: "U"): writeUnicodeEscape(&differences, into: &output)
    default:
      // Android drops the backslash of an unknown escape sequence, but the file is valid, so the
      // backslash is kept.
      write("\\", for: 1, into: &output)
    }
  }

  /// Writes `\uXXXX` or `\UXXXX`, or escapes the backslash if it is not valid.
  private mutating func writeUnicodeEscape(
    _ differences: inout WritingDifferences, into output: inout [UInt8]
  ) {
    let isLower = bytes[index + 1] == UInt8(ascii: "u")
    guard let length = UnicodeEscape.length(in: bytes, at: index) else {
      if isLower {
        differences.note(
          "trema-core wrote \\u unescaped, which Android rejects without four hexadecimal digits",
          at: range(index, 2))
      }
      output.append(isLower ? "\\\\" : "\\")
      index += 1
      return
    }
    if !isLower {
      differences.note(
        "trema-core wrote \\U unchanged, which Android reads as 'U'", at: range(index, 2))
    }
    UnicodeEscape.append(bytes, index..<index + length, letter: "u", into: &output)
    index += length
  }
}
