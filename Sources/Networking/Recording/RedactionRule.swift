import ConfigKit
import TremaHTTP
import TremaScalars

/// What of an exchange is a secret, for all that shows or keeps one: archives, tables, commands, logs.
///
/// Names decide. Secret are the values of fields, of items of a query, of a form and of JSON, and of
/// elements and attributes of XML, that are named as secrets are (`token`, `clientSecret`, `X-Api-Key`,
/// `password`, `code`); beside them the fields that carry credentials, and names of users and fragments
/// in URLs. A path is shown, and so is a text of another kind.
public struct RedactionRule: Sendable {
  /// Of bodies.
  public enum Bodies: Hashable, Sendable {
    /// With their secrets replaced. One that cannot be read as what it says it is, and names a secret,
    /// is hidden.
    case byName
    case hidden
  }

  /// Further names that are secret, for whatever they name. Case and what separates words make no
  /// difference.
  public var secret: Set<String>
  /// Names that are none although they look like one.
  public var shown: Set<String>
  public var bodies: Bodies
  private let hidesNothing: Bool

  public init(secret: Set<String> = [], shown: Set<String> = [], bodies: Bodies = .byName) {
    self.init(secret: secret, shown: shown, bodies: bodies, hidesNothing: false)
  }

  private init(secret: Set<String>, shown: Set<String>, bodies: Bodies, hidesNothing: Bool) {
    self.secret = secret
    self.shown = shown
    self.bodies = bodies
    self.hidesNothing = hidesNothing
  }

  public static let standard = RedactionRule()

  /// Shows all, secrets too.
  public static let none = RedactionRule(
    secret: [], shown: [], bodies: .byName, hidesNothing: true)

  /// Whether the value of a name is one, wherever it stands.
  public func isSecret(_ name: String) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    if secret.contains(where: { Self.letters($0) == letters }) { return true }
    return Self.names.contains(letters) || Self.endings.contains { letters.hasSuffix($0) }
      || SecretName.isSecret(name)
  }

  /// Whether the value of a header field is one.
  public func isSecret(field name: HTTPFields.Name) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name.text)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    return Self.fields.contains(letters) || letters.hasPrefix("proxyauth") || isSecret(name.text)
  }

  private static func letters(_ name: String) -> String {
    String(
      decoding: name.utf8.filter(ASCII.isAlphanumeric).map(ASCII.lowercased), as: UTF8.self)
  }

  /// Beside what ConfigKit holds for the names of secrets: those of protocols.
  private static let names: Set<String> = [
    "key", "code", "sig", "auth", "session", "sid", "otp", "totp", "pin", "jwt", "bearer", "pass",
    "assertion", "codeverifier", "verifier", "cvv", "cvc", "usercode", "devicecode",
    "samlresponse", "samlrequest",
  ]

  private static let endings = [
    "authorization", "signature", "cookie", "sessionid", "sessid", "authcode",
    "authorizationcode", "clientassertion",
  ]

  private static let fields: Set<String> = [
    "authorization", "cookie", "setcookie", "wwwauthenticate", "authenticationinfo",
    "xauth", "xsession", "xamzcredential",
  ]

  var mask: String { Redaction.mask }
}

extension RedactionRule {
  /// An exchange without its secrets.
  public func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    if hidesNothing { return exchange }
    var exchange = exchange
    exchange.requestBody = redacted(exchange.requestBody, exchange.request.fields)
    exchange.request.target = redacted(url: exchange.request.target)
    exchange.request.fields = redacted(exchange.request.fields)
    guard var response = exchange.response else { return exchange }
    exchange.responseBody = redacted(exchange.responseBody, response.fields)
    response.url = redacted(url: response.url)
    response.fields = redacted(response.fields)
    exchange.response = response
    return exchange
  }

  public func redacted(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(
      fields.map { field in
        if isSecret(field: field.name) { return HTTPFields.Field(field.name, mask) }
        return HTTPFields.Field(field.name, redacted(value: field.value))
      })
  }

  /// A value that is a URL, or has one in it (`Link`, `Refresh`), as far as it looks like one.
  private func redacted(value: String) -> String {
    guard !hidesNothing, value.utf8.contains(where: Self.marksOfURLs.contains) else { return value }
    let ends = ASCIISet(" <>\"',;")
    var output: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while !rest.isEmpty {
      let word = rest.prefix { !ends.contains($0) }
      rest = rest[word.endIndex...]
      // The tag of an entity is any text.
      let isURL = word.contains(UInt8(ascii: "?")) || word.contains(UInt8(ascii: "/"))
      if isURL, word.contains(where: Self.marksOfURLs.contains) {
        output += redacted(url: String(decoding: word, as: UTF8.self)).utf8
      } else {
        output += word
      }
      if let end = rest.popFirst() { output.append(end) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let marksOfURLs = ASCIISet("?#@")

  /// A URL without the name of a user and the fragment, and with what is secret in its query replaced.
  /// In one that cannot be read, all that stands behind its path is.
  public func redacted(url text: String) -> String {
    if hidesNothing { return text }
    guard var url = try? URLReference(text), url.scheme == nil || url.host != nil else {
      return Redaction.url(text)
    }
    url.userInfo = nil
    if url.fragment != nil { url.fragment = Self.encodedMask }
    url.query = url.query.map { String(decoding: redacted(form: Array($0.utf8)), as: UTF8.self) }
    return url.description
  }

  /// `a=1&token=…`: a query, and the body of a form.
  func redacted(form bytes: [UInt8]) -> [UInt8] {
    let items = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return Array(
      items.map { item -> [UInt8] in
        guard let mark = item.firstIndex(of: UInt8(ascii: "=")) else { return Array(item) }
        let name = MockPattern.items(String(decoding: item[..<mark], as: UTF8.self)).first?.name
        // `user[password]`, `auth.token`: the last part names the value, the first one what it is of.
        guard let name, nameParts(name).contains(where: isSecret) else { return Array(item) }
        return Array(item[...mark]) + Self.encodedMask.utf8
      }.joined(separator: [UInt8(ascii: "&")]))
  }

  private func nameParts(_ name: String) -> [String] {
    [name] + name.split { "[].".contains($0) }.map(String.init)
  }

  /// The mask where percent encoding is the rule.
  static let encodedMask = "%3Credacted%3E"
}
