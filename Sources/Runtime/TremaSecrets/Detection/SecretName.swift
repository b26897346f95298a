import TremaSupport

/// Keys whose values are secrets by their name.
package enum SecretName {
  /// Whether a key names a secret itself, and not something about one: `apiKey`, `auth.password`,
  /// `DB_PASSWORD_2`, but not `passwordLength` or `tokenURL`.
  package static func isSecret(_ key: String) -> Bool {
    guard mayEndAsSecret(key) else { return false }
    let name = letters(of: key)
    guard endings.contains(where: { name.hasEnding($0) }) else {
      return shortEndings.contains { name.hasEnding($0) }
        && KeyWords(key).words.last.map(shortWords.contains) == true
    }
    return !name.hasEnding("token") || !isAboutTokens(key)
  }

  /// Whether tokens are those of a design, or of a text that a model reads: `colorToken`, `maxTokens`.
  private static func isAboutTokens(_ key: String) -> Bool {
    KeyWords(key).words.dropLast().contains(where: otherTokens.contains)
  }

  /// Whether a key names a measure of secrets and none itself: `maxTokens`, `cookieCount`, `password_length`.
  package static func isMeasure(_ key: String) -> Bool {
    guard let last = KeyWords(key).words.last else { return false }
    return measures.contains(last) || letters(of: key).hasEnding("token") && isAboutTokens(key)
  }

  private static let measures: Set<String> = [
    "count", "counts", "length", "limit", "limits", "size", "sizes", "total", "ttl", "age",
  ]

  private static let otherTokens: Set<String> = [
    "design", "color", "colors", "colour", "style", "theme", "font", "spacing", "layout", "ui",
    "typography", "palette", "css", "motion", "radius", "size", "shadow", "max", "min", "num",
    "total", "input", "output", "context", "prompt", "completion",
  ]

  /// Words that are endings of other words, too: `dbPass`, but not `compass`.
  private static let shortWords: Set<String> = ["pass", "pw", "psk", "dsn"]
  private static let shortEndings: [StaticString] = ["pass", "pw", "psk"]

  /// Whether the key names what people choose, which needs no look of chance to be one.
  package static func isPassword(_ key: String) -> Bool {
    let name = letters(of: key)
    return passwords.contains { name.hasEnding($0) }
  }

  /// Whether the last letter is one that an ending of a secret's name has, or the `s` of a plural; the
  /// other letters are not read.
  private static func mayEndAsSecret(_ key: String) -> Bool {
    let last = key.utf8.last(where: ASCII.isLetter)
    return last.map(lastLetters.contains) ?? false
  }

  private static let lastLetters = ASCIISet("deglntyskwDEGLNTYSKW")

  /// A key in the spelling in which lines of files are compared with it: variables are in capitals.
  package static func spelling(of key: String) -> [UInt8] {
    key.utf8.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }.map(ASCII.lowercased)
  }

  /// In lower case, without what separates words, and without a number or an `s` at the end.
  private static func letters(of key: String) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(key.utf8.count)
    for byte in key.utf8 where ASCII.isAlphanumeric(byte) {
      letters.append(ASCII.lowercased(byte))
    }
    while let last = letters.last, ASCII.isDigit(last) { letters.removeLast() }
    if letters.last == UInt8(ascii: "s"), letters.dropLast().last != UInt8(ascii: "s") {
      letters.removeLast()
    }
    return letters
  }

  private static let passwords: [StaticString] = [
    "password", "passwd", "passwort", "pwd", "passphrase", "passcode",
  ]

  private static let endings: [StaticString] =
    passwords + [
      "secret", "token", "credential", "apikey", "privatekey", "accesskey", "secretkey", "authkey",
      "signingkey", "encryptionkey", "masterkey", "accountkey", "sharedkey", "serverkey",
      "servicekey", "adminkey", "clientkey", "licensekey", "webhookkey", "hmackey", "aeskey",
      "privatekeyid", "connectionstring", "accountkey", "sharedaccesskey", "sastoken",
    ]
}

extension [UInt8] {
  fileprivate func hasEnding(_ ending: StaticString) -> Bool {
    ending.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}
