import TremaSupport
import TremaXML

extension PropertyList {
  /// The limits on a file's content, which bound the cost of reading a malicious one.
  package struct Limits: Sendable {
    /// The maximum nesting depth of dictionaries and arrays. Foundation has the same limit.
    package var depth = 512
    /// The maximum number of values and keys.
    ///
    /// A binary property list of 155 bytes can expand to 2^28 values if each array refers twice to
    /// the next one. Binary files are therefore additionally limited to 10,000 values plus 16
    /// values per byte.
    package var values = 4_000_000
    /// The limits of the XML parser. Its depth is derived from ``depth``.
    package var xml = XMLLimits()

    package init() {}
  }

  /// Reads a property list in the XML, binary or text format. The text format is OpenStep's; its
  /// outermost braces may be omitted, as in `.strings` files.
  ///
  /// See Apple's `PropertyList-1.0.dtd`, and CoreFoundation's `CFPropertyList.c`, `CFBinaryPList.c`
  /// and `CFOldStylePList.c`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. Text is UTF-8, or UTF-16 with a byte order mark; XML may have any
  ///     encoding that it declares.
  ///   - file: The path to print in diagnostics. The file is not opened.
  ///   - limits: The maximum depth and the maximum number of values.
  /// - Returns: The value. Dictionaries keep the order in the file, and duplicate keys. A text file
  ///   without a value, which contains only whitespace and comments, is an empty dictionary.
  /// - Throws: An `.unreadablePropertyList` diagnostic for the first problem, with a code such as
  ///   `invalid-property-list`, `malformed-xml`, `invalid-encoding`, `depth-limit` or `size-limit`.
  package static func decode(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> PropertyList {
    let reading = try read(bytes, file: file, limits: limits)
    if var problem = reading.problems.first(where: { $0.code == "invalid-property-list" }) {
      problem.kind = .unreadable
      throw problem
    }
    return reading.value
  }

  /// The value of a file, and the problems that leave its meaning clear.
  package struct DecodingResult: Sendable {
    /// The property list.
    package var value: PropertyList
    /// The problems in file order. Errors are constructs that readers on other platforms reject:
    /// `invalid-property-list` (for a number surrounded by whitespace, a date that is not in UTC,
    /// or data without padding; some have a fix) and `comment-in-string`. The only warning is
    /// `not-portable-encoding`.
    package var problems: [Diagnostic] = []
  }

  /// Reads a property list like ``decode(_:file:limits:)``, but reports problems that leave the
  /// meaning clear instead of throwing them.
  package static func read(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> DecodingResult {
    // All versions of the binary format start with these letters. The reader reports unknown
    // versions.
    if bytes.starts(with: "bplist".utf8) {
      return DecodingResult(
        value: try BinaryPropertyList.decode(bytes, file: file, limits: limits))
    }
    // A two-byte `<` indicates XML in UTF-16 without a byte order mark.
    if bytes.starts(with: [0x3C, 0x00]) || bytes.starts(with: [0x00, 0x3C]) {
      return try XMLPropertyList.read(bytes, file: file, limits: limits)
    }
    // A file with an XML declaration is XML, even if it isn't valid UTF-8.
    if let declaration = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
      bytes[declaration...].starts(with: "<?xml".utf8)
    {
      // The declaration may name an encoding that only the XML reader knows.
      if EncodingDetector.isUTF8(bytes) {
        _ = try PropertyListText.utf8(bytes, file: file, isXML: true)
      }
      return try XMLPropertyList.read(bytes, file: file, limits: limits)
    }
    let text = try PropertyListText.utf8(bytes, file: file)
    if isXML(text) { return try XMLPropertyList.read(bytes, file: file, limits: limits) }
    // Extents count bytes in the file, which match the bytes of the text after the mark only in
    // UTF-8.
    let markLength = text.count < bytes.count && bytes.first == 0xEF ? 3 : 0
    var reader = OpenStepReader(text, markLength: markLength, file: file, limits: limits)
    return DecodingResult(value: try reader.document())
  }

  /// Returns whether a text file is XML. Data in the text format also starts with `<`, but is
  /// followed by hexadecimal digits, and no property list element has a name that consists only of
  /// such letters.
  private static func isXML(_ text: [UInt8]) -> Bool {
    guard let start = text.firstIndex(where: { !ASCII.isSpace($0) }),
      text[start] == UInt8(ascii: "<")
    else { return false }
    let word = text[(start + 1)...].prefix(while: ASCII.isAlphanumeric)
    let next = word.endIndex < text.endIndex ? text[word.endIndex] : 0
    if word.isEmpty { return next != UInt8(ascii: ">") && !ASCII.isSpace(next) }
    return !word.allSatisfy { ASCII.hexDigitValue($0) != nil }
  }
}

extension Diagnostic {
  /// Returns the diagnostic for a property list that cannot be read.
  ///
  /// - Parameter hint: The hint, or `nil` if there is none.
  static func unreadablePropertyList(
    _ message: String, code: String = "invalid-property-list", file: String,
    at position: SourcePosition, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file, start: position), hint: hint,
      kind: .unreadable)
  }

  /// Returns the diagnostic for dictionaries and arrays that exceed the maximum depth.
  ///
  /// - Parameter prefix: A prefix for the message, used for binary files.
  static func excessiveDepth(
    _ limits: PropertyList.Limits, file: String, at position: SourcePosition, prefix: String = ""
  ) -> Diagnostic {
    unreadablePropertyList(
      "\(prefix)dictionaries and arrays are nested more than \(limits.depth) levels deep",
      code: "depth-limit", file: file, at: position,
      hint: "reduce the nesting; the limit protects against malicious files")
  }

  /// Returns the diagnostic for values that exceed the maximum number.
  ///
  /// - Parameter prefix: A prefix for the message, used for binary files.
  static func tooManyValues(
    _ limits: PropertyList.Limits, file: String, at position: SourcePosition, prefix: String = ""
  ) -> Diagnostic {
    unreadablePropertyList(
      "\(prefix)the file contains more than \(limits.values) values", code: "size-limit",
      file: file, at: position,
      hint: "split the file; the limit protects against malicious files")
  }
}
