import TremaHTTP

/// Tells a server that a request comes from who has its cookies: copies the value of one into a field
/// of requests that change something.
///
///     let jar = CookieJar()
///     client.adding(Cookies(jar)).adding(XSRF(jar))
///
/// Only for the origin of the client's base URL, or, where there is none, of the request as it was
/// built; a redirect to another one goes without, and so does one that comes from a request to another
/// one. The field that a request has by itself stays.
public struct XSRF: SynchronousInterceptor {
  /// The name in descriptions of the client.
  public let name = "XSRF"
  let jar: CookieJar
  let cookie: String
  let field: HTTPFields.Name

  /// Creates an interceptor that sends the value of a cookie in a field.
  public init(
    _ jar: CookieJar, cookie: String = "XSRF-TOKEN", field: HTTPFields.Name = "X-XSRF-TOKEN"
  ) {
    (self.jar, self.cookie, self.field) = (jar, cookie, field)
  }

  /// Once a hop.
  public var phase: InterceptorPhase { .cookies }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard !request.head.method.isSafe, !request.head.fields.contains(field),
      context.record.isAtOrigin(request),
      let token = jar.cookies(for: request.head.target, at: context.clock.date())
        .first(where: { $0.name.utf8.elementsEqual(cookie.utf8) })
    else { return .past }
    request.head.fields[field] = token.value
    return .past
  }
}

extension RequestState {
  /// Whether a request goes to the client's own server, or, without a base URL, to the one that was
  /// asked at first. What was asked of another server is not the app's own wish any more.
  func isAtOrigin(_ request: ClientRequest) -> Bool {
    guard let url = try? URLReference(request.head.target),
      let built = try? URLReference(built.head.target)
    else { return false }
    guard let own = client.base else { return built.hasOrigin(of: url) }
    return own.hasOrigin(of: url) && own.hasOrigin(of: built)
  }
}

/// Sends the cookie of a session, and the token that shows where a request comes from, without a jar.
///
/// Cookies that the request has already stay. Source: the names are those of Angular and Spring.
///
/// - Parameters:
///   - value: as the server gave it.
///   - xsrf: the token; it goes as a cookie and as a field. Nil is none.
public func withSessionCookie(
  _ value: String, name: String = "JSESSIONID", xsrf: String? = nil,
  xsrfCookie: String = "XSRF-TOKEN", xsrfField: HTTPFields.Name = "X-XSRF-TOKEN"
) -> @Sendable (HTTPRequest) throws(CredentialsError) -> HTTPRequest {
  { (request) throws(CredentialsError) in
    var pairs = ["\(name)=\(value)"]
    if let xsrf { pairs.append("\(xsrfCookie)=\(xsrf)") }
    // Another pair, or another field, would be smuggled in.
    let isPlain = pairs.allSatisfy { pair in
      pair.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }
    }
    guard isPlain else { throw .controlCharacter }
    var request = request
    let own = request.fields[values: .cookie].filter { !$0.isEmpty }
    request.fields[.cookie] = (own + pairs).joined(separator: "; ")
    if let xsrf { request.fields[xsrfField] = xsrf }
    return request
  }
}
