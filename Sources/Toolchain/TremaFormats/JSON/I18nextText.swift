import TremaMessages

/// An i18next string, in which `{{name}}` refers to an argument.
struct I18nextText {
  /// The message, with named arguments. Conversions are parsed only if the text has no double
  /// braces.
  private(set) var message: Message
  /// The byte ranges of double braces that are kept as text because they contain, for example, a
  /// path or an expression.
  private(set) var unparsedRanges: [Range<Int>] = []
  /// Whether any argument has a format that catalogs do not support, or the marker for unescaped
  /// HTML.
  private(set) var hasUnsupportedFormat = false
  /// The syntax errors of an ICU message.
  private(set) var syntaxErrors: [(range: Range<Int>, reason: String)] = []
  /// Whether the text contains double braces, even if they do not contain a name.
  private(set) var hasDoubleBraces = false
  /// Whether double braces contain the syntax of a different template language, such as
  /// `{{PLURAL:$1|day|days}}`.
  private(set) var hasForeignSyntax = false
  /// Whether the text contains conversions, or is probably an ICU message.
  private(set) var hasConversionsOrICUSyntax = false

  /// Parses a string.
  ///
  /// - Parameter isI18next: Whether double braces refer to arguments.
  init(_ text: String, isI18next: Bool = true) {
    let (parsed, issues) = Message.parseAsShown(text)
    message = parsed
    syntaxErrors = issues.compactMap { issue in
      if case .invalid(let reason) = issue.kind { (issue.range, reason) } else { nil }
    }
    hasConversionsOrICUSyntax = message.hasPlaceholders || !syntaxErrors.isEmpty
    guard isI18next, !message.hasBranches else { return }
    let bytes = Array(text.utf8)
    var elements: [Message.Element] = []
    // The bytes before this index have been copied to the elements.
    var done = 0
    var index = 0
    func piece(to end: Int) -> Message.Element {
      .text(String(decoding: bytes[done..<end], as: UTF8.self))
    }
    while let open = Self.indexAfterBraces(UInt8(ascii: "{"), in: bytes, from: index) {
      let isBrace = { (byte: UInt8) in byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }
      guard let close = bytes[open...].firstIndex(where: isBrace) else { break }
      let name = bytes[open..<close].prefix { $0 != UInt8(ascii: ",") }
      hasForeignSyntax =
        hasForeignSyntax || name.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "|") }
      guard bytes[close...].starts(with: "}}".utf8) else {
        index = open
        continue
      }
      index = close + 2
      guard let argument = argument(bytes[open..<close]) else {
        unparsedRanges.append(open - 2..<index)
        continue
      }
      elements += [piece(to: open - 2), .argument(argument)]
      done = index
    }
    hasDoubleBraces = !elements.isEmpty || !unparsedRanges.isEmpty
    if !elements.isEmpty { message = Message(elements + [piece(to: bytes.count)]) }
  }

  /// Returns the byte range of the first nesting call `$t(`, or `nil` if there is none.
  static func nesting(in text: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    var index = 0
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      if bytes[found...].starts(with: "$t(".utf8) { return found..<found + 3 }
      index = found + 1
    }
    return nil
  }

  /// Returns the index after the first run of two or more braces, or `nil` if there is none.
  private static func indexAfterBraces(_ brace: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while let first = bytes[index...].firstIndex(of: brace) {
      var end = first + 1
      while end < bytes.count, bytes[end] == brace { end += 1 }
      if end - first >= 2 { return end }
      index = end
    }
    return nil
  }

  /// Parses the content of double braces: a name, followed by a format after a comma.
  ///
  /// - Returns: The argument, or `nil` if there is no valid name.
  private mutating func argument(_ content: ArraySlice<UInt8>) -> MessageArgument? {
    let parts = content.split(
      separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
    var name = Self.trimmed(parts.first ?? [])
    // In `{{- name}}`, HTML isn't escaped.
    if name.first == UInt8(ascii: "-") {
      name = Self.trimmed(name.dropFirst())
      hasUnsupportedFormat = true
    }
    guard let argumentName = Self.name(name) else { return nil }
    guard parts.count == 2 else { return MessageArgument(argumentName) }
    if Self.trimmed(parts[1]).elementsEqual("number".utf8) {
      return MessageArgument(argumentName, .number(.standard))
    }
    hasUnsupportedFormat = true
    return MessageArgument(argumentName)
  }

  /// Parses a name. A number is an index into a list of arguments, from 0.
  private static func name(_ bytes: ArraySlice<UInt8>) -> MessageArgument.Name? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let number = Int(text), (0..<99).contains(number), String(number) == text {
      return .numbered(number + 1)
    }
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      bytes.allSatisfy({ byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      })
    else { return nil }
    return .named(text)
  }

  /// Returns the bytes without leading and trailing spaces.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == UInt8(ascii: " ") }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }
}
