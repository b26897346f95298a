import TremaSupport

/// A record as one line of JSON. Fields have an order: `ts level label msg`, the values beside the
/// message, `file line task`; `label` and `task` are left out where there is none.
///
/// A key that one of these has, with any number of `_` behind it, gets one more `_`. Numbers that
/// JSON does not have are the texts `NaN`, `Infinity` and `-Infinity`. A line that would be longer
/// than ``limit`` bytes loses ends of its texts, and says in `truncated` how many bytes.
///
/// Source: RFC 8259, sections 6 and 7; U+2028 and U+2029 end lines for JavaScript.
enum JSONLine {
  /// With the line feed.
  static let limit = 65_536

  static func append(_ record: LogRecord, to bytes: inout [UInt8]) {
    let start = bytes.count
    open(record, labelRoom: .max, to: &bytes)
    string(record.message, to: &bytes)
    for field in record.metadata.fields { append(field, to: &bytes) }
    append("file", record.file, to: &bytes)
    close(record, to: &bytes)
    if bytes.count - start > limit {
      let length = bytes.count - start
      bytes.removeSubrange(start...)
      appendCut(record, length, to: &bytes)
    }
  }

  private static func open(_ record: LogRecord, labelRoom: Int, to bytes: inout [UInt8]) {
    bytes.append(#"{"ts":""#)
    record.time.append(to: &bytes)
    bytes.append(#"","level":""#)
    bytes.append(utf8Of: record.level.description)
    bytes.append(UInt8(ascii: "\""))
    if !record.label.isEmpty {
      append("label", record.label, room: labelRoom, to: &bytes)
    }
    bytes.append(#","msg":"#)
  }

  private static func close(
    _ record: LogRecord, truncated: Int? = nil, to bytes: inout [UInt8]
  ) {
    bytes.append(#","line":"#)
    number(record.line, to: &bytes)
    if let task = record.task { append("task", task, room: textRoom, to: &bytes) }
    if let truncated {
      bytes.append(#","truncated":"#)
      number(truncated, to: &bytes)
    }
    bytes.append("}\n")
  }

  /// The most bytes of label, file and task each, where a line is cut.
  private static let textRoom = 1024

  private static func appendCut(_ record: LogRecord, _ length: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    open(record, labelRoom: textRoom, to: &bytes)
    // What comes last has its place kept; a message may have half of the rest, values what is left.
    let end = start + limit - 2 * textRoom - 128
    string(
      record.message, room: record.metadata.isEmpty ? end - bytes.count : (end - bytes.count) / 2,
      to: &bytes)
    for field in record.metadata.fields {
      let before = bytes.count
      append(field, to: &bytes)
      guard bytes.count > end else { continue }
      bytes.removeSubrange(before...)
      // A text loses its end, anything else is left out.
      if case .string(let text) = field.value, end - before > 2 * field.key.utf8.count + 32 {
        let keyed = bytes.count
        append(name: field.key, to: &bytes)
        if bytes.count + 2 > end {
          bytes.removeSubrange(keyed...)
        } else {
          string(text, room: end - bytes.count, to: &bytes)
        }
      }
    }
    append("file", record.file, room: textRoom, to: &bytes)
    // A line feed and a brace more than what is counted on both sides.
    var whole = bytes
    close(record, to: &whole)
    close(record, truncated: length - (whole.count - start), to: &bytes)
  }

  private static func append(
    _ name: StaticString, _ text: String, room: Int = .max, to bytes: inout [UInt8]
  ) {
    bytes.append(#",""#)
    bytes.append(name)
    bytes.append(#"":"#)
    string(text, room: room, to: &bytes)
  }

  private static func append(_ field: LogMetadata.Field, to bytes: inout [UInt8]) {
    append(name: field.key, to: &bytes)
    value(field.value, to: &bytes)
  }

  private static func append(name: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ","))
    string(isTaken(name) ? name + "_" : name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  private static func isTaken(_ name: String) -> Bool {
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
    case .boolean(let claim): bytes.append(claim ? "true" : "false")
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

  private static func number(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    bytes.append(utf8Of: String(number))
  }

  /// In quotation marks.
  ///
  /// - Parameter room: for all of it; what does not fit is left out, characters stay whole.
  private static func string(_ text: String, room: Int = .max, to bytes: inout [UInt8]) {
    let end = room == .max ? Int.max : bytes.count + room - 1
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var done = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        // U+2028 and U+2029 begin with this byte, too.
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

/// A character that is not written as it is.
private struct JSONEscape {
  private let code: UInt32

  /// - Returns: nil for a character that means itself.
  init?(_ text: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int) {
    switch text[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: code = UInt32(text[index])
    case 0xC2 where text[index + 1] < 0xA0: code = UInt32(text[index + 1])
    case 0xE2 where text[index + 1] == 0x80 && (0xA8...0xA9).contains(text[index + 2]):
      code = 0x2000 + UInt32(text[index + 2] & 0x3F)
    default: return nil
    }
  }

  /// How many bytes the character has that begins here.
  static func length(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

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
