import TremaHTTP
import TremaSecrets
import TremaSupport

/// The secrets of an exchange, for everything that shows or stores one: archives, tables, commands, logs.
///
/// Names decide. Secret are the values of fields, of items of a query, of a form and of JSON, and of
/// elements and attributes of XML, that are named as secrets are (`token`, `clientSecret`, `X-Api-Key`,
/// `password`, `code`); beside them the fields that carry credentials, and names of users and fragments
/// in URLs. A path is shown, and so is a text of another kind.
public struct RedactionRule: Sendable {
  /// The redaction of bodies.
  public enum Bodies: Hashable, Sendable {
    /// With their secrets replaced. One that cannot be read as what it says it is, and names a secret,
    /// is hidden.
    case byName
    case hidden
  }

  /// Further names of secrets. Case and separators between words do not matter.
  var secret: Set<String>
  /// Names that are none although they look like one.
  var shown: Set<String>
  /// Paths that hold secrets, as rules of mocks write them: `/reset/{token}` is the whole path,
  /// `reset/{token}` its end. A segment with a variable is hidden as a whole.
  var paths: [String]
  var bodies: Bodies
  let hidesNothing: Bool

  /// Creates a rule; each parameter adds to what is hidden or shown by default.
  public init(
    secret: Set<String> = [], shown: Set<String> = [], paths: [String] = [],
    bodies: Bodies = .byName
  ) {
    self.init(secret: secret, shown: shown, paths: paths, bodies: bodies, hidesNothing: false)
  }

  private init(
    secret: Set<String>, shown: Set<String>, paths: [String], bodies: Bodies, hidesNothing: Bool
  ) {
    self.secret = secret
    self.shown = shown
    self.paths = paths
    self.bodies = bodies
    self.hidesNothing = hidesNothing
  }

  /// Hides what names and forms of well-known secrets tell.
  public static let standard = RedactionRule()

  /// Shows all, secrets too.
  public static let none = RedactionRule(
    secret: [], shown: [], paths: [], bodies: .byName, hidesNothing: true)

  /// Whether the value of a name is one, wherever it is.
  func isSecret(_ name: String) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    if secret.contains(where: { Self.letters($0) == letters }) { return true }
    return SecretName.isParameter(name)
  }

  /// Whether the value of a header field is one.
  func isSecret(field name: HTTPFields.Name) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name.text)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    return SecretName.isField(name.text) || isSecret(name.text)
  }

  private static func letters(_ name: String) -> [UInt8] { SecretName.spelling(of: name) }

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
    // What an error says may be what a server said, or a URL.
    if let detail = exchange.error?.detail { exchange.error?.detail = redacted(value: detail) }
    guard var response = exchange.response else { return exchange }
    exchange.responseBody = redacted(exchange.responseBody, response.fields)
    response.url = redacted(url: response.url)
    response.fields = redacted(response.fields)
    response.redirects = response.redirects.map { hop in
      HTTPRedirect(
        hop.status, hop.method, redacted(url: hop.url), to: hop.newMethod,
        redacted(url: hop.newURL))
    }
    exchange.response = response
    return exchange
  }

  /// Returns the fields with their secrets replaced.
  public func redacted(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(
      fields.map { field in
        HTTPFields.Field(field.name, redacted(value: field.value, of: field.name))
      })
  }

  private func redacted(value: String, of name: HTTPFields.Name) -> String {
    if isSecret(field: name) {
      return CookieText.redacted(value, of: name, mask: mask) ?? mask
    }
    if Self.fieldsOfOneURL.contains(name), (try? URLReference(value)) != nil {
      return redacted(url: value)
    }
    return redacted(value: value)
  }

  private static let fieldsOfOneURL: Set<HTTPFields.Name> = [
    .location, "Content-Location", "Referer",
  ]

  /// A value that is a URL, or has one in it (`Link`, `Refresh`), as far as it looks like one.
  private func redacted(value: String) -> String {
    guard !hidesNothing, value.utf8.contains(where: Self.marksWithParameters.contains) else {
      return value
    }
    let ends = ASCIISet(" <>\"',")
    var output: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while !rest.isEmpty {
      var word = rest.prefix { !ends.contains($0) }
      // One that is followed by a letter may be part of a URL.
      if word.last == UInt8(ascii: ";") { word.removeLast() }
      rest = rest[word.endIndex...]
      // The tag of an entity is any text, and a type has parameters, too.
      let isURL = word.contains(UInt8(ascii: "?")) || word.contains(UInt8(ascii: "/"))
      let marks = word.contains(UInt8(ascii: ":")) ? Self.marksWithParameters : Self.marksOfURLs
      if isURL, word.contains(where: marks.contains) {
        output += redacted(url: String(decoding: word, as: UTF8.self)).utf8
      } else {
        output += word
      }
      if let end = rest.popFirst() { output.append(end) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  static let marksOfURLs = ASCIISet("?#@")
  private static let marksWithParameters = ASCIISet("?#@;")

  /// A URL without the name of a user and the fragment, and with what is secret in its query replaced.
  /// In one that cannot be read, all that is behind its path is.
  public func redacted(url text: String) -> String { redacted(url: text, depth: 0) }

  /// - Parameter depth: in how many other URLs it is.
  func redacted(url text: String, depth: Int) -> String {
    if hidesNothing { return text }
    guard var url = try? URLReference(text), url.scheme == nil || url.host != nil else {
      return Redaction.url(text)
    }
    url.userInfo = nil
    if url.fragment != nil { url.fragment = Self.encodedMask }
    url.path = redacted(path: url.path)
    if url.path.utf8.contains(UInt8(ascii: ";")) {
      url.path = redacted(path: url.path, depth)
    }
    url.query = url.query.map {
      String(decoding: redacted(form: Array($0.utf8), depth: depth), as: UTF8.self)
    }
    return url.description
  }

  /// `/cart;jsessionid=…/items`
  ///
  /// Source: RFC 3986, section 3.3, the last paragraph.
  private func redacted(path: String, _ depth: Int) -> String {
    let ends = ASCIISet("/;")
    var output: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix { !ends.contains($0) }
      rest = rest[part.endIndex...]
      output += output.last == UInt8(ascii: ";") ? redacted(item: part, depth) : Array(part)
      if let end = rest.popFirst() { output.append(end) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// `a=1&token=…`: a query, and the body of a form. Some write `;` between items.
  func redacted(form bytes: [UInt8], depth: Int = 0) -> [UInt8] {
    let ends = ASCIISet("&;")
    var output: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let item = rest.prefix { !ends.contains($0) }
      rest = rest[item.endIndex...]
      output += redacted(item: item, depth)
      if let end = rest.popFirst() { output.append(end) }
    }
    return output
  }

  private func redacted(item: ArraySlice<UInt8>, _ depth: Int) -> [UInt8] {
    guard let mark = item.firstIndex(of: UInt8(ascii: "=")),
      let found = MockPattern.items(String(decoding: item, as: UTF8.self)).first
    else { return Array(item) }
    // `user[password]`, `auth.token`: the last part names the value, the first one what it is of.
    if nameParts(found.name).contains(where: isSecret) {
      return Array(item[...mark]) + Self.encodedMask.utf8
    }
    // Where to go on to: `next=%2Fback%3Fcode%3D…`.
    let value = found.value ?? ""
    if depth == Self.depthLimit {
      return value.utf8.contains(UInt8(ascii: "="))
        ? Array(item[...mark]) + Self.encodedMask.utf8 : Array(item)
    }
    let shown =
      value.utf8.first == UInt8(ascii: "/")
      ? redacted(url: value, depth: depth + 1) : redacted(text: value, depth: depth + 1)
    return value == shown ? Array(item) : Array(item[...mark]) + Self.encoded(shown)
  }

  /// The maximum nesting of URLs in URLs.
  private static let depthLimit = 4

  /// Source: RFC 3986, section 2.3.
  private static func encoded(_ text: String) -> [UInt8] {
    let plain = ASCIISet.alphanumeric | ASCIISet("-._~")
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private func nameParts(_ name: String) -> [String] {
    [name] + name.split { "[].".contains($0) }.map(String.init)
  }

  /// The mask where percent encoding is the rule.
  static let encodedMask = "%3Credacted%3E"
}
