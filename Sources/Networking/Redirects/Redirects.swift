import TremaHTTP

/// Follows redirects: 301, 302, 303, 307 and 308 with a `Location`. All other responses are
/// returned unchanged, including 300 and 304, and so are redirects to a URL that is neither `http`
/// nor `https`, which an app may be able to handle.
///
///     client.adding(Redirects(limit: 5, originBoundFields: ["X-API-Key"]))
///
/// After 301 and 302, `POST` becomes `GET`; after 303, every method except `HEAD` becomes `GET`. In
/// these cases, the body and the fields that describe it are removed. Otherwise the method and the
/// body are kept. If the body can be read only once and has been read, the request fails with
/// `bodyNotReplayable`.
///
/// A request to a different origin (scheme, host or port) contains none of the fields in
/// ``defaultOriginBoundFields``, in the `originBoundFields` parameter, or marked with
/// ``RequestBuilder/onlyForOrigin(_:)``.
///
/// The redirects that led to a response are in `HTTPResponseHead.redirects`.
///
/// See RFC 9110, section 15.4.
public struct Redirects: SynchronousInterceptor {
  /// A closure that decides whether to follow a redirect. It must return quickly.
  public typealias Policy = @Sendable (RedirectProposal) -> RedirectDecision

  /// The name shown in the client's description.
  public let name = "Redirects"
  /// The maximum number of redirects, beyond which the request fails with
  /// ``RedirectError/Reason/limit(_:)``.
  let limit: Int
  /// Whether a redirect from `https` to `http` is followed. Otherwise the request fails with
  /// ``RedirectError/Reason/insecure``.
  let allowsInsecure: Bool
  /// The fields that are sent only to the first origin, in addition to
  /// ``defaultOriginBoundFields``.
  let originBoundFields: Set<HTTPFields.Name>
  /// The closure that decides about each redirect.
  private let policy: Policy

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of redirects per request; negative values are treated as 0.
  ///   - allowsInsecure: Whether a redirect from `https` to `http` is followed.
  ///   - originBoundFields: Additional fields that are not sent to a different origin.
  ///   - policy: Decides about each redirect.
  public init(
    limit: Int = 20, allowsInsecure: Bool = false, originBoundFields: Set<HTTPFields.Name> = [],
    policy: @escaping Policy = { _ in .follow }
  ) {
    self.limit = max(0, limit)
    (self.allowsInsecure, self.originBoundFields, self.policy) = (
      allowsInsecure, originBoundFields, policy
    )
  }

  /// The interceptor's phase.
  public var phase: InterceptorPhase { .redirects }

  /// The fields that are never sent to a different origin: credentials, and fields that name the
  /// first origin.
  public static let defaultOriginBoundFields: Set<HTTPFields.Name> = [
    .authorization, .cookie, .proxyAuthorization, .host, "Origin", "Referer",
  ]

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    .handleOutcome(FirstResponseHandler(redirects: self, request: request))
  }

  /// The handler of the response to the first request.
  private final class FirstResponseHandler: OutcomeHandler {
    let redirects: Redirects
    let request: ClientRequest

    init(
      redirects: Redirects, request: ClientRequest
    ) {
      self.redirects = redirects
      self.request = request
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      // Only redirects that this interceptor follows are reported.
      if !response.head.redirects.isEmpty { response.head.redirects = [] }
      if RedirectLocation(response.head) == nil { return nil }
      return { [self, response] (context, next) async throws(NetworkError) in
        try await redirects.follow(response, to: request, context, next)
      }
    }
  }

  /// Follows redirects until a response is not a redirect or the policy returns it.
  private func follow(
    _ response: HTTPResponse, to request: ClientRequest, _ context: InterceptorContext, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var (response, request, trail) = (response, request, RedirectTrail())
    while true {
      let following: ClientRequest?
      do throws(NetworkError) {
        following = try self.nextRequest(response.head, of: request, trail, context)
      } catch {
        response.body.cancel()
        throw error
      }
      guard let following else { return response }
      response.body.cancel()
      trail.add(response.head, request.head, following.head)
      request = following
      response = try await next(request)
      response.head.redirects = trail.redirects
    }
  }

  /// Returns the request to send after a response, or `nil` to return the response.
  ///
  /// - Throws: An error with a ``RedirectError``, or `bodyNotReplayable`.
  private func nextRequest(
    _ response: HTTPResponseHead, of request: ClientRequest, _ trail: RedirectTrail,
    _ context: InterceptorContext
  ) throws(NetworkError) -> ClientRequest? {
    func failed(_ reason: RedirectError.Reason) -> NetworkError {
      let error = RedirectError(reason, after: trail.redirects)
      return NetworkError(
        .interceptor(name: name, error), request: request.head, response: response)
    }
    guard let location = RedirectLocation(response) else { return nil }
    let target: URLReference
    let current: URLReference
    do throws(HTTPSyntaxError) {
      current = try URLReference(request.head.target)
      target = try location.target(from: current)
    } catch { throw failed(.location(error)) }
    guard target.scheme == "http" || target.scheme == "https" else { return nil }

    var following = request.redirected(by: response.status, to: target.description)
    let bound = Self.defaultOriginBoundFields.union(originBoundFields).union(
      context.options.fieldsForOrigin)
    if !current.hasOrigin(of: target) { following.head.fields.remove(bound) }
    let proposal = RedirectProposal(
      response: response, redirectedRequest: request.head, request: following,
      redirects: trail.redirects,
      isInsecure: current.scheme == "https" && target.scheme == "http")
    var url = target
    switch policy(proposal) {
    case .returnResponse: return nil
    case .follow: break
    case .send(let changed):
      do throws(HTTPSyntaxError) { url = try URLReference(changed.head.target) } catch {
        throw failed(.location(error))
      }
      // Fields set by the policy itself are kept. Fields that it copied from the redirected request
      // are bound to the first origin.
      let copied = bound.filter {
        changed.head.fields[values: $0] == request.head.fields[values: $0]
      }
      following = changed
      if !current.hasOrigin(of: url) { following.head.fields.remove(copied) }
    }

    if current.scheme == "https", url.scheme == "http", !allowsInsecure { throw failed(.insecure) }
    if trail.redirects.count >= limit { throw failed(.limit(limit)) }
    if following.body.isConsumed {
      throw NetworkError(.bodyNotReplayable, request: request.head, response: response)
    }
    do throws(HTTPSyntaxError) { try following.head.check(body: following.body) } catch {
      throw failed(.location(error))
    }
    if trail.isLoop(response, request.head, following.head) { throw failed(.loop) }
    return following
  }
}

extension RequestBuilder {
  /// Marks fields that are sent only to the origin of the request. Like `Authorization` and
  /// `Cookie`, they are removed when a redirect to a different origin is followed.
  public func onlyForOrigin(_ names: HTTPFields.Name...) -> RequestBuilder {
    with { $0.options.fieldsForOrigin.formUnion(names) }
  }
}

/// A redirect that was received, and the request that would be sent next.
public struct RedirectProposal: Sendable {
  /// The redirect head.
  public let response: HTTPResponseHead
  /// The request that was redirected.
  public let redirectedRequest: HTTPRequest
  /// The proposed request, without the fields that are bound to the first origin.
  public let request: ClientRequest
  /// The redirects that have been followed so far.
  public let redirects: [HTTPRedirect]
  /// Whether the redirect leads from `https` to `http`.
  public let isInsecure: Bool
}

/// A decision about a redirect.
public enum RedirectDecision: Sendable {
  /// The proposed request is sent.
  case follow
  /// The redirect is returned as the response.
  case returnResponse
  /// A different request is sent. Fields that are bound to the first origin are not sent to a
  /// different origin, unless the policy has changed their values. The limit, loops and insecure
  /// targets are checked as usual.
  case send(ClientRequest)
}

/// An error for a redirect that is not followed.
public struct RedirectError: Error, Hashable, Sendable {
  /// The reason why a redirect is not followed.
  public enum Reason: Hashable, Sendable {
    /// The request was redirected more often than the limit allows.
    case limit(Int)
    /// The target has been requested before and responded with a redirect.
    case loop
    /// The redirect leads from `https` to `http`.
    case insecure
    /// The target is not a URL that requests can be sent to.
    case location(HTTPSyntaxError)
  }

  /// The reason why the redirect was not followed.
  public let reason: Reason
  /// The redirects that had been followed, in order.
  public let redirects: [HTTPRedirect]

  init(_ reason: Reason, after redirects: [HTTPRedirect]) {
    (self.reason, self.redirects) = (reason, redirects)
  }
}

extension RedirectError: Redacted {
  /// A description for logs that omits user names and queries in URLs.
  public var description: String {
    let text =
      switch reason {
      case .limit(let limit): "the request was redirected more than \(limit) times"
      case .loop: "the redirect leads to a URL that has already been requested"
      case .insecure: "the redirect leads from https to http"
      case .location(let error): "the redirect cannot be followed: \(error)"
      }
    guard let last = redirects.last else { return text }
    return "\(text) (redirects followed: \(redirects.count), last: \(last))"
  }
}

extension RedirectProposal: Redacted {
  /// A textual representation of this instance.
  public var description: String {
    "\(response.status) \(redirectedRequest.method) \(redirectedRequest.redactedTarget) → "
      + "\(request.head.method) \(request.head.redactedTarget)"
  }
}
