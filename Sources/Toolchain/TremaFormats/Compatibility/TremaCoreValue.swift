/// The characters of a value between `<string>` and `</string>`, as trema-core wrote them where the
/// resource compiler reads them so.
struct TremaCoreValue {
  private let bytes: [UInt8]
  private let origins: [Int]
  /// Tags reach the resource as tags, as long as they are well-formed.
  private let keepsTags: Bool
  private let hasTags: Bool
  private var index = 0

  init(_ format: TremaCoreFormat) {
    bytes = format.bytes
    origins = format.origins
    hasTags =
      bytes.contains(UInt8(ascii: "<")) || XMLFragment.firstIndex(of: "]]>", in: bytes[...]) != nil
    keepsTags = hasTags && XMLFragment.isWellFormed(Self.oldSpelling(bytes))
  }

  /// `&` and `'` (with or without a backslash) escaped, and nothing else.
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

  mutating func write(_ differences: inout WritingDifferences, into output: inout [UInt8]) {
    if hasTags && !keepsTags {
      let first = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.startIndex
      differences.note(
        "trema-core wrote < as it is, which is no well-formed XML here", at: range(first, 1))
    }
    index = 0
    if !keepsTags { writeReferenceMark(&differences, into: &output) }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<") where keepsTags: writeTag(into: &output)
      case UInt8(ascii: "<"): write("&lt;", for: 1, into: &output)
      case UInt8(ascii: ">") where hasTags && !keepsTags && output.suffix(2) == Self.brackets:
        write("&gt;", for: 1, into: &output)
      case UInt8(ascii: "&"): write("&amp;", for: 1, into: &output)
      case UInt8(ascii: "'"): write("\\&#039;", for: 1, into: &output)
      case UInt8(ascii: "\""):
        differences.note(
          "trema-core wrote a quotation mark as it is, which Android leaves out",
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

  /// The place in the source of some bytes.
  private func range(_ start: Int, _ count: Int) -> Range<Int> {
    guard start < origins.count else { return 0..<0 }
    return origins[start]..<origins[start] + count
  }

  private mutating func write(
    _ text: StaticString, for count: Int, into output: inout [UInt8]
  ) {
    output.append(text)
    index += count
  }

  /// Keeps a value that begins like a reference to an attribute or a resource a text.
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
      "trema-core wrote \(Character(Unicode.Scalar(mark))) as it is, which makes the value a reference",
      at: range(start, 1))
    output += bytes[..<start]
    output.append("\\")
    output.append(mark)
    index = start + 1
  }

  /// Copies a tag, a comment or a section of well-formed XML; only `&` and `'` are replaced in it.
  private mutating func writeTag(into output: inout [UInt8]) {
    let end = XMLFragment.endOfMarkup(in: bytes, at: index)
    output += Self.oldSpelling(Array(bytes[index..<end]))
    index = end
  }

  private mutating func writeEscape(
    _ differences: inout WritingDifferences, into output: inout [UInt8]
  ) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    switch next {
    case nil:
      differences.note(
        "trema-core wrote the backslash at the end of the value as it is, which Android leaves out",
        at: range(index, 1))
      write("\\\\", for: 1, into: &output)
    case UInt8(ascii: "'"): write("\\&#039;", for: 2, into: &output)
    case UInt8(ascii: "\""): write("\\\"", for: 2, into: &output)
    case UInt8(ascii: "\\"):
      if index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "'") {
        differences.note(
          "trema-core took \\\\' for an escaped apostrophe, and Android refuses what it wrote",
          at: range(index, 3))
      }
      write("\\\\", for: 2, into: &output)
    case UInt8(ascii: "r"):
      differences.note(
        "trema-core wrote \\r as it is, which Android reads as 'r'", at: range(index, 2))
      write("\\u000D", for: 2, into: &output)
    case UInt8(ascii: "u"), UInt8(ascii: "U"): writeUnicodeEscape(&differences, into: &output)
    default:
      // Android drops the backslash of an escape it does not know; the file stays valid.
      write("\\", for: 1, into: &output)
    }
  }

  private mutating func writeUnicodeEscape(
    _ differences: inout WritingDifferences, into output: inout [UInt8]
  ) {
    let isLower = bytes[index + 1] == UInt8(ascii: "u")
    guard let length = UnicodeEscape.length(in: bytes, at: index) else {
      if isLower {
        differences.note(
          "trema-core wrote \\u as it is, which Android refuses without four digits of a character",
          at: range(index, 2))
      }
      output.append(isLower ? "\\\\" : "\\")
      index += 1
      return
    }
    if !isLower {
      differences.note(
        "trema-core wrote \\U as it is, which Android reads as 'U'", at: range(index, 2))
    }
    UnicodeEscape.append(bytes, index..<index + length, letter: "u", into: &output)
    index += length
  }
}
