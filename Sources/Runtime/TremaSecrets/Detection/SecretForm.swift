import TremaSupport

/// The format of a token that consists of multiple parts.
struct SecretForm: Sendable {
  /// The characters that every such token contains, used to exclude most strings quickly.
  let requiredCharacters: ASCIISet
  /// The kind of the secret.
  let match: SecretMatch
  /// A closure that returns whether a string is such a token.
  let matches: @Sendable ([UInt8]) -> Bool

  private init(
    _ requiredCharacters: StaticString, _ title: String,
    _ matches: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.requiredCharacters = ASCIISet(requiredCharacters)
    match = SecretMatch(title, .certain)
    self.matches = matches
  }

  /// Returns the kind of token that a string is, or `nil` if it is not a token.
  static func match(in bytes: [UInt8]) -> SecretMatch? {
    let letters = ASCIISet(bytes)
    return all.first { letters.isSuperset(of: $0.requiredCharacters) && $0.matches(bytes) }?.match
  }

  /// All known forms.
  private static let all = [
    Self("SG.", "a SendGrid API key", isSendGrid),
    Self(":A", "a Telegram bot token", isTelegram),
    Self("8Q~", "an Azure client secret", isAzureSecret),
    Self("-us", "a Mailchimp API key", isMailchimp),
    Self("-", "a Mailgun API key", isMailgun),
    Self(".", "a Discord bot token", isDiscord),
    Self("pat.", "an Airtable token", isAirtable),
  ]

  /// Returns whether a string is `SG.`, 22 characters, a dot and 43 characters.
  private static func isSendGrid(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "SG.".utf8) else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1].count == 22 && parts[2].count == 43
      && parts[1].allSatisfy(SecretPattern.Letters.base64.contains)
      && parts[2].allSatisfy(SecretPattern.Letters.base64.contains)
  }

  /// Returns whether a string contains three characters, `8Q~` and 31 to 37 characters.
  private static func isAzureSecret(_ bytes: [UInt8]) -> Bool {
    guard let marker = bytes.firstOffset(of: "8Q~"), marker >= 3 else { return false }
    let isWord = bytes[(marker - 3)..<marker].allSatisfy(SecretPattern.Letters.token.contains)
    let rest = bytes[(marker + 3)...].prefix(while: SecretPattern.Letters.token.contains)
    return isWord && (31...37).contains(rest.count)
  }

  /// Returns whether a string is 32 hexadecimal digits and the number of a data center.
  private static func isMailchimp(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"))
    return parts.count == 2 && isHexadecimal(parts[0], 32) && parts[1].starts(with: "us".utf8)
      && (1...2).contains(parts[1].dropFirst(2).count)
      && parts[1].dropFirst(2).allSatisfy(ASCII.isDigit)
  }

  /// Returns whether a string consists of groups with 32, 8 and 8 hexadecimal digits.
  private static func isMailgun(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"))
    return parts.count == 3 && isHexadecimal(parts[0], 32) && isHexadecimal(parts[1], 8)
      && isHexadecimal(parts[2], 8)
  }

  /// Returns whether a string consists of exactly `count` hexadecimal digits.
  private static func isHexadecimal(_ text: ArraySlice<UInt8>, _ count: Int) -> Bool {
    text.count == count && text.allSatisfy(SecretPattern.Letters.hexadecimal.contains)
  }

  /// Returns whether a string is a Base64-encoded bot number, a timestamp of six characters, and a
  /// signature.
  private static func isDiscord(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && (24...28).contains(parts[0].count) && parts[1].count == 6
      && (27...38).contains(parts[2].count) && "MNO".utf8.contains(parts[0].first ?? 0)
      && parts.allSatisfy { $0.allSatisfy(SecretPattern.Letters.base64.contains) }
  }

  /// Returns whether a string is `pat`, 14 characters, a dot and 64 hexadecimal digits.
  private static func isAirtable(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."))
    return parts.count == 2 && parts[0].count == 17 && parts[0].starts(with: "pat".utf8)
      && parts[0].allSatisfy(ASCII.isAlphanumeric) && isHexadecimal(parts[1], 64)
  }

  /// Returns whether a string contains a bot number, a colon and 35 characters that start with
  /// `AA`.
  private static func isTelegram(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: ":") else { return false }
      let letters = bytes[(index + 1)...]
      return letters.starts(with: "AA".utf8)
        && letters.prefix(36).prefix(while: SecretPattern.Letters.base64.contains).count == 35
        && (8...10).contains(bytes[..<index].suffix(11).suffix(where: ASCII.isDigit).count)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the longest suffix whose bytes all meet a condition.
  fileprivate func suffix(where predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, predicate(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
