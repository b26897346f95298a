/// The options for converting a message to a string.
package struct MessageSpelling: Hashable, Sendable {
  /// The spelling of printf-like conversions.
  package enum Conversions: Hashable, Sendable {
    /// The original spelling.
    case original
    /// `%@` for strings from all platforms. Integers are spelled as in the source because existing
    /// calls pass arguments of that size.
    case catalog
    /// Like `catalog`, with `%d` for integers of all sizes, so conversions with the same result
    /// have the same spelling.
    case canonical
    /// The spelling of a platform.
    case dialect(PlaceholderDialect)
    /// Arguments in braces, and unescaped percent signs, for readers that support only ICU.
    case braces
  }

  /// The spelling of printf-like conversions.
  package var conversions: Conversions
  /// Whether arguments in braces are spelled with their names instead of their numbers from 0.
  package var keepsNames = true
  /// Whether all texts of the format are ICU messages. If so, braces and apostrophes are quoted
  /// even in messages without arguments.
  package var isAlwaysICU = false
  /// Whether a space follows the commas in arguments without branches: `{0, number, integer}`.
  package var hasSpaces = true
  /// Whether braces and apostrophes are not quoted, for readers that treat them as text wherever
  /// possible.
  package var quotesNothing = false
  /// Whether the space is omitted between a selector and its branch: `one{# day}`.
  package var isCompact = false

  /// Creates options.
  package init(
    _ conversions: Conversions = .original, keepsNames: Bool = true, isAlwaysICU: Bool = false
  ) {
    self.conversions = conversions
    self.keepsNames = keepsNames
    self.isAlwaysICU = isAlwaysICU
  }

  /// The spelling for `java.text.MessageFormat`, whose quoting is compatible with ICU if all
  /// apostrophes are doubled.
  package static let javaMessageFormat = {
    var spelling = MessageSpelling(.braces, keepsNames: false, isAlwaysICU: true)
    spelling.hasSpaces = false
    return spelling
  }()

  /// The spelling for `android.icu.text.MessageFormat` with an array of arguments.
  package static let androidMessage = MessageSpelling(
    .braces, keepsNames: false, isAlwaysICU: true)
}

extension Message {
  /// Returns the message as a string, without escaping line breaks and backslashes.
  ///
  /// Parsing the result without escapes (with `parse(_:backslash:)`, or `parseICU(_:)` for
  /// `MessageSpelling.isAlwaysICU`) returns the same message.
  ///
  /// - Returns: The string, or `nil` if a placeholder cannot be spelled this way.
  package func spelled(_ spelling: MessageSpelling = MessageSpelling()) -> String? {
    if let plainText, !spelling.isAlwaysICU {
      return Self.wouldBeMisparsed(plainText) ? Self.doublingPercents(plainText) : plainText
    }
    var speller = MessageSpeller(spelling)
    speller.isICU = spelling.isAlwaysICU || hasBranches
    if spelling.conversions != .braces {
      // The text of a message without conversions may look like a conversion.
      speller.doublesPercents = hasConversions || containsText(where: Self.wouldBeMisparsed)
    }
    return speller.append(self, inPlural: false)
      ? String(decoding: speller.bytes, as: UTF8.self) : nil
  }

  /// Returns the value that a trema file contains for this message, with backslashes and line
  /// breaks escaped.
  ///
  /// - Parameter backslash: The treatment of backslashes in the file.
  /// - Returns: The value, with conversions spelled as for `MessageSpelling.Conversions.catalog`.
  package func source(backslash: BackslashRule = .escape) -> String {
    let text = spelled(MessageSpelling(.catalog)) ?? spelled() ?? ""
    return backslash == .escape ? Self.escaped(text) : text
  }

  /// Returns the value that a trema file contains for a message from a different format. A text
  /// with more than `maxParts` parts, which could not be parsed, keeps its spelling, so parsing it
  /// again gives the same result.
  package func importedSource(backslash: BackslashRule) -> String {
    guard let text = plainText, text.utf8.count > Self.maxParts,
      Message.parse(text, backslash: .literal).issues.contains(where: { $0.kind.exceedsPartLimit })
    else { return source(backslash: backslash) }
    return backslash == .escape ? Self.escaped(text) : text
  }

  /// Returns a string with backslashes, line breaks and other control characters escaped.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      // U+FFFE and U+FFFF are not allowed in XML. The current byte may be the last of their UTF-8
      // bytes.
      if byte == 0xBE || byte == 0xBF, bytes.suffix(2) == [0xEF, 0xBF] {
        bytes.removeLast(2)
        bytes += (byte == 0xBE ? "\\ufffe" : "\\uffff").utf8
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      // XML does not allow the other control characters.
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += (byte < 0x10 ? "0" : "1").utf8
        bytes += String(byte & 0xF, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether any text in the message or its branches satisfies a condition.
  private func containsText(where predicate: (String) -> Bool) -> Bool {
    guard contents.contains(.texts) else { return false }
    if let plainText { return predicate(plainText) }
    return elements.contains { element in
      switch element {
      case .text(let text): predicate(text)
      case .argument(let argument):
        argument.containsBranch { $0.containsText(where: predicate) }
      case .placeholder, .pluralNumber: false
      }
    }
  }

  /// Returns whether parsing a text without conversions would find conversions or lose a percent
  /// sign.
  private static func wouldBeMisparsed(_ text: String) -> Bool {
    var searched = text
    guard searched.withUTF8({ $0.contains(UInt8(ascii: "%")) }) else { return false }
    return Placeholder.percents(in: Array(text.utf8)).contains { $0.percent != .lone }
  }

  /// Returns a text with its percent signs doubled. Processes bytes because Swift treats a percent
  /// sign and a following combining mark as one character, whereas formatters treat them as two.
  package static func doublingPercents(_ text: String) -> String {
    let percent = UInt8(ascii: "%")
    // We search the bytes in place because few texts contain a percent sign and a value may have
    // 10,000 texts.
    var searched = text
    guard searched.withUTF8({ $0.contains(percent) }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == percent { bytes.append(percent) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The state of converting one message to a string.
private struct MessageSpeller {
  let spelling: MessageSpelling
  /// Whether the output is an ICU message, in which special characters are quoted.
  var isICU = false
  /// Whether percent signs are doubled.
  var doublesPercents = false
  /// The output so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The argument number of the next placeholder without a number, if it is spelled in braces.
  private var next = 1

  init(_ spelling: MessageSpelling) { self.spelling = spelling }

  /// Appends a message.
  ///
  /// - Returns: `false` if a part cannot be spelled.
  mutating func append(_ message: Message, inPlural: Bool) -> Bool {
    if let text = message.plainText {
      append(text, inPlural: inPlural)
      return true
    }
    var isSpelled = true
    message.withElements { elements in
      isSpelled = elements.indices.allSatisfy { append(elements[$0], inPlural: inPlural) }
    }
    return isSpelled
  }

  /// Appends an element.
  ///
  /// - Returns: `false` if it cannot be spelled.
  @inline(__always)
  private mutating func append(_ element: Message.Element, inPlural: Bool) -> Bool {
    switch element {
    case .text(let piece): append(piece, inPlural: inPlural)
    case .pluralNumber: bytes.append(UInt8(ascii: "#"))
    case .placeholder(let placeholder): return append(placeholder)
    case .argument(let argument): return append(argument)
    }
    return true
  }

  /// Appends a text with the necessary escapes.
  private mutating func append(_ piece: String, inPlural: Bool) {
    var piece = doublesPercents ? Message.doublingPercents(piece) : piece
    piece.withUTF8 {
      isICU && !spelling.quotesNothing ? append($0, inPlural: inPlural) : bytes.append(brief: $0)
    }
  }

  /// Appends text of an ICU message, with special characters quoted.
  private mutating func append(_ piece: UnsafeBufferPointer<UInt8>, inPlural: Bool) {
    let quote = UInt8(ascii: "'")
    let isUsual = !piece.contains { byte in
      byte == quote || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
        || byte == UInt8(ascii: "#")
    }
    if isUsual { return bytes.append(brief: piece) }
    // Adjacent quoted parts are combined because they would be parsed as one part with an
    // apostrophe in it.
    var isQuoted = false
    for byte in piece {
      let isSpecial =
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
        || inPlural && byte == UInt8(ascii: "#")
      if isSpecial != isQuoted, byte != quote {
        bytes.append(quote)
        isQuoted = isSpecial
      }
      bytes.append(byte)
      if byte == quote { bytes.append(quote) }
    }
    if isQuoted { bytes.append(quote) }
  }

  /// Appends a placeholder in the selected spelling.
  private mutating func append(_ placeholder: Placeholder) -> Bool {
    switch spelling.conversions {
    case .original: placeholder.append(to: &bytes)
    case .catalog: placeholder.inCatalog.append(to: &bytes)
    case .canonical: placeholder.canonical.append(to: &bytes)
    case .dialect(let dialect):
      return dialect.append(placeholder, position: placeholder.position, to: &bytes)
    case .braces:
      let number = placeholder.position ?? next
      if placeholder.position == nil { next += 1 }
      guard let kind = placeholder.kindInBraces else { return false }
      return append(MessageArgument(.numbered(number), kind))
    }
    return true
  }

  /// Appends an argument in braces with its branches.
  private mutating func append(_ argument: MessageArgument) -> Bool {
    bytes.append(UInt8(ascii: "{"))
    switch argument.name {
    case .named(let name): bytes.append(text: name)
    case .numbered(let number): bytes.append(decimal: number - 1)
    }
    switch argument.kind {
    case .plain: break
    case .number(let style):
      bytes.append(spelling.hasSpaces ? ", number" : ",number")
      if let pattern = style.spelling {
        // In ICU, a space before a pattern is part of it and would be displayed before the number.
        bytes.append(spelling.hasSpaces && (style == .integer || style == .percent) ? ", " : ",")
        bytes.append(text: pattern)
      }
    case .date(let length): append(" date", length)
    case .time(let length): append(" time", length)
    case .plural(let plural):
      bytes.append(plural.kind == .cardinal ? ", plural," : ", selectordinal,")
      if plural.offset != 0 {
        bytes.append(" offset:")
        bytes.append(decimal: plural.offset)
      }
      for index in plural.branches.indices {
        bytes.append(UInt8(ascii: " "))
        switch plural.branches[index].selector {
        case .exact(let number):
          bytes.append(UInt8(ascii: "="))
          bytes.append(decimal: number)
        case .category(let category): bytes.append(text: category.rawValue)
        }
        guard append(branch: plural.branches[index].message, inPlural: true) else { return false }
      }
    case .select(let branches):
      bytes.append(", select,")
      for index in branches.indices {
        bytes.append(UInt8(ascii: " "))
        bytes.append(text: branches[index].keyword)
        guard append(branch: branches[index].message, inPlural: false) else { return false }
      }
    }
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  /// Appends the type and style of a date or time.
  private mutating func append(_ type: StaticString, _ length: DateLength?) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(type)
    guard let length else { return }
    bytes.append(", ")
    bytes.append(text: length.rawValue)
  }

  /// Appends the message of a branch, in braces.
  private mutating func append(branch: Message, inPlural: Bool) -> Bool {
    if !spelling.isCompact { bytes.append(UInt8(ascii: " ")) }
    bytes.append(UInt8(ascii: "{"))
    guard append(branch, inPlural: inPlural) else { return false }
    bytes.append(UInt8(ascii: "}"))
    return true
  }
}

extension Placeholder {
  /// The placeholder, spelled `%@` if it formats a string; other placeholders are unchanged.
  package var inCatalog: Placeholder {
    guard type == .text else { return self }
    return canonical
  }

  /// The placeholder, spelled `%@` if it formats a string, and `%d` or `%u` if it formats an
  /// integer of any size.
  package var canonical: Placeholder {
    var placeholder = self
    placeholder.length = nil
    switch conversion {
    case UInt8(ascii: "s"), UInt8(ascii: "S"): placeholder.conversion = UInt8(ascii: "@")
    case UInt8(ascii: "i"), UInt8(ascii: "D"): placeholder.conversion = UInt8(ascii: "d")
    case UInt8(ascii: "U"): placeholder.conversion = UInt8(ascii: "u")
    case UInt8(ascii: "O"): placeholder.conversion = UInt8(ascii: "o")
    case UInt8(ascii: "F"): placeholder.conversion = UInt8(ascii: "f")
    case UInt8(ascii: "C"): placeholder.conversion = UInt8(ascii: "c")
    default: break
    }
    return placeholder
  }

  /// The equivalent argument in braces, or `nil` if there is none.
  fileprivate var kindInBraces: MessageArgument.Kind? {
    guard width == nil, flags.isSubset(of: [.grouped, .localDigits]) else { return nil }
    let isGrouped = flags.contains(.grouped)
    switch (type, precision) {
    case (.text, nil), (.character, nil): return .plain
    case (.integer, nil)
    where conversion != UInt8(ascii: "x") && conversion != UInt8(ascii: "X")
      && conversion | 0x20 != UInt8(ascii: "o"):
      return .number(NumberStyle(isGrouped: isGrouped, fractions: 0...0))
    case (.floating, nil) where conversion | 0x20 == UInt8(ascii: "f"):
      return .number(NumberStyle(isGrouped: isGrouped, fractions: 6...6))
    case (.floating, .fixed(let digits))
    where conversion | 0x20 == UInt8(ascii: "f") && digits <= NumberStyle.maxDigits:
      return .number(NumberStyle(isGrouped: isGrouped, fractions: digits...digits))
    default: return nil
    }
  }
}
