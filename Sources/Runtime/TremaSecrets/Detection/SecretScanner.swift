import TremaSupport

/// A scanner that finds secrets in any string: PEM blocks, JSON Web Tokens, HTTP credentials,
/// passwords in URLs, known providers' tokens, and values that follow a secret's name, as in
/// `?token=…`, `password: …`, `--token …` and `"apiKey": "…"`.
///
/// See RFC 7468, section 2; RFC 7519, section 3; RFC 7617, section 2; and RFC 6750, section 2.1.
package struct SecretScanner {
  /// A name in the bytes.
  package typealias Name = Slice<UnsafeBufferPointer<UInt8>>

  /// A secret in the bytes.
  package struct Finding {
    /// The kind of a finding.
    package enum Kind {
      /// A PEM block.
      case block
      /// A JSON Web Token.
      case webToken
      /// The user name and password before the host of a URL.
      case userInfo
      /// The credentials after `Bearer` or `Basic`.
      case authorization
      /// The value after a name.
      case value(of: Name)
      /// A token of a known provider.
      case token(SecretPattern)
    }

    /// The offsets of the secret in the bytes.
    package let range: Range<Int>
    /// The kind of the finding.
    package let kind: Kind
  }

  /// The bytes to search.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// A closure that returns whether the value after a name is a secret.
  private let isSecret: (Name) -> Bool
  /// The offset at which the search continues.
  private var index = 0
  /// The end of the last finding.
  private var endOfLastFinding = 0
  /// The offset before which no JSON Web Token starts. It avoids searching bytes with many possible
  /// beginnings repeatedly.
  private var webTokenSearchStart = 0

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to search, which must be valid for the lifetime of the scanner.
  ///   - isSecret: A closure that returns whether the value after a name is a secret.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, where isSecret: @escaping (Name) -> Bool) {
    self.bytes = bytes
    self.isSecret = isSecret
  }

  /// Returns the next secret, or `nil` if there are no more. Findings do not overlap.
  package mutating func next() -> Finding? {
    while index < bytes.count {
      if let finding = finding(at: index), !finding.range.isEmpty {
        endOfLastFinding = finding.range.upperBound
        index = max(endOfLastFinding, index + 1)
        return finding
      }
      index += 1
    }
    return nil
  }

  /// Returns the secret that the byte at an offset indicates. The byte is not always the first one
  /// of the secret.
  private mutating func finding(at index: Int) -> Finding? {
    switch bytes[index] {
    case UInt8(ascii: "-"): block(at: index).map { Finding(range: $0, kind: .block) }
    case UInt8(ascii: "e"): webToken(at: index) ?? token(at: index)
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      password(at: index).map { Finding(range: $0, kind: .userInfo) } ?? assignedValue(at: index)
    case UInt8(ascii: " "): credentials(at: index)
    default: token(at: index)
    }
  }

  /// Returns the token of a known provider at an offset.
  private func token(at start: Int) -> Finding? {
    SecretPattern.match(in: bytes, at: start).map {
      Finding(range: $0.range, kind: .token($0.pattern))
    }
  }

  /// Returns a PEM block's range, from `-----BEGIN …` through `-----END …-----` or to the end of
  /// the bytes. If the beginning of a private key is missing, everything before its end is
  /// returned.
  private func block(at start: Int) -> Range<Int>? {
    guard matches("-----BEGIN ", at: start) else { return blockEnd(at: start) }
    var index = start + 11
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), matches("-----END ", at: index) {
        index += 9
        while index < bytes.count, !matches("-----", at: index) { index += 1 }
        return start..<min(index + 5, bytes.count)
      }
      index += 1
    }
    return start..<bytes.count
  }

  /// Returns the range of a private key without its beginning.
  private func blockEnd(at start: Int) -> Range<Int>? {
    guard matches("-----END ", at: start) else { return nil }
    var index = start + 9
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || ASCII.isLetter(bytes[index]) {
      index += 1
    }
    guard index - start >= 20, matches("-----", at: index), matches("PRIVATE KEY", at: index - 11)
    else { return nil }
    return endOfLastFinding..<index + 5
  }

  /// Returns two or more Base64url parts, the first of which is an encoded JSON object: `{"` is
  /// encoded as `eyJ`.
  private mutating func webToken(at start: Int) -> Finding? {
    guard start >= webTokenSearchStart, matches("eyJ", at: start),
      start == 0 || !ASCII.isAlphanumeric(bytes[start - 1])
    else { return nil }
    let end = end(from: start) { Self.isBase64($0) || $0 == UInt8(ascii: ".") }
    let hasParts = bytes[start..<end].contains(UInt8(ascii: "."))
    if !hasParts { webTokenSearchStart = end }
    return hasParts && end - start >= 16 ? Finding(range: start..<end, kind: .webToken) : nil
  }

  /// Returns the range of the user name and password in `://user:password@`.
  private func password(at colon: Int) -> Range<Int>? {
    guard matches("://", at: colon) else { return nil }
    let start = colon + 3
    let end = end(from: start) { $0 > 0x20 && !Self.authorityTerminators.contains($0) }
    if let atSign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) { return start..<atSign }
    // The password may contain unencoded `/`, `?` or `#`. A colon can also precede a port, which
    // consists of digits.
    guard end < bytes.count, bytes[start] != UInt8(ascii: "["),
      let separator = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")),
      !bytes[separator + 1..<end].allSatisfy({ ASCII.isDigit($0) })
    else { return nil }
    let limit = min(bytes.count, start + Self.maxUserInfoLength)
    let word = bytes[start..<limit].prefix { $0 > 0x20 && !Self.passwordTerminators.contains($0) }
    return word.lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
  }

  /// The maximum length of a user name and password, in bytes.
  private static let maxUserInfoLength = 512

  /// Returns the value that follows the name of a secret and a separator.
  private func assignedValue(at separator: Int) -> Finding? {
    var nameEnd = separator
    while nameEnd > endOfLastFinding, Self.charactersBeforeSign.contains(bytes[nameEnd - 1]) {
      nameEnd -= 1
    }
    var nameStart = nameEnd
    while nameStart > endOfLastFinding, Self.nameCharacters.contains(bytes[nameStart - 1]),
      nameEnd - nameStart < 128
    {
      nameStart -= 1
    }
    let name = bytes[nameStart..<nameEnd]
    guard !name.isEmpty, isSecret(name) || SecretName.isSignature(name) else { return nil }
    return Finding(range: value(after: separator, of: name), kind: .value(of: name))
  }

  /// Returns the range of the value that follows a separator.
  private func value(after separator: Int, of name: Name) -> Range<Int> {
    let isField = Self.isWholeLine(name)
    // The separator may also be `:=`, `==` or `=>`.
    var start = end(from: separator + 1) { Self.charactersBeforeValue.contains($0) }
    let hasBlank = bytes[separator + 1..<start].contains { Self.blanks.contains($0) }
    while matches("Optional(", at: start) { start += 9 }
    // In JSON inside a JSON string, the quotes are escaped.
    let isEscaped = start + 1 < bytes.count && bytes[start] == UInt8(ascii: "\\")
    if isEscaped { start += 1 }
    if start < bytes.count, Self.quotationMarks.contains(bytes[start]) {
      return start + 1..<quoteEnd(after: start, isEscaped: isEscaped)
    }
    if isField, bytes[separator] == UInt8(ascii: ":") {
      // A header field's value ends at the end of the line.
      return start..<end(from: start) { $0 != 0x0A && $0 != 0x0D }
    }
    let end = valueEnd(from: start)
    let isPhrase =
      isField || Self.isPassword(name) && (hasBlank || bytes[separator] == UInt8(ascii: ":"))
    return start..<(isPhrase && end > start ? phraseEnd(from: end) : end)
  }

  /// Returns the end of a value without quotes, including bracketed parts.
  private func valueEnd(from start: Int) -> Int {
    // A `#` starts a URL fragment and ends a value, but a value may also start with it.
    var end = start < bytes.count && bytes[start] == UInt8(ascii: "#") ? start + 1 : start
    while end < bytes.count, bytes[end] > 0x20 {
      if Self.openingBrackets.contains(bytes[end]) {
        end = bracketEnd(from: end)
      } else if Self.valueTerminators.contains(bytes[end]) {
        break
      } else {
        end += 1
      }
    }
    return end
  }

  /// Returns the end of the words that follow a password's first word, before a name with a
  /// separator.
  private func phraseEnd(from start: Int) -> Int {
    var phrase = start
    while true {
      let word = end(from: phrase) { Self.blanks.contains($0) }
      let name = end(from: word) { Self.nameCharacters.contains($0) }
      let isName =
        name > word && name < bytes.count
        && (bytes[name] == UInt8(ascii: "=") || bytes[name] == UInt8(ascii: ":"))
      guard word > phrase, !isName else { return phrase }
      let end = valueEnd(from: word)
      guard end > word else { return phrase }
      phrase = end
    }
  }

  /// Returns the offset after the bracket that closes the bracket at an offset, or the end of the
  /// bytes.
  private func bracketEnd(from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if Self.openingBrackets.contains(byte) {
        depth += 1
      } else if Self.closingBrackets.contains(byte) {
        depth -= 1
        if depth == 0 { return index }
      } else if byte == UInt8(ascii: "\"") {
        let isEscaped = index > 1 && bytes[index - 2] == UInt8(ascii: "\\")
        let end = quoteEnd(after: index - 1, isEscaped: isEscaped)
        index = min(end + (isEscaped ? 2 : 1), bytes.count)
      }
    }
    return bytes.count
  }

  /// Returns the closing quote's offset, or the end of the bytes.
  private func quoteEnd(after start: Int, isEscaped: Bool) -> Int {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] == bytes[start] { return end }
      if bytes[end] == UInt8(ascii: "\\") {
        if isEscaped, end + 1 < bytes.count, bytes[end + 1] == bytes[start] { return end }
        end += isEscaped ? 1 : 2
      } else {
        end += 1
      }
    }
    return bytes.count
  }

  /// Returns the credentials after a space: the token after `Bearer`, the user name and password
  /// after `Basic`, the `--password` value, or the `-u` password.
  private func credentials(at space: Int) -> Finding? {
    let isScheme =
      space >= 6 && matches("bearer", at: space - 6, ignoringCase: true)
      || space >= 5 && matches("basic", at: space - 5, ignoringCase: true)
    let start = end(from: space) { $0 == UInt8(ascii: " ") }
    if isScheme {
      // Words such as in `basic and simple` are shorter than credentials.
      let end = end(from: start) { Self.credentialCharacters.contains($0) }
      return end - start >= 8 ? Finding(range: start..<end, kind: .authorization) : nil
    }
    let option = option(before: space)
    if option.isEmpty { return nil }
    let end = valueEnd(from: start)
    if isSecret(option) { return Finding(range: start..<end, kind: .value(of: option)) }
    let isUser = option.elementsEqual("u".utf8) || option.elementsEqual("user".utf8)
    guard isUser, let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    return Finding(range: colon + 1..<end, kind: .value(of: option))
  }

  /// Returns the name of a command-line option before a space, such as `password` for `--password`
  /// or `u` for `-u`, or an empty name if there is none.
  private func option(before space: Int) -> Name {
    var start = space
    while start > endOfLastFinding, Self.nameCharacters.contains(bytes[start - 1]),
      space - start < 128
    { start -= 1 }
    let name = bytes[start..<space].drop { $0 == UInt8(ascii: "-") }
    return bytes[start..<space].count - name.count > 0 ? name : bytes[space..<space]
  }

  /// Returns the end of the bytes from an offset that meet a condition.
  private func end(from start: Int, while isPart: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end
  }

  /// Returns whether a string occurs at an offset.
  ///
  /// - Parameter text: The string, which must be in lowercase if case is ignored.
  private func matches(_ text: StaticString, at start: Int, ignoringCase: Bool = false) -> Bool {
    text.withUTF8Buffer { text in
      guard start + text.count <= bytes.count else { return false }
      for offset in text.indices {
        let byte = bytes[start + offset]
        guard (ignoringCase ? ASCII.lowercased(byte) : byte) == text[offset] else { return false }
      }
      return true
    }
  }

  /// Returns whether a byte is in the Base64url alphabet.
  private static func isBase64(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns whether a header field's value is secret up to the end of the line, as for
  /// `Authorization` and `Cookie`.
  private static func isWholeLine(_ name: Name) -> Bool {
    let name = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    return name.hasSuffix("authorization") || name.hasSuffix("cookie")
  }

  /// Returns whether a name is the name of a password.
  private static func isPassword(_ name: Name) -> Bool {
    let name = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    return name.contains("pass") || name.contains("pwd")
  }

  /// The characters of names.
  private static let nameCharacters = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.%[]")
  /// The characters between a name and its separator: whitespace and quotes, which may be escaped
  /// in JSON.
  private static let charactersBeforeSign = ASCIISet("\"' \t\\")
  /// The characters between a separator and the value.
  private static let charactersBeforeValue = ASCIISet(" \t=>:")
  /// Whitespace within a line.
  private static let blanks = ASCIISet(" \t")
  /// The opening brackets.
  private static let openingBrackets = ASCIISet("([{")
  /// The closing brackets.
  private static let closingBrackets = ASCIISet(")]}")
  /// The quotes.
  private static let quotationMarks = ASCIISet("\"'")
  /// The characters that end an unquoted value.
  private static let valueTerminators = ASCIISet("&;,\"'<>#)}]")
  /// The characters that end the authority of a URL.
  private static let authorityTerminators = ASCIISet("/?#\"'<>")
  /// The characters that end a password that contains unencoded characters.
  private static let passwordTerminators = ASCIISet("\"'<>")
  /// The characters of credentials.
  private static let credentialCharacters = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~+/=")
}
