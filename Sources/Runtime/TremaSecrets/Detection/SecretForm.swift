import TremaSupport

/// The form of secrets that have several parts, or stand in a header or an address.
struct SecretForm: Sendable {
  /// Without one of these characters a text holds none.
  let needs: ASCIISet
  let sighting: SecretMatch
  let isIn: @Sendable ([UInt8]) -> Bool

  private init(
    _ needs: StaticString, _ sighting: SecretMatch, _ isIn: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.needs = ASCIISet(needs)
    self.sighting = sighting
    self.isIn = isIn
  }

  /// Returns the secret anywhere in a text.
  static func sighting(in bytes: [UInt8]) -> SecretMatch? {
    let letters = ASCIISet(bytes)
    return all.first { letters.isSuperset(of: $0.needs) && $0.isIn(bytes) }?.sighting
  }

  private static let all = [
    Self("-PRIVATEKY", SecretMatch("a private key", .certain), isPrivateKey),
    Self("SG.", SecretMatch("an API key of SendGrid", .certain), isSendGrid),
    Self("eyJ.", SecretMatch("a JSON Web Token", .likely), isWebToken),
    Self(" ", SecretMatch("credentials of a header", .likely), isAuthorization),
    Self(":A", SecretMatch("a token of a Telegram bot", .certain), isTelegram),
    Self(
      ":/?=", SecretMatch("a URL with a secret among its parameters", .likely),
      hasSecretParameter),
    Self(":/@", SecretMatch("a URL with a password", .certain, isURL: true), hasCredentials),
    Self(
      ";=", SecretMatch("a connection string with a password", .certain), isConnectionString),
    Self("8Q~", SecretMatch("a client secret of Azure", .certain), isAzureSecret),
    Self("-us", SecretMatch("an API key of Mailchimp", .certain), isMailchimp),
    Self("-", SecretMatch("an API key of Mailgun", .certain), isMailgun),
    Self(".", SecretMatch("a token of a Discord bot", .certain), isDiscord),
    Self("pat.", SecretMatch("a token of Airtable", .certain), isAirtable),
  ]

  /// `-----BEGIN EC PRIVATE KEY-----` and its relatives.
  private static func isPrivateKey(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.place(of: "-----BEGIN ") else { return false }
    let label = bytes[start...].prefix(64)
    return Array(label).place(of: "PRIVATE KEY") != nil
  }

  /// `SG.`, 22 letters, a dot and 43 letters.
  private static func isSendGrid(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "SG.".utf8) else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1].count == 22 && parts[2].count == 43
      && parts[1].allSatisfy(SecretPattern.Letters.base64.contains)
      && parts[2].allSatisfy(SecretPattern.Letters.base64.contains)
  }

  /// Three parts in base64url, of which the first two are objects of JSON: `{"` begins as `eyJ`.
  ///
  /// Source: RFC 7519, section 3; RFC 7515, section 7.1.
  private static func isWebToken(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.place(of: "eyJ") else { return false }
    let token = bytes[start...].prefix {
      SecretPattern.Letters.base64.contains($0) || $0 == UInt8(ascii: ".")
    }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count >= 8 && parts[1].starts(with: "eyJ".utf8)
  }

  private static let ends = ASCIISet("/?# ")

  /// `postgres://user:password@host`: a name and a password before the host.
  private static func hasCredentials(_ bytes: [UInt8]) -> Bool {
    password(inURL: bytes).map { !SecretPlaceholder.isReference($0) } ?? false
  }

  /// The password before the host of the first URL in a text.
  static func password(inURL bytes: [UInt8]) -> String? {
    guard let mark = bytes.place(of: "://") else { return nil }
    let authority = bytes[(mark + 3)...].prefix { !ends.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let user = authority[..<end]
    guard let colon = user.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let password = String(decoding: user[(colon + 1)...], as: UTF8.self)
    return password.isEmpty ? nil : password
  }

  /// `Server=db;User Id=me;Password=…`: a name of a secret among pairs.
  private static func isConnectionString(_ bytes: [UInt8]) -> Bool {
    secrets(inPairs: bytes[...], separators: ";").contains { !SecretPlaceholder.isPlaceholder($0) }
  }

  /// The values of pairs whose names are those of secrets.
  static func secrets(inPairs text: ArraySlice<UInt8>, separators: StaticString) -> [String] {
    let separators = ASCIISet(separators)
    return text.split(whereSeparator: separators.contains).compactMap { pair in
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: pair[..<sign], as: UTF8.self)
      let value = String(decoding: pair[(sign + 1)...], as: UTF8.self)
      let isNamed = SecretName.isSecret(name) || isSignature(pair[..<sign])
      return isNamed && value.utf8.count >= 4 && !SecretPlaceholder.isReference(value)
        ? value : nil
    }
  }

  private static func isSignature(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.map(ASCII.lowercased)
    return name.elementsEqual("sig".utf8) || name.elementsEqual("signature".utf8)
      || name.suffix(10).elementsEqual("-signature".utf8)
  }

  /// Three letters, `8Q~` and some thirty letters.
  private static func isAzureSecret(_ bytes: [UInt8]) -> Bool {
    guard let mark = bytes.place(of: "8Q~"), mark >= 3 else { return false }
    let isWord = bytes[(mark - 3)..<mark].allSatisfy(SecretPattern.Letters.token.contains)
    let rest = bytes[(mark + 3)...].prefix(while: SecretPattern.Letters.token.contains)
    return isWord && (31...37).contains(rest.count)
  }

  /// 32 hexadecimal digits, and the number of a data centre.
  private static func isMailchimp(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"))
    return parts.count == 2 && isHexadecimal(parts[0], 32) && parts[1].starts(with: "us".utf8)
      && (1...2).contains(parts[1].dropFirst(2).count)
      && parts[1].dropFirst(2).allSatisfy(ASCII.isDigit)
  }

  /// Groups of 32, 8 and 8 hexadecimal digits.
  private static func isMailgun(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"))
    return parts.count == 3 && isHexadecimal(parts[0], 32) && isHexadecimal(parts[1], 8)
      && isHexadecimal(parts[2], 8)
  }

  private static func isHexadecimal(_ text: ArraySlice<UInt8>, _ count: Int) -> Bool {
    text.count == count && text.allSatisfy(SecretPattern.Letters.hexadecimal.contains)
  }

  /// The number of the bot in Base64, six letters of time, and a signature.
  private static func isDiscord(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && (24...28).contains(parts[0].count) && parts[1].count == 6
      && (27...38).contains(parts[2].count) && "MNO".utf8.contains(parts[0].first ?? 0)
      && parts.allSatisfy { $0.allSatisfy(SecretPattern.Letters.base64.contains) }
  }

  /// `pat`, 14 letters, a dot and 64 hexadecimal digits.
  private static func isAirtable(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."))
    return parts.count == 2 && parts[0].count == 17 && parts[0].starts(with: "pat".utf8)
      && parts[0].allSatisfy(ASCII.isAlphanumeric) && isHexadecimal(parts[1], 64)
  }

  /// `Basic` and a name with its password, `Bearer` and a token.
  ///
  /// Source: RFC 7617, section 2; RFC 6750, section 2.1.
  private static func isAuthorization(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where bytes[index] == UInt8(ascii: " ") {
      let word = bytes[..<index].suffix(where: ASCII.isLetter)
      let token = bytes[(index + 1)...].drop { $0 == UInt8(ascii: " ") }
        .prefix { ASCII.isAlphanumeric($0) || "-._~+/=".utf8.contains($0) }
      if word.elementsEqual(ignoringCase: "bearer") {
        if token.count >= 16, SecretEntropy.isHigh(String(decoding: token, as: UTF8.self)) {
          return true
        }
      } else if word.elementsEqual(ignoringCase: "basic") {
        if token.count >= 8, Base64.decoded(token)?.contains(UInt8(ascii: ":")) == true {
          return true
        }
      }
    }
    return false
  }

  /// The number of the bot, a colon and 35 letters, of which the first two are `AA`.
  private static func isTelegram(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: ":") else { return false }
      let letters = bytes[(index + 1)...]
      return letters.starts(with: "AA".utf8)
        && letters.prefix(36).prefix(while: SecretPattern.Letters.base64.contains).count == 35
        && (8...10).contains(bytes[..<index].suffix(11).suffix(where: ASCII.isDigit).count)
    }
  }

  /// `?api_key=…`, `&sig=…`: a parameter whose name is that of a secret, with a look of chance.
  private static func hasSecretParameter(_ bytes: [UInt8]) -> Bool {
    guard let mark = bytes.place(of: "://"),
      let query = bytes[mark...].firstIndex(of: UInt8(ascii: "?"))
    else { return false }
    let text = bytes[(query + 1)...].prefix { $0 > 0x20 && !"#\"'<>".utf8.contains($0) }
    return secrets(inPairs: text, separators: "&;").contains { value in
      value.utf8.count >= 8 && !SecretPlaceholder.isPlaceholder(value)
        && !value.utf8.contains(where: { "${}".utf8.contains($0) }) && SecretEntropy.isHigh(value)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The longest end in which all bytes are such.
  fileprivate func suffix(where isSuch: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, isSuch(self[start - 1]) { start -= 1 }
    return self[start...]
  }

  fileprivate func elementsEqual(ignoringCase text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      count == text.count && zip(self, text).allSatisfy { ASCII.lowercased($0) == $1 }
    }
  }
}
