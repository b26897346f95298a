import TremaSupport

/// The names of secrets: of keys in configurations, metadata of logs, fields and parameters of HTTP.
package enum SecretName {
  /// Whether a key names a secret itself, and not something about one: `apiKey`, `auth.password`,
  /// `DB_PASSWORD_2`, `tokenProduction`, but not `passwordLength` or `tokenURL`.
  package static func isSecret(_ key: String) -> Bool {
    guard key.withBytes(candidates.areContained(in:)) else { return false }
    let words = words(of: key)
    guard let last = words.last else { return false }
    let name = Array(words.joined().utf8)
    guard endings.contains(where: { name.hasSuffix($0) }) else {
      return shortWords.contains(last)
    }
    return !name.hasSuffix("token") || !isAboutTokens(key)
  }

  /// Whether a key mentions a secret, so that a log hides what belongs to it: also `token_id` and
  /// `X-Token-Hint`, but not `maxTokens`.
  package static func isMentioned(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    mentions.areContained(in: key) && !isMeasure(String(decoding: key, as: UTF8.self))
  }

  /// Whether a field or a parameter of HTTP with this name carries a secret.
  ///
  /// Source: RFC 6749 and RFC 7636 (`code`, `code_verifier`), RFC 8628 (`device_code`), RFC 7521
  /// (`assertion`), SAML 2.0 Bindings, section 3.
  package static func isParameter(_ name: String) -> Bool {
    let letters = spelling(of: name)
    return parameters.contains(String(decoding: letters, as: UTF8.self))
      || parameterEndings.contains { letters.hasSuffix($0) }
      || String(decoding: letters, as: UTF8.self).contains("jwt") || isSecret(name)
  }

  /// Whether a header field with this name carries credentials.
  package static func isField(_ name: String) -> Bool {
    let letters = String(decoding: spelling(of: name), as: UTF8.self)
    return fields.contains(letters) || letters.hasPrefix("proxyauth")
  }

  /// `sig`, `signature`, `X-Amz-Signature`: the proof in a signed URL.
  package static func isSignature(_ name: some Collection<UInt8>) -> Bool {
    let letters = name.map(ASCII.lowercased)
    return letters.hasSuffix("signature") || letters.elementsEqual("sig".utf8)
  }

  /// Whether tokens are those of a design, or units of a language model: `colorToken`, `maxTokens`.
  private static func isAboutTokens(_ key: String) -> Bool {
    KeyWords(key).words.dropLast().contains(where: otherTokens.contains)
  }

  /// Whether a key names a measure of secrets: `maxTokens`, `cookieCount`, `password_length`.
  package static func isMeasure(_ key: String) -> Bool {
    guard let last = KeyWords(key).words.last else { return false }
    return measures.contains(last)
      || Array(words(of: key).joined().utf8).hasSuffix("token") && isAboutTokens(key)
  }

  /// Whether the key names what people choose, which need not look random.
  package static func isPassword(_ key: String) -> Bool {
    let name = Array(words(of: key).joined().utf8)
    return passwords.contains { name.hasSuffix($0) }
  }

  /// A key in the spelling in which lines of files are compared with it: variables are in capitals.
  package static func spelling(of key: String) -> [UInt8] {
    key.utf8.filter(ASCII.isAlphanumeric).map(ASCII.lowercased)
  }

  /// The words of a key without those that only tell one secret from another: an environment, a
  /// number, a form of its value; the last one in the singular.
  private static func words(of key: String) -> [String] {
    var words = KeyWords(key).words
    while words.count > 1, let last = words.last, isQualifier(last) { words.removeLast() }
    guard var last = words.popLast() else { return [] }
    while let digit = last.utf8.last, ASCII.isDigit(digit) { last.removeLast() }
    if last.hasSuffix("s"), !last.hasSuffix("ss") { last.removeLast() }
    return last.isEmpty ? words : words + [last]
  }

  private static func isQualifier(_ word: String) -> Bool {
    qualifiers.contains(word)
      || word.utf8.drop { $0 == UInt8(ascii: "v") }.allSatisfy(ASCII.isDigit)
  }

  /// The words behind a secret's name that do not change what it is.
  private static let qualifiers: Set<String> = [
    "dev", "develop", "development", "prod", "production", "stage", "staging", "test", "testing",
    "qa", "uat", "int", "integration", "preprod", "preview", "sandbox", "live", "local", "demo",
    "alpha", "beta", "debug", "release", "ci", "value", "string", "raw", "plain", "base64", "b64",
    "hex", "old", "new", "current", "previous", "next", "default", "primary", "secondary", "backup",
    "ios", "android", "web", "mobile", "eu", "us",
  ]

  private static let measures: Set<String> = [
    "count", "counts", "length", "limit", "limits", "size", "sizes", "total", "ttl", "age",
  ]

  private static let otherTokens: Set<String> = [
    "design", "color", "colors", "colour", "style", "theme", "font", "spacing", "layout", "ui",
    "typography", "palette", "css", "motion", "radius", "size", "shadow", "max", "min", "num",
    "total", "input", "output", "context", "prompt", "completion",
  ]

  private static let passwords = [
    "password", "passwd", "passwort", "pwd", "passphrase", "passcode",
  ]

  private static let keys = [
    "apikey", "privatekey", "privkey", "accesskey", "secretkey", "authkey", "signingkey",
    "encryptionkey", "enckey", "masterkey", "accountkey", "sharedkey", "serverkey", "servicekey",
    "adminkey", "clientkey", "licensekey", "licencekey", "webhookkey", "hmackey", "aeskey",
    "sshkey", "sessionkey",
  ]

  private static let endings =
    passwords + keys + [
      "secret", "token", "credential", "privatekeyid", "connectionstring", "sharedaccesskey",
      "mnemonic", "seedphrase",
    ]

  /// Words that are endings of other words, too: `dbPass`, but not `compass`.
  private static let shortWords: Set<String> = ["pass", "pw", "psk", "otp", "totp", "cred"]

  private static let candidates = SecretWords(endings + shortWords)

  private static let mentions = SecretWords(
    passwords + keys + [
      "token", "jwt", "authorization", "cookie", "secret", "credential", "sessionid", "mnemonic",
      "seedphrase",
    ])

  private static let parameters: Set<String> = [
    "key", "code", "sig", "auth", "session", "sid", "otp", "totp", "pin", "bearer", "pass", "pw",
    "ssn", "assertion", "codeverifier", "verifier", "cvv", "cvc", "usercode", "devicecode",
    "samlresponse", "samlrequest",
  ]

  private static let parameterEndings = [
    "authorization", "signature", "cookie", "sessionid", "sessid", "authcode",
    "authorizationcode", "clientassertion",
  ]

  private static let fields: Set<String> = [
    "authorization", "cookie", "setcookie", "wwwauthenticate", "authenticationinfo",
    "xauth", "xsession", "xamzcredential",
  ]
}

extension [UInt8] {
  fileprivate func hasSuffix(_ ending: String) -> Bool {
    suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
