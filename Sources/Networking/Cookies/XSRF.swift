import TremaHTTP

/// Copies a cookie's value into a header field of every request that may change server state. This
/// proves to the server that the sender can read its cookies.
///
///     let jar = CookieJar()
///     client.adding(Cookies(jar)).adding(XSRF(jar))
///
/// The field is sent only to the origin of the client's base URL or, if there is no base URL, to
/// the origin of the original request. It is not added to a request that is redirected to or from a
/// different origin. An existing field in the request is kept.
public struct XSRF: SynchronousInterceptor {
  /// The name shown in the client's description.
  public let name = "XSRF"
  let jar: CookieJar
  /// The cookie's name.
  let cookie: String
  /// The field's name.
  let field: HTTPFields.Name

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - jar: The jar that contains the cookie.
  ///   - cookie: The cookie's name.
  ///   - field: The name of the field that receives the cookie's value.
  public init(
    _ jar: CookieJar, cookie: String = "XSRF-TOKEN", field: HTTPFields.Name = "X-XSRF-TOKEN"
  ) {
    (self.jar, self.cookie, self.field) = (jar, cookie, field)
  }

  /// The same phase as ``Cookies``, whose interceptors run once for each hop.
  public var phase: InterceptorPhase { .cookies }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard !request.head.method.isSafe, !request.head.fields.contains(field),
      context.requestState.isAtOrigin(request),
      let token = jar.cookies(for: request.head.target, at: context.clock.date())
        .first(where: { $0.name.utf8.elementsEqual(cookie.utf8) })
    else { return .proceed }
    request.head.fields[field] = token.value
    return .proceed
  }
}

extension RequestState {
  /// Returns whether a request has the client's own origin or, without a base URL, the origin that
  /// was requested first. A request that started at a different origin does not qualify, even after
  /// a redirect to this origin.
  func isAtOrigin(_ request: ClientRequest) -> Bool {
    guard let url = try? URLReference(request.head.target),
      let built = try? URLReference(builtRequest.head.target)
    else { return false }
    guard let base = client.base else { return built.hasOrigin(of: url) }
    return base.hasOrigin(of: url) && base.hasOrigin(of: built)
  }
}

/// Returns a transform that adds a session cookie and optionally an XSRF token, without using a
/// cookie jar.
///
/// The request's existing cookies are kept. The default names are used by Angular and Spring.
///
/// - Parameters:
///   - value: The session cookie's value, as the server sent it.
///   - name: The session cookie's name.
///   - xsrf: The token, which is sent both as a cookie and as a field; `nil` sends none.
///   - xsrfCookie: The name of the token's cookie.
///   - xsrfField: The name of the token's field.
public func withSessionCookie(
  _ value: String, name: String = "JSESSIONID", xsrf: String? = nil,
  xsrfCookie: String = "XSRF-TOKEN", xsrfField: HTTPFields.Name = "X-XSRF-TOKEN"
) -> @Sendable (HTTPRequest) throws(CredentialsError) -> HTTPRequest {
  { (request) throws(CredentialsError) in
    var pairs = ["\(name)=\(value)"]
    if let xsrf { pairs.append("\(xsrfCookie)=\(xsrf)") }
    // Otherwise a value could inject another cookie or another field.
    let isSafe = pairs.allSatisfy { pair in
      pair.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }
    }
    guard isSafe else { throw .controlCharacter }
    var request = request
    let existing = request.fields[values: .cookie].filter { !$0.isEmpty }
    request.fields[.cookie] = (existing + pairs).joined(separator: "; ")
    if let xsrf { request.fields[xsrfField] = xsrf }
    return request
  }
}
