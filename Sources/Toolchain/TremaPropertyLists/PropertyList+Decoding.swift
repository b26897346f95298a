import TremaSupport
import TremaXML

extension PropertyList {
  /// The limits of a file, so that a hostile one stays cheap.
  package struct Limits: Sendable {
    /// Dictionaries and arrays inside each other; Foundation stops at the same number.
    package var depth = 512
    /// Values and keys all together. A binary property list of 155 bytes can ask for 2^28, by
    /// naming an array twice in the next; such a file may have 10,000, and 16 for each of its bytes.
    package var values = 4_000_000
    /// How much of anything an XML property list may hold; its depth is the one above.
    package var xml = XMLLimits()

    package init() {}
  }

  /// Reads a property list in XML, in its binary form or as text (OpenStep's form, in which the
  /// braces around the whole may be left out as in a `.strings` file).
  ///
  /// - Parameters:
  ///   - bytes: the whole file. Text is UTF-8, or UTF-16 with a byte order mark; XML is in any
  ///     encoding that it declares.
  ///   - file: the path to print in diagnostics; it is not opened.
  ///   - limits: how much of anything.
  /// - Returns: the value; dictionaries keep the order of the file and keys that are twice. A
  ///   text without a value (white space and comments) is an empty dictionary.
  /// - Throws: at the first mistake (kind `.unreadable`), among them `invalid-property-list`,
  ///   `malformed-xml`, `invalid-encoding`, `depth-limit` and `size-limit`.
  ///
  /// Source: Apple's `PropertyList-1.0.dtd`; CoreFoundation, `CFPropertyList.c`, `CFBinaryPList.c`
  /// and `CFOldStylePList.c`.
  package static func decode(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> PropertyList {
    let reading = try read(bytes, file: file, limits: limits)
    if var mistake = reading.problems.first(where: { $0.code == "invalid-property-list" }) {
      mistake.kind = .unreadable
      throw mistake
    }
    return reading.value
  }

  /// The value of a file, and its problems that leave the meaning clear.
  package struct Reading: Sendable {
    package var value: PropertyList
    /// In file order. Errors are what readers of other platforms refuse: `invalid-property-list` (a
    /// number in white space, a date that is not in UTC, data without its padding; some with a fix)
    /// and `comment-in-string`. A warning is `not-portable-encoding`.
    package var problems: [Diagnostic] = []
  }

  /// Reads as ``decode(_:file:limits:)`` does, but goes on after a mistake that leaves no doubt.
  package static func read(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> Reading {
    if bytes.starts(with: "bplist".utf8) {
      return Reading(
        value: try BinaryPropertyList.decode(bytes, file: file, limits: limits))
    }
    if bytes.starts(with: [0x3C, 0x00]) || bytes.starts(with: [0x00, 0x3C]) {
      return try XMLPropertyList.read(bytes, file: file, limits: limits)
    }
    if let declaration = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
      bytes[declaration...].starts(with: "<?xml".utf8)
    {
      // It may declare an encoding that only the XML reader knows.
      if EncodingDetector.isUTF8(bytes) {
        _ = try PropertyListText.utf8(bytes, file: file, isXML: true)
      }
      return try XMLPropertyList.read(bytes, file: file, limits: limits)
    }
    let text = try PropertyListText.utf8(bytes, file: file)
    if isXML(text) { return try XMLPropertyList.read(bytes, file: file, limits: limits) }
    let markLength = text.count < bytes.count && bytes.first == 0xEF ? 3 : 0
    var reader = OpenStepReader(text, markLength: markLength, file: file, limits: limits)
    return Reading(value: try reader.document())
  }

  /// Data in the text form begins with `<` too, but then comes a hexadecimal digit; no element of a
  /// property list has such letters alone.
  private static func isXML(_ text: [UInt8]) -> Bool {
    guard let start = text.firstIndex(where: { !ASCII.isSpace($0) }),
      text[start] == UInt8(ascii: "<")
    else { return false }
    let word = text[(start + 1)...].prefix(while: ASCII.isAlphanumeric)
    let next = word.endIndex < text.endIndex ? text[word.endIndex] : 0
    if word.isEmpty { return next != UInt8(ascii: ">") && !ASCII.isSpace(next) }
    return !word.allSatisfy { ASCII.hexadecimal($0) != nil }
  }
}

extension Diagnostic {
  /// A property list that cannot be read.
  static func unreadable(
    _ message: String, code: String = "invalid-property-list", file: String,
    at position: SourcePosition, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file, start: position), hint: hint,
      kind: .unreadable)
  }

  static func tooDeep(
    _ limits: PropertyList.Limits, file: String, at position: SourcePosition, place: String = ""
  ) -> Diagnostic {
    unreadable(
      "\(place)more than \(limits.depth) dictionaries and arrays in one another",
      code: "depth-limit", file: file, at: position,
      hint: "the limit protects against hostile files")
  }

  static func tooManyValues(
    _ limits: PropertyList.Limits, file: String, at position: SourcePosition, place: String = ""
  ) -> Diagnostic {
    unreadable(
      "\(place)more than \(limits.values) values", code: "size-limit", file: file, at: position,
      hint: "split the file; the limit protects against hostile files")
  }
}
