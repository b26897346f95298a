import TremaConfigValues
import TremaSupport

/// Parsers for host names and mailboxes.
enum HostText {
  /// Returns whether a string is a host name.
  ///
  /// See RFC 1123, section 2.1. Labels that start with `xn--` and international names follow RFC
  /// 5890 to 5893, whose derived properties are approximated by Unicode general categories.
  static func isHostname(_ text: String, isInternational: Bool) -> Bool {
    var total = 0
    var labels: [[Unicode.Scalar]] = []
    let scalars = Array(text.unicodeScalars)
    let parts = scalars.split(omittingEmptySubsequences: false) {
      $0 == "." || isInternational && isFullStop($0)
    }
    for part in parts {
      guard let label = label(part, isInternational: isInternational) else { return false }
      total += label.length + 1
      labels.append(label.text)
    }
    return total - 1 <= 253 && BidirectionalHost.allows(labels)
  }

  /// Returns whether a character is treated as a dot. See RFC 3490, section 3.1.
  private static func isFullStop(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x3002 || scalar.value == 0xFF0E || scalar.value == 0xFF61
  }

  /// Parses a label.
  ///
  /// - Returns: The label in Unicode, and its length in bytes in DNS, or `nil` if it is malformed.
  private static func label(
    _ label: ArraySlice<Unicode.Scalar>, isInternational: Bool
  ) -> (text: [Unicode.Scalar], length: Int)? {
    guard let first = label.first, first != "-", label.last != "-" else { return nil }
    guard label.allSatisfy(\.isASCII) else {
      guard isInternational, isInternationalLabel(label), let encoded = Punycode.encode(label),
        encoded.count + 4 <= 63
      else { return nil }
      return (Array(label), encoded.count + 4)
    }
    let bytes = label.map { UInt8($0.value) }
    guard bytes.count <= 63,
      bytes.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    // Setting bit 5 converts ASCII letters to lowercase.
    let start = bytes.prefix(4).map { $0 | 0x20 }
    if start.elementsEqual("xn--".utf8) {
      // Host names are case-insensitive, so the Punycode alphabet ignores case.
      let spelling = bytes[4...].map(ASCII.lowercased)
      guard let decoded = Punycode.decode(spelling[...]), !decoded.allSatisfy(\.isASCII),
        isInternationalLabel(decoded[...]), Punycode.encode(decoded[...]) == spelling
      else { return nil }
      return (decoded, bytes.count)
    } else if bytes.count > 3, bytes[2] == UInt8(ascii: "-"), bytes[3] == UInt8(ascii: "-") {
      return nil
    }
    return (Array(label), bytes.count)
  }

  /// Returns whether a label with non-ASCII characters is allowed.
  private static func isInternationalLabel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
    let text = Array(label)
    if text.count > 3, text[2] == "-", text[3] == "-" { return false }
    switch text[0].properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    if hasBothArabicDigits(text) { return false }
    return text.indices.allSatisfy { isAllowed(text, $0) }
  }

  /// Returns whether a label contains both kinds of Arabic digits, which must not be mixed.
  private static func hasBothArabicDigits(_ text: [Unicode.Scalar]) -> Bool {
    text.contains { (0x660...0x669).contains($0.value) }
      && text.contains { (0x6F0...0x6F9).contains($0.value) }
  }

  /// Returns whether a character is allowed in its context.
  ///
  /// See RFC 5892, section 2.6 (exceptions) and appendix A (contextual rules).
  private static func isAllowed(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = text[index]
    let before = index > 0 ? text[index - 1] : nil
    let after = index + 1 < text.count ? text[index + 1] : nil
    switch scalar.value {
    case 0x2D: return true
    // The middle dot is allowed only between two letters `l`, as in Catalan.
    case 0xB7: return before == "l" && after == "l"
    // The Greek numeral sign must be followed by a Greek character.
    case 0x375: return after.map { isGreek($0) } ?? false
    // Hebrew geresh and gershayim must follow a Hebrew character.
    case 0x5F3, 0x5F4: return before.map { (0x591...0x5F4).contains($0.value) } ?? false
    // The Katakana middle dot needs a Japanese character anywhere in the label.
    case 0x30FB: return text.contains(where: isJapanese)
    case 0x200C, 0x200D:
      // Joiners must follow a virama. The non-joiner may also be between two joining letters.
      return before.map { $0.properties.canonicalCombiningClass == .virama } ?? false
        || scalar.value == 0x200C && before.map(isJoining) ?? false && after.map(isJoining) ?? false
    // These exceptions are always allowed.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    // These exceptions are never allowed.
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  /// Returns whether a character is Greek, for the contextual rule of U+0375.
  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    (0x370...0x3FF).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value)
  }

  /// Returns whether a character is Hiragana, Katakana or Han, for the contextual rule of U+30FB.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30FB: false
    case 0x3041...0x309F, 0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FA1F:
      true
    case 0x3005, 0x3007: true
    default: false
    }
  }

  /// Returns whether a character belongs to a script whose letters join, for the contextual rule of
  /// U+200C.
  private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    (0x620...0x74F).contains(scalar.value) && scalar.properties.generalCategory == .otherLetter
  }

  /// Returns whether a string is the mailbox of an email address.
  ///
  /// See RFC 5321, section 4.1.2, `Mailbox`, and RFC 6531, section 3.3, for international
  /// mailboxes.
  static func isEmail(_ text: ArraySlice<UInt8>, isInternational: Bool) -> Bool {
    guard let atIndex = text.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let (name, host) = (text[..<atIndex], text[(atIndex + 1)...])
    guard isLocalPart(name, isInternational), name.count <= 64 else { return false }
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      let address = host.dropFirst().dropLast()
      if address.starts(with: "IPv6:".utf8) {
        return InternetAddress.ipv6(address.dropFirst(5)) != nil
      }
      return InternetAddress.ipv4(address) != nil
    }
    return isHostname(String(decoding: host, as: UTF8.self), isInternational: isInternational)
  }

  /// Returns whether a string is a local part, which precedes the `@`: a dot-string or a quoted
  /// string.
  private static func isLocalPart(_ name: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
    if name.count > 1, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") {
      // In a quoted string, all characters are allowed, but quotes and backslashes must be escaped.
      var isEscaped = false
      for byte in name.dropFirst().dropLast() {
        guard (0x20...0x7E).contains(byte) || byte >= 0x80 && isInternational else { return false }
        if !isEscaped, byte == UInt8(ascii: "\"") { return false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      }
      return !isEscaped
    }
    // In a dot-string, no part may be empty, so the string can't start or end with a dot.
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy {
          ASCII.isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
            || $0 >= 0x80 && isInternational
        }
    }
  }
}

extension Unicode.CanonicalCombiningClass {
  /// The combining class of viramas.
  fileprivate static let virama = Unicode.CanonicalCombiningClass(rawValue: 9)
}

/// The rule that keeps host names with right-to-left letters readable.
///
/// See RFC 5893, section 2. The directions are the Unicode block defaults (`DerivedBidiClass.txt`).
enum BidirectionalHost {
  /// The direction of a character.
  private enum Direction {
    /// The Unicode bidirectional classes L; R and AL; AN; EN; ON and others; and NSM.
    case left, right, arabicNumber, europeanNumber, neutral, mark
  }

  /// Returns whether the labels of a host may be combined. If one label is written from right to
  /// left, each label must have a single direction.
  static func allows(_ labels: [[Unicode.Scalar]]) -> Bool {
    let isPlain = labels.allSatisfy { $0.allSatisfy { $0.value < 0x590 } }
    if isPlain { return true }
    let directions = labels.map { $0.map(direction) }
    let isBidirectional = directions.contains { label in
      label.contains { $0 == .right || $0 == .arabicNumber }
    }
    return !isBidirectional || directions.allSatisfy(hasSingleDirection)
  }

  /// Returns whether the characters of a label run in one direction.
  private static func hasSingleDirection(_ label: [Direction]) -> Bool {
    let last = label.last { $0 != .mark }
    switch label.first {
    case .right:
      let isMixed = label.contains(.arabicNumber) && label.contains(.europeanNumber)
      return !isMixed && !label.contains(.left)
        && [.right, .arabicNumber, .europeanNumber].contains(last)
    case .left:
      return !label.contains(.right) && !label.contains(.arabicNumber)
        && [.left, .europeanNumber].contains(last)
    case nil: return true
    default: return false
    }
  }

  /// Returns the direction of a character.
  private static func direction(_ scalar: Unicode.Scalar) -> Direction {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: return .arabicNumber
    case 0x2D, 0xB7, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x375, 0x200C, 0x200D, 0x30FB:
      return .neutral
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return .left
    }
  }
}
