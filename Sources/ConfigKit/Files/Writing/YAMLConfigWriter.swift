import TremaConfigValues
import TremaSupport

/// Writes YAML in block style, two spaces a level. Readers of YAML 1.1 and of 1.2 read the same
/// values.
struct YAMLConfigWriter {
  /// A longer key needs the explicit form; readers look this many characters ahead for its `:`.
  private static let keyLimit = 1000

  private var bytes: [UInt8] = []

  static func bytes(of value: ConfigValue) -> [UInt8] {
    var writer = YAMLConfigWriter()
    writer.write(value, indentation: 0, isAtStart: true)
    if writer.bytes.last != UInt8(ascii: "\n") { writer.put("\n") }
    return writer.bytes
  }

  private mutating func put(_ text: String) { bytes += text.utf8 }

  private mutating func newLine(_ indentation: Int) {
    if !bytes.isEmpty { put("\n") }
    bytes += repeatElement(UInt8(ascii: " "), count: indentation)
  }

  /// - Parameters:
  ///   - indentation: of the entries or elements, if the value has any.
  ///   - isAtStart: whether the first of them follows on the line, after `- ` or at the beginning of
  ///     the file.
  private mutating func write(_ value: ConfigValue, indentation: Int, isAtStart: Bool) {
    switch value.content {
    case .dictionary(let dictionary) where !dictionary.entries.isEmpty:
      for (index, entry) in dictionary.entries.enumerated() {
        if index > 0 || !isAtStart { newLine(indentation) }
        let key = Self.spelling(entry.key)
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

  /// The value of a key: on its line, or below.
  private mutating func write(part value: ConfigValue, indentation: Int) {
    let hasParts =
      value.dictionary?.entries.isEmpty == false || value.array?.isEmpty == false
    if !hasParts { put(" ") }
    write(value, indentation: indentation, isAtStart: false)
  }

  private func scalar(_ value: ConfigValue) -> String {
    switch value.content {
    case .dictionary: "{}"
    case .array: "[]"
    case .string(let text): Self.spelling(text)
    case .integer(let number): number.description
    case .real(let number): Self.spelling(number)
    case .boolean(let claim): claim ? "true" : "false"
    case .date(let date): "!!timestamp \(date)"
    case .data(let bytes): "!!binary \"\(Base64.encoded(bytes))\""
    case .null: "null"
    }
  }

  /// With a dot, without which YAML 1.1 takes `1e+20` for a string.
  private static func spelling(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
    let text = number.description
    guard !text.utf8.contains(UInt8(ascii: ".")), let exponent = text.firstIndex(of: "e") else {
      return text
    }
    return "\(text[..<exponent]).0\(text[exponent...])"
  }

  private static func spelling(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Whether a text means the same to every reader without quotation marks. Few texts that would
  /// need a closer look are worth one.
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
    // To the specification of 1.1 they are Booleans, and in capitals to some readers.
    if ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased()) {
      return false
    }
    return YAMLScalar.core(text) == .string && YAMLScalar.version11(text) == .string
  }

  private static let plainLetters =
    ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@+ ")

  /// In double quotation marks on one line, with escapes for what YAML cannot hold, and for what one
  /// of its versions takes for a line break.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += escape("x", 2, scalar)
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        result += escape("u", 4, scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func escape(_ letter: String, _ count: Int, _ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
  }
}
