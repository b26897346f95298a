import TremaHTTP
import TremaSupport

extension Cache {
  /// Returns whether a response may be returned to every request with its key.
  ///
  /// A response that sets a cookie changes the identity of the user, so only requests with the
  /// previous identity would find it. If an inner interceptor has added credentials without
  /// reporting their identity, that identity is not part of the key.
  ///
  /// - Parameters:
  ///   - sent: The request as the transport received it, or `nil` if unknown.
  ///   - ignoringCookies: Whether the response may be used regardless of a request's cookies.
  func isReusable(
    _ response: HTTPResponse, _ lookup: Lookup, sent: HTTPRequest?, ignoringCookies: Bool
  ) async -> Bool {
    let fields = lookup.request.head.fields
    let cookies = fields[values: .cookie].flatMap(Self.pairs)
    let set = ignoringCookies ? [] : response.fields[values: .setCookie]
    for value in set {
      let pair = FieldList.trimmed(value.utf8.prefix { $0 != UInt8(ascii: ";") })
      if isIdentifying(pair), !cookies.contains(where: { Array($0.utf8) == Array(pair.utf8) }) {
        return false
      }
    }
    guard let sent else { return true }
    let isUnchanged = [HTTPFields.Name.authorization, .cookie].allSatisfy { name in
      sent.fields[values: name] == fields[values: name]
    }
    if isUnchanged { return true }
    return await lookup.context.identity(of: lookup.request)
      != RequestIdentity(fieldsOf: lookup.request.head)
  }

  /// Returns whether a cookie, given as `name=value`, distinguishes users.
  func isIdentifying(_ pair: String) -> Bool {
    guard let names = options.identifyingCookies else { return true }
    let name = FieldList.trimmed(pair.utf8.prefix { $0 != UInt8(ascii: "=") })
    return names.contains { Array($0.utf8) == Array(name.utf8) }
  }

  /// Returns the cookies of a field, each in the form `name=value`.
  static func pairs(_ cookie: String) -> [String] {
    cookie.utf8.split(separator: UInt8(ascii: ";")).map(FieldList.trimmed)
  }
}

extension InterceptorContext {
  /// Stores the cookies of a response that does not pass through the outer interceptors.
  func setCookies(of response: HTTPResponse) {
    for case let cookies as Cookies in requestState.chain.links.map(\.interceptor)
    where !options.skippedInterceptors.contains(cookies.name) {
      cookies.store(response.fields, from: response.head.url, at: clock.date())
    }
  }
}

extension HTTPResponse {
  /// Adds the cookies set by a response that this one replaces.
  mutating func add(cookiesOf other: HTTPFields) {
    for value in other[values: .setCookie] { head.fields.append(.setCookie, value) }
  }
}
