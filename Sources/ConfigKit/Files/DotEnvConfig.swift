import TremaConfigValues
import TremaSupport

/// A reader of `.env` files: `KEY=VALUE` lines, as interpreted by shells and the dotenv libraries.
///
/// A value ends with its line, or before a `#` that follows a space or tab. A value in single
/// quotes is literal. A value in double quotes may span lines, and has the escapes
/// `\n \r \t \" \' \\ \$`. Variables (`$NAME`) are not expanded.
struct DotEnvConfig {
  /// The lines of the file.
  private var lines: TextLines
  /// The entries so far, in file order.
  private var entries: [ConfigPaths.Entry] = []
  /// The problems found so far.
  private var problems: [Diagnostic] = []

  /// Reads a file. An error in a line is reported, and reading continues on the next line.
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic)
    -> ConfigFormat.DecodingResult
  {
    var reader = DotEnvConfig(
      lines: try TextLines(bytes, file: file, code: "invalid-env"))
    return try reader.read()
  }

  /// Creates a reader.
  private init(lines: TextLines) { self.lines = lines }

  /// Reads all lines.
  private mutating func read() throws(Diagnostic) -> ConfigFormat.DecodingResult {
    let start = lines.mark
    while lines.byte != nil {
      lines.skipBlank()
      if !lines.isAtLineEnd, lines.byte != UInt8(ascii: "#") {
        do throws(Diagnostic) {
          try assignment()
        } catch {
          // A malformed line doesn't prevent reading the others.
          problems.append(error)
        }
        if entries.count > TextLines.keyLimit {
          throw lines.tooManyKeys(at: lines.location(from: lines.mark))
        }
      }
      lines.skipToLineEnd()
      lines.nextLine()
    }
    let tree = ConfigPaths.tree(entries, problems: &problems)
    return ConfigFormat.DecodingResult(
      ConfigValue(.dictionary(tree), at: lines.location(from: start)), problems: problems)
  }

  /// Reads an assignment, which may be preceded by `export`.
  private mutating func assignment() throws(Diagnostic) {
    let export = Array("export".utf8)
    let rest = lines.bytes[lines.offset...]
    if rest.starts(with: export), let next = lines.byte(after: export.count),
      next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    {
      lines.offset += export.count
      lines.skipBlank()
    }
    let begin = lines.mark
    // A key in quotes may contain an equals sign.
    var isQuoted = false
    while let byte = lines.byte, !lines.isAtLineEnd, isQuoted || byte != UInt8(ascii: "=") {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      lines.offset += 1
    }
    let range = lines.trimmed(begin.offset..<lines.offset)
    let location = lines.location(from: begin, length: range.count)
    let name = lines.text(range)
    guard lines.byte == UInt8(ascii: "=") else {
      throw lines.problem(
        "'\(TerminalText.escaped(name))' has no value", at: location,
        hint: "use KEY=VALUE, or begin a comment with #")
    }
    guard Self.isName(name), let keys = TextLines.keys(name) else {
      throw lines.problem(
        range.isEmpty
          ? "the key before '=' is missing" : "'\(TerminalText.escaped(name))' is not a valid key",
        at: location,
        hint: "use a key such as KEY, API__KEY or api.key")
    }
    lines.offset += 1
    lines.skipBlank()
    entries.append(ConfigPaths.Entry(keys, at: location, try value()))
  }

  /// Returns whether a string is a valid key. Without quotes, it must not contain whitespace.
  private static func isName(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "\""))
      || !name.isEmpty
        && name.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), 0x80...:
            true
          default: false
          }
        }
  }

  /// Reads a value up to the end of its line or a comment.
  private mutating func value() throws(Diagnostic) -> ConfigValue {
    let begin = lines.mark
    let text: String
    switch lines.byte {
    case UInt8(ascii: "'"): text = try singleQuotedText(begin)
    case UInt8(ascii: "\""): text = try doubleQuotedText(begin)
    default: return unquotedValue(begin)
    }
    let location = lines.location(from: begin)
    // A comment must be separated from the value by a space or a tab.
    let followsSpace = lines.byte == UInt8(ascii: " ") || lines.byte == UInt8(ascii: "\t")
    lines.skipBlank()
    guard lines.isAtLineEnd || followsSpace && lines.byte == UInt8(ascii: "#") else {
      throw lines.problem(
        "unexpected text after the closing quotation mark", at: lines.location(from: lines.mark),
        hint: "remove it, or put the whole value in quotation marks")
    }
    return ConfigValue(.string(text), at: location)
  }

  /// Reads a value without quotes, which has no escapes.
  private mutating func unquotedValue(_ begin: TextLines.Mark) -> ConfigValue {
    var followsSpace = true
    while let byte = lines.byte, !lines.isAtLineEnd {
      if byte == UInt8(ascii: "#"), followsSpace { break }
      followsSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      lines.offset += 1
    }
    let range = lines.trimmed(begin.offset..<lines.offset)
    return ConfigValue(
      .string(lines.text(range)), at: lines.location(from: begin, length: range.count))
  }

  /// Reads a value in single quotes, which must end on its line.
  private mutating func singleQuotedText(_ begin: TextLines.Mark) throws(Diagnostic) -> String {
    lines.offset += 1
    let start = lines.offset
    while !lines.isAtLineEnd, lines.byte != UInt8(ascii: "'") { lines.offset += 1 }
    guard lines.byte == UInt8(ascii: "'") else {
      throw lines.problem(
        "the quotation mark is not closed on the same line", at: lines.location(from: begin),
        hint: "close it, or use double quotation marks for a value of several lines")
    }
    lines.offset += 1
    return lines.text(start..<lines.offset - 1)
  }

  /// Reads a value in double quotes.
  private mutating func doubleQuotedText(_ begin: TextLines.Mark) throws(Diagnostic) -> String {
    lines.offset += 1
    var bytes: [UInt8] = []
    while let byte = lines.byte {
      switch byte {
      case UInt8(ascii: "\""):
        lines.offset += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\r") where lines.byte(after: 1) == UInt8(ascii: "\n"):
        // CR LF is read as LF, so a multi-line value doesn't depend on the platform.
        lines.advance()
      case UInt8(ascii: "\\"):
        if let escaped = Self.unescaped(lines.byte(after: 1)) {
          bytes.append(escaped)
          lines.advance()
        } else {
          bytes.append(byte)
        }
        lines.advance()
      default:
        bytes.append(byte)
        lines.advance()
      }
    }
    // The location is only the opening mark, because the rest of the file was read as the value.
    throw lines.problem(
      "the quotation mark is not closed", at: lines.location(from: begin, length: 1),
      hint: "close it; escape a quotation mark in the value as \\\"")
  }

  /// Returns the byte that an escape represents, or `nil` if the backslash is literal.
  private static func unescaped(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "$"): byte
    default: nil
    }
  }
}
