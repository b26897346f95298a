import TremaConfigValues
import TremaSupport

/// Writes YAML in block style, indented by two spaces. YAML 1.1 and 1.2 readers read the same
/// values.
struct YAMLConfigWriter {
  /// The maximum length of an implicit key, in bytes. A longer key needs the explicit form (`? `),
  /// because readers search only 1024 characters for the `:`.
  private static let keyLimit = 1000

  /// The bytes written so far.
  private var bytes: [UInt8] = []

  /// Returns a value as the contents of a file, which ends with a line feed.
  static func bytes(of value: ConfigValue) -> [UInt8] {
    var writer = YAMLConfigWriter()
    writer.write(value, indentation: 0, isAtStart: true)
    if writer.bytes.last != UInt8(ascii: "\n") { writer.put("\n") }
    return writer.bytes
  }

  /// Appends a string.
  private mutating func put(_ text: String) { bytes += text.utf8 }

  /// Starts a line, unless it is the first one.
  private mutating func newLine(_ indentation: Int) {
    if !bytes.isEmpty { put("\n") }
    bytes += repeatElement(UInt8(ascii: " "), count: indentation)
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces before its entries or elements.
  ///   - isAtStart: Whether its first entry or element is on the current line, after `- ` or at the
  ///     start of the file.
  private mutating func write(_ value: ConfigValue, indentation: Int, isAtStart: Bool) {
    switch value.content {
    case .dictionary(let dictionary) where !dictionary.entries.isEmpty:
      for (index, entry) in dictionary.entries.enumerated() {
        if index > 0 || !isAtStart { newLine(indentation) }
        let key = Self.spelling(entry.key)
        // In explicit form, the value has its own line, with the `:` below the `?`.
        if key.utf8.count > Self.keyLimit {
          put("? \(key)")
          newLine(indentation)
        } else {
          put(key)
        }
        put(":")
        write(part: entry.value, indentation: indentation + 2)
      }
    case .array(let values) where !values.isEmpty:
      for (index, element) in values.enumerated() {
        if index > 0 || !isAtStart { newLine(indentation) }
        put("- ")
        write(element, indentation: indentation + 2, isAtStart: true)
      }
    default: put(scalar(value))
    }
  }

  /// Writes the value of a key: a scalar on the same line, entries or elements on the following
  /// lines.
  private mutating func write(part value: ConfigValue, indentation: Int) {
    let hasParts =
      value.dictionary?.entries.isEmpty == false || value.array?.isEmpty == false
    if !hasParts { put(" ") }
    write(value, indentation: indentation, isAtStart: false)
  }

  /// Returns a scalar or an empty container as YAML.
  private func scalar(_ value: ConfigValue) -> String {
    switch value.content {
    case .dictionary: "{}"
    case .array: "[]"
    case .string(let text): Self.spelling(text)
    case .integer(let number): number.description
    case .real(let number): Self.spelling(number)
    case .boolean(let boolean): boolean ? "true" : "false"
    case .date(let date): "!!timestamp \(date)"
    case .data(let bytes): "!!binary \"\(Base64.encoded(bytes))\""
    case .null: "null"
    }
  }

  /// Returns a number with a decimal point, because YAML 1.1 reads `1e+20` as a string.
  private static func spelling(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
    let text = number.description
    guard !text.utf8.contains(UInt8(ascii: ".")), let exponent = text.firstIndex(of: "e") else {
      return text
    }
    return "\(text[..<exponent]).0\(text[exponent...])"
  }

  /// Returns a string unchanged, or quoted if necessary.
  private static func spelling(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Returns whether a string has the same meaning for every reader without quotes. The test is
  /// conservative: some strings are quoted unnecessarily.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last,
      ASCII.isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: "/"),
      last != UInt8(ascii: " "), last != UInt8(ascii: ":")
    else { return false }
    for (byte, next) in zip(bytes, bytes.dropFirst() + [0]) {
      if byte == UInt8(ascii: ":") {
        if next == UInt8(ascii: " ") { return false }
      } else if !plainLetters.contains(byte) {
        return false
      }
    }
    // The single letters are Booleans in the YAML 1.1 specification, and some readers also accept
    // the words in other cases.
    if ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased()) {
      return false
    }
    return YAMLScalar.core(text) == .string && YAMLScalar.version11(text) == .string
  }

  /// The characters allowed in unquoted strings, except `:`.
  private static let plainLetters =
    ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@+ ")

  /// Returns a string in double quotes on one line. Characters that YAML does not allow, or that
  /// one of its versions treats as a line break, are escaped.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      // The C0 and C1 control characters and DEL.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += escape("x", 2, scalar)
      // YAML 1.1 treats the first two as line breaks. The others are a byte order mark and
      // noncharacters.
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        result += escape("u", 4, scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a hexadecimal escape with a fixed number of digits.
  private static func escape(_ letter: String, _ count: Int, _ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
  }
}
