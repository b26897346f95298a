import TremaSupport

/// A line of a file in an unknown format that is searched for secrets.
package struct ScannedLine {
  /// The line's bytes.
  private let bytes: [UInt8]
  /// The line with known escape sequences decoded, or `nil` if there are none.
  private let decoded: [UInt8]?

  /// The maximum number of bytes checked per line.
  private static let limit = 1 << 16

  /// Whether the line exceeds `limit`. The rest is not checked and must not be printed.
  private let isTruncated: Bool

  /// Creates a line.
  package init(_ line: String) {
    // In UTF-16, every second byte of ASCII text is zero.
    bytes = line.utf8.prefix(Self.limit).filter { $0 != 0 }
    decoded = ScannedLineEscapes.decoded(bytes)
    isTruncated = line.utf8.count > Self.limit
  }

  /// Returns whether the line may contain a secret: a secret's key next to other text, or a value
  /// that looks like a secret.
  ///
  /// - Parameter keys: Secret keys, normalized with `SecretName.normalizedForm(of:)`.
  package func mightContainSecret(_ keys: Set<[UInt8]>) -> Bool {
    if isTruncated { return true }
    return [bytes, decoded].compactMap(\.self).contains { mightContainSecret($0, keys) }
  }

  /// Returns whether bytes of the line may contain a secret.
  private func mightContainSecret(_ bytes: [UInt8], _ keys: Set<[UInt8]>) -> Bool {
    if SecretDetector.match(in: bytes) != nil { return true }
    let words = Self.words(of: bytes)
    if !isOnlyKey, words.contains(where: { isSecret($0, keys) }) { return true }
    // Split at slashes and dots, which are frequent in paths but rare in random strings.
    return words.flatMap { $0.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") } }
      .contains { word in
        word.count >= 20 && word.contains(where: ASCII.isDigit)
          && SecretEntropy.bits(of: word) >= 3.5
      } || bytes.firstOffset(of: "://").map { bytes[$0...].contains(UInt8(ascii: "@")) } == true
  }

  /// Returns whether a word in the line is a secret's key.
  package func containsSecretKey(_ keys: Set<[UInt8]>) -> Bool {
    Self.words(of: decoded ?? bytes).contains { isSecret($0, keys) }
  }

  /// Returns whether a file contains one key and value per line: `KEY=VALUE`.
  package static func isKeyValueFile(_ file: String) -> Bool {
    file.hasSuffix(".env") || file.hasSuffix(".xcconfig")
  }

  /// Whether the line has no key and may consist of a value only.
  package var isValueOnly: Bool {
    let text = bytes.drop { $0 <= 0x20 }
    return !text.isEmpty && !text.starts(with: "#".utf8) && !text.starts(with: "//".utf8)
      && !hasAssignment
  }

  /// Whether the line contains a key in the syntax of any known format.
  package var hasKey: Bool {
    if bytes.firstOffset(of: "<key>") != nil || bytes.firstOffset(of: "<key ") != nil {
      return true
    }
    if let quote = bytes.firstOffset(of: "\""),
      let end = bytes[(quote + 1)...].firstIndex(of: UInt8(ascii: "\"")),
      let next = bytes[(end + 1)...].first(where: { $0 > 0x20 }), ":=".utf8.contains(next)
    {
      return true
    }
    return hasAssignment || isYAMLKey(bytes.drop { $0 <= 0x20 })
  }

  /// Whether the line is an assignment such as `NAME=value` or `NAME[sdk=*] = value`. Base64
  /// padding is not an assignment.
  private var hasAssignment: Bool {
    let name = bytes.drop { $0 <= 0x20 }
    guard let separator = name.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let isName = name[..<separator].allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "_.-[* ".utf8.contains($0)
    }
    return isName && separator > name.startIndex
      && name[separator...].dropFirst().contains { $0 > 0x20 && $0 != UInt8(ascii: "=") }
  }

  /// Returns whether the line starts with `name:` followed by whitespace or the end of the line.
  private func isYAMLKey(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.drop { "- ?".utf8.contains($0) }
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > name.startIndex else {
      return false
    }
    return name[..<colon].allSatisfy { ASCII.isAlphanumeric($0) || "_.-'\"".utf8.contains($0) }
      && name[(colon + 1)...].first.map { $0 <= 0x20 } ?? true
  }

  /// Whether the line only closes brackets and tags that earlier lines opened.
  package var isClosing: Bool {
    var rest = bytes[...]
    while let byte = rest.first {
      if byte <= 0x20 || "{}[](),;".utf8.contains(byte) {
        rest.removeFirst()
      } else if rest.starts(with: "</".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")),
        rest[..<end].dropFirst(2).allSatisfy(ASCII.isLetter)
      {
        rest = rest[(end + 1)...]
      } else {
        return false
      }
    }
    return true
  }

  /// Whether the line is only a `<key>` element.
  private var isOnlyKey: Bool {
    let trimmed = bytes.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    return trimmed.starts(with: "<key>".utf8) && Array(trimmed.suffix(6)) == Array("</key>".utf8)
      && Array(trimmed.dropFirst(5)).firstOffset(of: "<key>") == nil
  }

  /// Splits the line into words: runs of characters that occur in keys and secrets. XML tags are
  /// excluded.
  private static func words(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { !SecretPattern.Letters.base64.contains($0) && !"+/=.".utf8.contains($0) }
      .filter { $0.startIndex == 0 || bytes[$0.startIndex - 1] != UInt8(ascii: "<") }
  }

  /// Returns whether a word contains the key of a secret.
  private func isSecret(_ word: ArraySlice<UInt8>, _ keys: Set<[UInt8]>) -> Bool {
    // In `KEY=VALUE` files, key and value form one word, such as `API_TOKEN=abc`. A path consists
    // of multiple keys, such as `AUTH__PIN` or `auth.pin`.
    guard let name = word.split(separator: UInt8(ascii: "="), maxSplits: 1).first else {
      return false
    }
    if SecretName.isSecret(String(decoding: name, as: UTF8.self)) { return true }
    if keys.isEmpty { return false }
    return keys.contains(SecretName.normalizedForm(of: String(decoding: name, as: UTF8.self)))
      || name.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }.contains { part in
        keys.contains(SecretName.normalizedForm(of: String(decoding: part, as: UTF8.self)))
      }
  }
}

/// The escape sequences that can hide a secret's value in a file: `\/` and `\u0041` in JSON and
/// YAML, `&#65;` in XML, `$()` in build settings.
enum ScannedLineEscapes {
  /// Returns the line with its escapes decoded, or `nil` if it has none.
  static func decoded(_ line: [UInt8]) -> [UInt8]? {
    guard line.contains(where: { "\\&$".utf8.contains($0) }) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(line.count)
    var rest = line[...]
    while let byte = rest.first {
      if let (code, length) = parseEscape(rest) {
        if let code { decoded += String(code).utf8 }
        rest = rest.dropFirst(length)
      } else {
        decoded.append(byte)
        rest = rest.dropFirst()
      }
    }
    return decoded
  }

  /// Returns the escape sequence at the start of the bytes and its length in bytes, or `nil` if
  /// there is none. `code` is `nil` for an escape that produces no character.
  private static func parseEscape(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    switch text.first {
    case UInt8(ascii: "\\"): parseBackslashEscape(text)
    case UInt8(ascii: "&"): parseEntity(text)
    case UInt8(ascii: "$"):
      text.starts(with: "$()".utf8) || text.starts(with: "${}".utf8) ? (nil, 3) : nil
    default: nil
    }
  }

  /// Returns a backslash escape's character.
  private static func parseBackslashEscape(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    guard let letter = text.dropFirst().first else { return nil }
    let digits: Int
    switch letter {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"), UInt8(ascii: "U"): digits = 4
    default: return (Unicode.Scalar(letter), 2)
    }
    return scalar(text.dropFirst(2).prefix(digits), 16).map { ($0, 2 + digits) }
  }

  /// Returns an XML entity's character.
  private static func parseEntity(
    _ text: ArraySlice<UInt8>
  ) -> (code: Unicode.Scalar?, length: Int)? {
    guard let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let length = end - text.startIndex + 1
    let name = text[..<end].dropFirst()
    if name.starts(with: "#x".utf8) { return scalar(name.dropFirst(2), 16).map { ($0, length) } }
    if name.starts(with: "#".utf8) { return scalar(name.dropFirst(), 10).map { ($0, length) } }
    let names: KeyValuePairs<String, Unicode.Scalar> = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    return names.first { name.elementsEqual($0.key.utf8) }.map { ($0.value, length) }
  }

  /// Returns the scalar whose code is given by the digits.
  private static func scalar(_ digits: ArraySlice<UInt8>, _ radix: Int) -> Unicode.Scalar? {
    UInt32(String(decoding: digits, as: UTF8.self), radix: radix).flatMap(Unicode.Scalar.init)
  }
}
