import TremaSupport

/// Recognizes the names of secrets, such as configuration keys, log metadata keys, and HTTP fields
/// and parameters.
package enum SecretName {
  /// Returns whether a key names a secret, and not a property of one. For example, `apiKey`,
  /// `auth.password`, `DB_PASSWORD_2` and `tokenProduction` are secrets, but `passwordLength` and
  /// `tokenURL` are not.
  package static func isSecret(_ key: String) -> Bool {
    guard key.withBytes(candidates.matchesAny(in:)) else { return false }
    let words = words(of: key)
    guard let last = words.last else { return false }
    let name = Array(words.joined().utf8)
    guard endings.contains(where: { name.hasSuffix($0) }) else {
      return shortWords.contains(last)
    }
    return !name.hasSuffix("token") || !isAboutTokens(key)
  }

  /// Returns whether a key mentions a secret, in which case a log hides its value. This includes
  /// `token_id` and `X-Token-Hint`, but not `maxTokens`.
  package static func isMentioned(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    mentions.matchesAny(in: key) && !isMeasure(String(decoding: key, as: UTF8.self))
  }

  /// Returns whether an HTTP field or parameter with this name contains a secret.
  ///
  /// See RFC 6749 and RFC 7636 (`code`, `code_verifier`), RFC 8628 (`device_code`), RFC 7521
  /// (`assertion`), and SAML 2.0 Bindings, section 3.
  package static func isParameter(_ name: String) -> Bool {
    let letters = normalizedForm(of: name)
    return parameters.contains(String(decoding: letters, as: UTF8.self))
      || parameterEndings.contains { letters.hasSuffix($0) }
      || String(decoding: letters, as: UTF8.self).contains("jwt") || isSecret(name)
  }

  /// Returns whether a header field with this name contains credentials.
  package static func isField(_ name: String) -> Bool {
    let letters = String(decoding: normalizedForm(of: name), as: UTF8.self)
    return fields.contains(letters) || letters.hasPrefix("proxyauth")
  }

  /// Returns whether a parameter is the signature of a URL, such as `sig`, `signature` or
  /// `X-Amz-Signature`.
  package static func isSignature(_ name: some Collection<UInt8>) -> Bool {
    let letters = name.map(ASCII.lowercased)
    return letters.hasSuffix("signature") || letters.elementsEqual("sig".utf8)
  }

  /// Returns whether a key's tokens are design tokens or language model units, as in `colorToken`
  /// and `maxTokens`.
  private static func isAboutTokens(_ key: String) -> Bool {
    KeyWords(key).words.dropLast().contains(where: otherTokens.contains)
  }

  /// Returns whether a key names a measure of secrets, such as `maxTokens`, `cookieCount` or
  /// `password_length`.
  package static func isMeasure(_ key: String) -> Bool {
    guard let last = KeyWords(key).words.last else { return false }
    return measures.contains(last)
      || Array(words(of: key).joined().utf8).hasSuffix("token") && isAboutTokens(key)
  }

  /// Returns whether the key is the name of a secret that is chosen by people and may not look
  /// random.
  package static func isPassword(_ key: String) -> Bool {
    let name = Array(words(of: key).joined().utf8)
    return passwords.contains { name.hasSuffix($0) }
  }

  /// Returns a key's letters and digits in lowercase, the normalized form used to compare it with
  /// file lines.
  package static func normalizedForm(of key: String) -> [UInt8] {
    key.utf8.filter(ASCII.isAlphanumeric).map(ASCII.lowercased)
  }

  /// Returns the words of a key, with the last word in the singular. Words that only distinguish
  /// one secret from another, such as an environment, a number or an encoding, are omitted.
  private static func words(of key: String) -> [String] {
    var words = KeyWords(key).words
    while words.count > 1, let last = words.last, isQualifier(last) { words.removeLast() }
    guard var last = words.popLast() else { return [] }
    while let digit = last.utf8.last, ASCII.isDigit(digit) { last.removeLast() }
    if last.hasSuffix("s"), !last.hasSuffix("ss") { last.removeLast() }
    return last.isEmpty ? words : words + [last]
  }

  /// Returns whether a word only distinguishes one secret from another.
  private static func isQualifier(_ word: String) -> Bool {
    qualifiers.contains(word)
      || word.utf8.drop { $0 == UInt8(ascii: "v") }.allSatisfy(ASCII.isDigit)
  }

  /// The words after the name of a secret that do not change its meaning.
  private static let qualifiers: Set<String> = [
    "dev", "develop", "development", "prod", "production", "stage", "staging", "test", "testing",
    "qa", "uat", "int", "integration", "preprod", "preview", "sandbox", "live", "local", "demo",
    "alpha", "beta", "debug", "release", "ci", "value", "string", "raw", "plain", "base64", "b64",
    "hex", "old", "new", "current", "previous", "next", "default", "primary", "secondary", "backup",
    "ios", "android", "web", "mobile", "eu", "us",
  ]

  /// The last words of keys for measures.
  private static let measures: Set<String> = [
    "count", "counts", "length", "limit", "limits", "size", "sizes", "total", "ttl", "age",
  ]

  /// The words next to `token` that change its meaning.
  private static let otherTokens: Set<String> = [
    "design", "color", "colors", "colour", "style", "theme", "font", "spacing", "layout", "ui",
    "typography", "palette", "css", "motion", "radius", "size", "shadow", "max", "min", "num",
    "total", "input", "output", "context", "prompt", "completion",
  ]

  /// Name endings for secrets that people choose.
  private static let passwords = [
    "password", "passwd", "passwort", "pwd", "passphrase", "passcode",
  ]

  /// Name endings for secret keys.
  private static let keys = [
    "apikey", "privatekey", "privkey", "accesskey", "secretkey", "authkey", "signingkey",
    "encryptionkey", "enckey", "masterkey", "accountkey", "sharedkey", "serverkey", "servicekey",
    "adminkey", "clientkey", "licensekey", "licencekey", "webhookkey", "hmackey", "aeskey",
    "sshkey", "sessionkey",
  ]

  /// Name endings for all secrets.
  private static let endings =
    passwords + keys + [
      "secret", "token", "credential", "privatekeyid", "connectionstring", "sharedaccesskey",
      "mnemonic", "seedphrase",
    ]

  /// Last words in secret names that are also endings of other words: `dbPass`, but not `compass`.
  private static let shortWords: Set<String> = ["pass", "pw", "psk", "otp", "totp", "cred"]

  /// Words that secret names contain. Every secret name contains at least one of them. Most keys
  /// contain none.
  private static let candidates = SecretWords(endings + shortWords)

  /// The words that mention a secret.
  private static let mentions = SecretWords(
    passwords + keys + [
      "token", "jwt", "authorization", "cookie", "secret", "credential", "sessionid", "mnemonic",
      "seedphrase",
    ])

  /// The names of HTTP parameters that contain secrets.
  private static let parameters: Set<String> = [
    "key", "code", "sig", "auth", "session", "sid", "otp", "totp", "pin", "bearer", "pass", "pw",
    "ssn", "assertion", "codeverifier", "verifier", "cvv", "cvc", "usercode", "devicecode",
    "samlresponse", "samlrequest",
  ]

  /// Name endings for HTTP parameters that contain secrets.
  private static let parameterEndings = [
    "authorization", "signature", "cookie", "sessionid", "sessid", "authcode",
    "authorizationcode", "clientassertion",
  ]

  /// The names of header fields that contain credentials.
  private static let fields: Set<String> = [
    "authorization", "cookie", "setcookie", "wwwauthenticate", "authenticationinfo",
    "xauth", "xsession", "xamzcredential",
  ]
}

extension [UInt8] {
  /// Returns whether the bytes end with a string.
  fileprivate func hasSuffix(_ ending: String) -> Bool {
    suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
