import TremaSupport

extension PropertyList {
  /// The spelling of real numbers. Both spellings are read back as the same number.
  package enum RealSpelling: Sendable {
    /// 17 significant digits, as in Foundation and `plutil`: `0.10000000000000001`.
    case seventeenDigits
    /// The fewest digits that distinguish the number from its neighbors: `0.1`.
    case shortest
  }

  /// Returns the property list in the XML format, in the layout of `plutil -convert xml1` and
  /// Xcode, with keys in the given order. If the keys are sorted, the output is identical to that
  /// of these tools.
  ///
  /// There are two differences. Carriage returns are written as `&#13;`, whereas Apple's tools
  /// write them unescaped, so other XML readers normalize them to line feeds. A UID is written as
  /// the dictionary that represents it.
  ///
  /// - Parameters:
  ///   - file: The path of the file that the value comes from, to print in diagnostics.
  ///   - reals: The spelling of real numbers.
  /// - Throws: `unwritable-character` for a string with a character that XML does not allow: most
  ///   control characters, U+FFFE and U+FFFF.
  ///
  /// Based on CoreFoundation's `CFPropertyList.c` and checked against Foundation.
  package func encodedXML(
    file: String, reals: RealSpelling = .seventeenDigits
  ) throws(Diagnostic) -> [UInt8] {
    var writer = XMLPropertyListWriter(file: file, reals: reals)
    return try writer.document(self)
  }

  /// Returns the first character in a string that XML does not allow, or `nil` if there is none.
  ///
  /// See XML 1.0, production 2, "Char".
  package static func firstCharacterForbiddenInXML(in text: String) -> Unicode.Scalar? {
    // Almost no strings contain a byte that starts such a character.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else { return nil }
    return text.unicodeScalars.first {
      switch $0.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
  }
}

/// An XML writer that recurses into the value.
private struct XMLPropertyListWriter {
  /// The lines before the value, which are identical to Foundation's.
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  let file: String
  let reals: PropertyList.RealSpelling
  private var output: [UInt8] = []
  /// The indentation of the current line, in tabs.
  private var depth = 0
  /// The first problem. We store it instead of throwing it because throwing makes the recursion's
  /// stack frames several times as large, and 512 levels must fit on a small stack.
  private var problem: Diagnostic?

  init(file: String, reals: PropertyList.RealSpelling) {
    self.file = file
    self.reals = reals
  }

  /// Returns the whole file.
  ///
  /// - Throws: A diagnostic for the first character that XML does not allow.
  mutating func document(_ value: PropertyList) throws(Diagnostic) -> [UInt8] {
    output += Self.head.utf8
    write(value)
    if let problem { throw problem }
    output += "</plist>\n".utf8
    return output
  }

  /// Appends a line.
  ///
  /// - Parameter indentation: The indentation, in tabs, or `nil` for ``depth``.
  private mutating func line(_ text: String, indentation: Int? = nil) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: indentation ?? depth))
    output += text.utf8
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func write(_ value: PropertyList) {
    switch value.value {
    case .dictionary(let entries): write(entries)
    case .array(let values): write(values)
    default: write(scalar: value)
    }
  }

  private mutating func write(_ values: [PropertyList]) {
    if values.isEmpty { return line("<array/>") }
    line("<array>")
    depth += 1
    for value in values { write(value) }
    depth -= 1
    line("</array>")
  }

  /// Writes a value that is not a container.
  private mutating func write(scalar value: PropertyList) {
    switch value.value {
    case .dictionary, .array: break
    case .string(let text): write(text, in: "string", at: value.position)
    case .integer(let number): line("<integer>\(number)</integer>")
    case .real(let number): line("<real>\(spelling(number))</real>")
    case .boolean(let flag): line(flag ? "<true/>" : "<false/>")
    case .date(let date): line("<date>\(date)</date>")
    case .data(let bytes): write(bytes)
    case .uid(let number):
      // Foundation's keyed archives represent a UID as a dictionary with this key.
      write([Entry("CF$UID", PropertyList(.integer(PropertyList.Integer(number))))])
    }
  }

  private typealias Entry = PropertyList.Entry

  private mutating func write(_ entries: [Entry]) {
    if entries.isEmpty { return line("<dict/>") }
    line("<dict>")
    depth += 1
    for entry in entries {
      write(entry.key, in: "key", at: entry.keyPosition)
      write(entry.value)
    }
    depth -= 1
    line("</dict>")
  }

  /// Writes a string or key, with markup escaped.
  ///
  /// - Parameter position: The position to report for a character that XML does not allow.
  private mutating func write(
    _ text: String, in element: String, at position: SourcePosition
  ) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: depth))
    output += "<\(element)>".utf8
    if let scalar = PropertyList.firstCharacterForbiddenInXML(in: text) {
      problem = problem ?? unwritableCharacter(scalar, at: position)
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case UInt8(ascii: "\r"): output += "&#13;".utf8
      default: output.append(byte)
      }
    }
    output += "</\(element)>\n".utf8
  }

  /// Returns the diagnostic for a character that XML does not allow.
  private func unwritableCharacter(_ scalar: Unicode.Scalar, at position: SourcePosition)
    -> Diagnostic
  {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return Diagnostic(
      .error, "unwritable-character", "this string contains U+\(code), which is not allowed in XML",
      at: SourceLocation(file: file, start: position),
      hint: "remove the character, or choose another format")
  }

  /// Returns the spelling of a real number.
  private func spelling(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    if reals == .shortest {
      let text = number.description
      // Foundation omits the fraction of whole numbers, except for zero.
      return text.utf8.suffix(2).elementsEqual(".0".utf8) && number != 0
        ? String(text.dropLast(2)) : text
    }
    if number == 0 { return "0.0" }
    // The longest number has a sign, 17 digits, a decimal point and an exponent of five characters.
    var text = [CChar](repeating: 0, count: 32)
    _ = withVaList([number]) { vsnprintf(&text, text.count, "%.17g", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes data in Base64, in lines of 76 columns. Each level of indentation takes eight columns.
  /// From the eighth level on, neither the width nor the indentation changes.
  private mutating func write(_ bytes: [UInt8]) {
    line("<data>")
    let indentation = min(depth, 8)
    // Four Base64 characters encode three bytes.
    let width = (76 - 8 * indentation) / 4 * 3
    var start = 0
    while start < bytes.count {
      let end = min(start + width, bytes.count)
      line(Base64.encoded(bytes[start..<end]), indentation: indentation)
      start = end
    }
    line("</data>")
  }
}
