import TremaDiagnostics
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// A reader for Apple's `.strings` files, in the text format or as an XML or binary property list.
///
/// Measured with Foundation's reader. See `Documentation/Formats/Strings.md`.
struct StringsReader {
  /// Reads a whole file.
  ///
  /// - Throws: A diagnostic if the file is not a dictionary, or if its language is unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var table = try AppleTable(bytes, options)
    SuspiciousEscapes.find(in: bytes, file: options.file, noting: &table.findings.findings)
    // Values of other types are reported and omitted.
    for (entry, annotations) in table.entries {
      guard let text = entry.value.string else {
        table.findings.report(
          .error, "unexpected-value",
          "'\(entry.key)' must be a string, not \(entry.value.kind)",
          at: entry.value.position,
          hint: entry.value.entries == nil
            ? "quote it" : "move dictionaries to a .stringsdict file",
          key: entry.key)
        continue
      }
      let (message, issues) = Message.parseAsShown(text)
      table.findings.findings.addUnescapedPercent(
        issues, key: entry.key, at: table.findings.location(entry.value.position))
      if message.hasBranches {
        table.findings.losses.note(
          .appMessage, key: entry.key, at: table.findings.location(entry.keyPosition))
      }
      table.append(entry, annotations, message, at: entry.value.position)
    }
    return table.reading()
  }
}

/// Searches a `.strings` file for sequences that look like Unicode escape sequences but are read
/// differently. Apple's reader interprets `\u00e9` as `u00e9`, and `\U0001F600` as U+0001 followed
/// by `F600`.
struct SuspiciousEscapes {
  private let text: [UInt8]
  /// The path to print in diagnostics.
  private let file: String
  /// The index of the next byte.
  private var index = 0
  /// The position of the last reported sequence.
  private var position = SourcePosition.start
  /// The index of the byte at that position.
  private var countedEnd = 0

  /// Adds a note for each such sequence.
  ///
  /// - Parameters:
  ///   - bytes: A valid dictionary in any property list format.
  ///   - file: The path to print in diagnostics.
  ///   - findings: The list that the notes are added to, in file order.
  static func find(in bytes: [UInt8], file: String, noting findings: inout FindingList) {
    let text = utf8(bytes)
    // Any other file that starts with `<` is XML, which has no escape sequences with backslashes.
    let isText = text.first { $0 > 0x20 } != UInt8(ascii: "<") && !text.starts(with: "bplist".utf8)
    guard isText, text.contains(UInt8(ascii: "\\")) else { return }
    var search = SuspiciousEscapes(text, file)
    search.scan(&findings)
  }

  private init(_ text: [UInt8], _ file: String) {
    self.text = text
    self.file = file
  }

  /// Returns the file as UTF-8 without its byte order mark. The file must be well-formed.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index in
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? b << 8 | a : a << 8 | b
    }
    return Array(String(decoding: Array(units), as: UTF16.self).utf8)
  }

  /// Searches the quoted strings in the whole file. Comments are skipped.
  private mutating func scan(_ findings: inout FindingList) {
    var quote: UInt8?
    while index < text.count {
      let byte = text[index]
      // Inside quotes, a backslash and the next character are skipped together.
      if let open = quote {
        if byte == UInt8(ascii: "\\") {
          check(&findings)
          index += 2
          continue
        }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if text[index...].starts(with: "/*".utf8) {
        index += 2
        while index < text.count, !text[index...].starts(with: "*/".utf8) { index += 1 }
        index += 1
      } else if text[index...].starts(with: "//".utf8), !isInWord {
        while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
        continue
      }
      index += 1
    }
  }

  /// Whether the previous byte belongs to an unquoted string, which may contain slashes:
  /// `http://x`.
  private var isInWord: Bool {
    guard index > 0 else { return false }
    switch text[index - 1] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): return true
    case UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): return true
    default: return false
    }
  }

  /// Checks the sequence that starts with the backslash at the current index.
  private mutating func check(_ findings: inout FindingList) {
    guard index + 1 < text.count else { return }
    // Eight digits are enough to recognize `\UXXXXXXXX`, which other languages use.
    let digits = text[(index + 2)...].prefix(8).prefix { $0.hexadecimalDigit != nil }
    let code = String(decoding: digits, as: UTF8.self)
    switch text[index + 1] {
    case UInt8(ascii: "u") where digits.count >= 4:
      let unit = code.prefix(4)
      let location = location(of: 6)
      findings.add(
        .note, "suspicious-escape",
        "'\\u\(unit)' is not an escape sequence in this format; it is read as 'u\(unit)'",
        at: location, hint: "use \\U\(unit), or the character itself",
        fixes: [Diagnostic.Edit(at: location, replacement: "\\U\(unit)")])
    case UInt8(ascii: "U") where digits.count == 8 && digits.starts(with: "000".utf8):
      guard let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init), scalar.value > 0xFFFF
      else { return }
      let location = location(of: 10)
      findings.add(
        .note, "suspicious-escape",
        "'\\U\(code)' is read as '\\U\(code.prefix(4))' and the text '\(code.suffix(4))'",
        at: location, hint: "use the character itself: \(scalar)",
        fixes: [Diagnostic.Edit(at: location, replacement: String(scalar))])
    default: return
    }
  }

  /// Returns the location of the bytes at the current index.
  ///
  /// - Parameter length: The number of bytes.
  private mutating func location(of length: Int) -> SourceLocation {
    position = position.advanced(over: text[countedEnd..<index])
    countedEnd = index
    return SourceLocation(
      file: file, start: position,
      end: SourcePosition(line: position.line, column: position.column + length))
  }
}
