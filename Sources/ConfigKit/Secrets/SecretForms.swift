import TremaScalars

/// What secrets look like that are part of something larger: of a header, of an address.
enum SecretForms {
  static func sighting(in bytes: [UInt8]) -> SecretSighting? {
    if isAuthorization(bytes) { return SecretSighting("credentials of a header", .likely) }
    if isTelegram(bytes) { return SecretSighting("a token of a Telegram bot", .certain) }
    if hasSecretParameter(bytes) {
      return SecretSighting("a URL with a secret among its parameters", .likely)
    }
    return nil
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
    for parameter in text.split(whereSeparator: { "&;".utf8.contains($0) }) {
      guard let sign = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: parameter[..<sign], as: UTF8.self)
      let value = String(decoding: parameter[(sign + 1)...], as: UTF8.self)
      let isNamed =
        SecretName.isSecret(name) || ["sig", "signature"].contains(name.lowercased())
        || name.lowercased().hasSuffix("-signature")
      if isNamed, value.utf8.count >= 8, !SecretPlaceholder.isPlaceholder(value),
        !value.utf8.contains(where: { "${}".utf8.contains($0) }), SecretEntropy.isHigh(value)
      {
        return true
      }
    }
    return false
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
