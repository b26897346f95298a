import TremaSupport

/// The encoding of a record as a single JSON line.
///
/// The fields are in a fixed order: `ts level label msg`, the metadata, `file line task`. `label`
/// and `task` are omitted if they are empty or `nil`. If a metadata key is one of these names, or
/// one of them followed by `_` characters, another `_` is appended. Numbers that JSON does not
/// support are the strings `NaN`, `Infinity` and `-Infinity`. A line that would exceed `limit` is
/// shortened, and its `truncated` field contains the number of removed bytes.
///
/// See RFC 8259, sections 6 and 7. U+2028 and U+2029 are escaped because JavaScript treats them as
/// line terminators.
enum JSONLine {
  /// The maximum length of a line in bytes, including the line feed.
  static let limit = 65_536

  /// Appends a line with its line feed.
  static func append(_ record: LogRecord, to bytes: inout [UInt8]) {
    let start = bytes.count
    open(record, maxLabelLength: .max, to: &bytes)
    string(record.message, to: &bytes)
    for field in record.metadata.fields { append(field, to: &bytes) }
    append("file", record.file, to: &bytes)
    close(record, to: &bytes)
    if bytes.count - start > limit {
      let length = bytes.count - start
      bytes.removeSubrange(start...)
      appendTruncated(record, length, to: &bytes)
    }
  }

  /// Appends the fields before the message.
  ///
  /// - Parameter maxLabelLength: The maximum length of the label in bytes.
  private static func open(_ record: LogRecord, maxLabelLength: Int, to bytes: inout [UInt8]) {
    bytes.append(#"{"ts":""#)
    record.time.append(to: &bytes)
    bytes.append(#"","level":""#)
    bytes.append(utf8Of: record.level.description)
    bytes.append(UInt8(ascii: "\""))
    if !record.label.isEmpty {
      append("label", record.label, maxLength: maxLabelLength, to: &bytes)
    }
    bytes.append(#","msg":"#)
  }

  /// Appends the fields after the file and the line feed.
  private static func close(
    _ record: LogRecord, truncated: Int? = nil, to bytes: inout [UInt8]
  ) {
    bytes.append(#","line":"#)
    number(record.line, to: &bytes)
    if let task = record.task { append("task", task, maxLength: maxTextLength, to: &bytes) }
    if let truncated {
      bytes.append(#","truncated":"#)
      number(truncated, to: &bytes)
    }
    bytes.append("}\n")
  }

  /// The maximum length of label, file and task in a shortened line, in bytes each.
  private static let maxTextLength = 1024

  /// Appends a shortened line.
  ///
  /// - Parameter length: The length of the complete line in bytes.
  private static func appendTruncated(_ record: LogRecord, _ length: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    open(record, maxLabelLength: maxTextLength, to: &bytes)
    // Space is reserved for the last fields. The message may use half of the remaining space, and
    // the metadata the rest.
    let end = start + limit - 2 * maxTextLength - 128
    string(
      record.message,
      maxLength: record.metadata.isEmpty ? end - bytes.count : (end - bytes.count) / 2,
      to: &bytes)
    for field in record.metadata.fields {
      let before = bytes.count
      append(field, to: &bytes)
      guard bytes.count > end else { continue }
      bytes.removeSubrange(before...)
      // A string is shortened; any other value is omitted.
      if case .string(let text) = field.value, end - before > 2 * field.key.utf8.count + 32 {
        let fieldStart = bytes.count
        append(name: field.key, to: &bytes)
        if bytes.count + 2 > end {
          bytes.removeSubrange(fieldStart...)
        } else {
          string(text, maxLength: end - bytes.count, to: &bytes)
        }
      }
    }
    append("file", record.file, maxLength: maxTextLength, to: &bytes)
    // Both lengths include the same line feed and brace, so these don't affect the difference.
    var whole = bytes
    close(record, to: &whole)
    close(record, truncated: length - (whole.count - start), to: &bytes)
  }

  /// Appends a built-in field.
  private static func append(
    _ name: StaticString, _ text: String, maxLength: Int = .max, to bytes: inout [UInt8]
  ) {
    bytes.append(#",""#)
    bytes.append(name)
    bytes.append(#"":"#)
    string(text, maxLength: maxLength, to: &bytes)
  }

  /// Appends a metadata field.
  private static func append(_ field: LogMetadata.Field, to bytes: inout [UInt8]) {
    append(name: field.key, to: &bytes)
    value(field.value, to: &bytes)
  }

  /// Appends the name of a metadata field.
  private static func append(name: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ","))
    string(isReserved(name) ? name + "_" : name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Returns whether a name collides with a built-in field.
  private static func isReserved(_ name: String) -> Bool {
    name.withBytes { name in
      func isOne(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        return name.count >= length
          && UnsafeBufferPointer(rebasing: name[..<length]).elementsEqual(
            UnsafeBufferPointer(start: word.utf8Start, count: length))
          && name[length...].allSatisfy { $0 == UInt8(ascii: "_") }
      }
      return switch name.first {
      case UInt8(ascii: "t"): isOne("ts") || isOne("task") || isOne("truncated")
      case UInt8(ascii: "l"): isOne("level") || isOne("label") || isOne("line")
      case UInt8(ascii: "m"): isOne("msg")
      case UInt8(ascii: "f"): isOne("file")
      default: false
      }
    }
  }

  /// Appends a value.
  private static func value(_ value: LogValue, to bytes: inout [UInt8]) {
    switch value {
    case .string(let text): string(text, to: &bytes)
    case .integer(let number): self.number(number, to: &bytes)
    case .unsigned(let number): self.number(number, to: &bytes)
    case .real(let number):
      if number.isFinite {
        bytes.append(utf8Of: number.description)
      } else {
        string(LogReal.text(number), to: &bytes)
      }
    case .boolean(let flag): bytes.append(flag ? "true" : "false")
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        self.value(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .dictionary(let values):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in values.fields.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        string(field.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        self.value(field.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .redacted: string(value.description, to: &bytes)
    }
  }

  /// Appends an integer.
  private static func number(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    bytes.append(utf8Of: String(number))
  }

  /// Appends a string in quotes.
  ///
  /// - Parameter maxLength: The maximum length of the result in bytes; a longer string is truncated
  ///   at a character boundary.
  private static func string(_ text: String, maxLength: Int = .max, to bytes: inout [UInt8]) {
    let end = maxLength == .max ? Int.max : bytes.count + maxLength - 1
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var done = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        // Bytes above 0x7E may start a character that is escaped, such as U+2028.
        let isPlain =
          byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          && byte < 0x7F
        let length = isPlain ? 1 : JSONEscape.length(of: text, at: index)
        if end != .max, bytes.count + (index - done) + max(length, 6) > end { break }
        if !isPlain, let escape = JSONEscape(text, at: index, length) {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[done..<index]))
          escape.append(to: &bytes)
          done = index + length
        }
        index += length
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[done..<index]))
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// The escape sequence of a character that is not allowed in JSON or is unsafe on a terminal.
private struct JSONEscape {
  /// The character's code point, which is in the basic multilingual plane.
  private let code: UInt32

  /// Reads the character at an index, or returns `nil` if it needs no escape.
  init?(_ text: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int) {
    switch text[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: code = UInt32(text[index])
    case 0xC2 where text[index + 1] < 0xA0: code = UInt32(text[index + 1])
    case 0xE2 where text[index + 1] == 0x80 && (0xA8...0xA9).contains(text[index + 2]):
      code = 0x2000 + UInt32(text[index + 2] & 0x3F)
    default: return nil
    }
  }

  /// Returns the length in bytes of the character that starts at an index.
  static func length(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// Appends the escape sequence.
  func append(to bytes: inout [UInt8]) {
    switch code {
    case 0x08: bytes.append(#"\b"#)
    case 0x09: bytes.append(#"\t"#)
    case 0x0A: bytes.append(#"\n"#)
    case 0x0C: bytes.append(#"\f"#)
    case 0x0D: bytes.append(#"\r"#)
    case 0x22: bytes.append(#"\""#)
    case 0x5C: bytes.append(#"\\"#)
    default:
      bytes.append(#"\u"#)
      for shift in [12, 8, 4, 0] as [UInt32] {
        let digit = UInt8(code >> shift & 0xF)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
