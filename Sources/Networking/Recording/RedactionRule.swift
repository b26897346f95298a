import TremaHTTP
import TremaSecrets
import TremaSupport

/// The secrets of an exchange, which are redacted wherever exchanges are output or stored:
/// archives, tables, commands and logs.
///
/// Secrets are recognized by their names. The values of fields, query and form items, JSON members,
/// and XML elements and attributes are secret if their name is commonly used for secrets (`token`,
/// `clientSecret`, `X-Api-Key`, `password`, `code`). Fields with credentials, and user names and
/// fragments in URLs, are also secret. Paths, and bodies in other formats, are not redacted.
public struct RedactionRule: Sendable {
  /// The redaction of bodies.
  public enum Bodies: Hashable, Sendable {
    /// Secrets in bodies are replaced. A body is hidden if it cannot be parsed in its declared
    /// format and contains a secret's name.
    case byName
    /// Bodies are hidden.
    case hidden
  }

  /// Additional names of secrets. Case and separators between words are ignored.
  var secret: Set<String>
  /// Names that are not secret although they resemble a secret's name.
  var shown: Set<String>
  /// Patterns for paths that contain secrets, in ``MockRule`` syntax: `/reset/{token}` matches a
  /// whole path, `reset/{token}` the end of a path. A segment with a variable is entirely replaced.
  var paths: [String]
  /// The redaction of bodies.
  var bodies: Bodies
  /// Whether nothing is redacted.
  let hidesNothing: Bool

  /// Creates a rule that extends the standard rule.
  ///
  /// - Parameters:
  ///   - secret: Additional names of secrets. Case and separators between words are ignored.
  ///   - shown: Names that are not secret although they resemble a secret's name.
  ///   - paths: Patterns for paths that contain secrets: `/reset/{token}` matches a whole path,
  ///     `reset/{token}` the end of a path. A segment with a variable is entirely replaced.
  ///   - bodies: The redaction of bodies.
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

  /// The standard rule, which hides credentials and values whose names are commonly used for
  /// secrets.
  public static let standard = RedactionRule()

  /// The rule that does not hide anything, not even secrets.
  public static let none = RedactionRule(
    secret: [], shown: [], paths: [], bodies: .byName, hidesNothing: true)

  /// Returns whether a value with this name is secret, wherever it occurs.
  func isSecret(_ name: String) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    if secret.contains(where: { Self.letters($0) == letters }) { return true }
    return SecretName.isParameter(name)
  }

  /// Returns whether the value of a header field is secret.
  func isSecret(field name: HTTPFields.Name) -> Bool {
    if hidesNothing { return false }
    let letters = Self.letters(name.text)
    if shown.contains(where: { Self.letters($0) == letters }) { return false }
    return SecretName.isField(name.text) || isSecret(name.text)
  }

  /// Returns a name for comparison, ignoring case and separators.
  private static func letters(_ name: String) -> [UInt8] { SecretName.normalizedForm(of: name) }

  /// The string that replaces a secret.
  var mask: String { Redaction.mask }
}

extension RedactionRule {
  /// Returns an exchange without its secrets.
  public func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    if hidesNothing { return exchange }
    var exchange = exchange
    exchange.requestBody = redacted(exchange.requestBody, exchange.request.fields)
    exchange.request.target = redacted(url: exchange.request.target)
    exchange.request.fields = redacted(exchange.request.fields)
    // The details of an error may quote a response or a URL.
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

  /// Returns a field's value without its secrets.
  private func redacted(value: String, of name: HTTPFields.Name) -> String {
    if isSecret(field: name) {
      return CookieText.redacted(value, of: name, mask: mask) ?? mask
    }
    if Self.singleURLFields.contains(name), (try? URLReference(value)) != nil {
      return redacted(url: value)
    }
    return redacted(value: value)
  }

  /// The fields whose value is a single URL.
  private static let singleURLFields: Set<HTTPFields.Name> = [
    .location, "Content-Location", "Referer",
  ]

  /// Returns a value without the secrets of recognizable URLs in it, as in `Link` and `Refresh`.
  private func redacted(value: String) -> String {
    guard !hidesNothing, value.utf8.contains(where: Self.urlAndParameterMarkers.contains) else {
      return value
    }
    let ends = ASCIISet(" <>\"',")
    var output: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while !rest.isEmpty {
      var word = rest.prefix { !ends.contains($0) }
      // A semicolon at the end isn't part of the URL, but one that is followed by a letter may be.
      if word.last == UInt8(ascii: ";") { word.removeLast() }
      rest = rest[word.endIndex...]
      // Without this check, an entity tag, which may be any string, or a media type with parameters
      // would be treated as a URL.
      let isURL = word.contains(UInt8(ascii: "?")) || word.contains(UInt8(ascii: "/"))
      let markers = word.contains(UInt8(ascii: ":")) ? Self.urlAndParameterMarkers : Self.urlMarkers
      if isURL, word.contains(where: markers.contains) {
        output += redacted(url: String(decoding: word, as: UTF8.self)).utf8
      } else {
        output += word
      }
      if let end = rest.popFirst() { output.append(end) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Characters that occur in URLs with secrets.
  static let urlMarkers = ASCIISet("?#@")
  /// Characters that occur in URLs with secrets, including the parameters of segments.
  private static let urlAndParameterMarkers = ASCIISet("?#@;")

  /// Returns a URL without its user name and fragment, and with the secrets in its query replaced.
  /// If the URL is invalid, everything after the path is replaced.
  public func redacted(url text: String) -> String { redacted(url: text, depth: 0) }

  /// Redacts a URL.
  ///
  /// - Parameter depth: The number of URLs that contain this one.
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

  /// Redacts the parameters of path segments, as in `/cart;jsessionid=…/items`.
  ///
  /// See the last paragraph of RFC 3986, section 3.3.
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

  /// Redacts a query or a form body, such as `a=1&token=…`. Items may also be separated by `;`.
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

  /// Redacts one item of a query or form. The value may be a URL or JSON that also contains
  /// secrets.
  private func redacted(item: ArraySlice<UInt8>, _ depth: Int) -> [UInt8] {
    guard let equals = item.firstIndex(of: UInt8(ascii: "=")),
      let found = MockPattern.items(String(decoding: item, as: UTF8.self)).first
    else { return Array(item) }
    // In `user[password]` and `auth.token`, the last part names the value and the first part its
    // context. Either of them may indicate that it is secret.
    if nameParts(found.name).contains(where: isSecret) {
      return Array(item[...equals]) + Self.encodedMask.utf8
    }
    // The value may be the target of a redirect, as in `next=%2Fback%3Fcode%3D…`.
    let value = found.value ?? ""
    if depth == Self.depthLimit {
      return value.utf8.contains(UInt8(ascii: "="))
        ? Array(item[...equals]) + Self.encodedMask.utf8 : Array(item)
    }
    let redacted =
      value.utf8.first == UInt8(ascii: "/")
      ? redacted(url: value, depth: depth + 1) : redacted(text: value, depth: depth + 1)
    return value == redacted ? Array(item) : Array(item[...equals]) + Self.encoded(redacted)
  }

  /// The maximum nesting of URLs within URLs.
  private static let depthLimit = 4

  /// Percent-encodes everything except unreserved characters.
  ///
  /// See RFC 3986, section 2.3.
  private static func encoded(_ text: String) -> [UInt8] {
    let plain = ASCIISet.alphanumeric | ASCIISet("-._~")
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// Returns a name and its parts, which are separated by brackets and dots.
  private func nameParts(_ name: String) -> [String] {
    [name] + name.split { "[].".contains($0) }.map(String.init)
  }

  /// The mask, percent-encoded.
  static let encodedMask = "%3Credacted%3E"
}
