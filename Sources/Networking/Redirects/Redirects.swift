import TremaHTTP

/// Follows redirects: 301, 302, 303, 307 and 308 with a `Location`. Every other response, also 300
/// and 304, is handed out as it came; so is a redirect to something that is not `http` or `https`,
/// which an app may know what to do with.
///
///     client.adding(Redirects(limit: 5, marked: ["X-API-Key"]))
///
/// `POST` becomes `GET` after 301 and 302, every method but `HEAD` after 303, and then there is
/// neither a body nor a field that speaks of one. Else method and body stay; a body that can be read
/// once, and has been, is the error `bodyNotReplayable`.
///
/// A request to another origin (scheme, host or port) has none of ``neverSentOn``, none of the parameter `marked`, and
/// of those that the request marked with ``Draft/onlyForOrigin(_:)``.
///
/// What led to a response is in ``HTTPResponseHead/redirects``.
///
/// Source: RFC 9110, section 15.4.
public struct Redirects: SynchronousInterceptor {
  /// A closure that decides whether a redirect is followed; it must return soon.
  public typealias Policy = @Sendable (RedirectProposal) -> RedirectDecision

  /// The name in descriptions of the client.
  public let name = "Redirects"
  /// The maximum number of redirects; one more is the error ``RedirectError/Reason/limit(_:)``.
  let limit: Int
  /// Whether one may lead from `https` to `http`; else it is the error
  /// ``RedirectError/Reason/insecure``.
  let allowsInsecure: Bool
  /// Fields that are for one origin alone, beside ``neverSentOn``.
  let marked: Set<HTTPFields.Name>
  private let policy: Policy

  /// Creates an interceptor.
  ///
  /// - Parameters:
  /// - limit: the most redirects of a request.
  /// - allowsInsecure: whether a redirect may lead from TLS to plain text.
  /// - marked: further fields that are not sent to another origin.
  /// - policy: decides about each redirect.
  public init(
    limit: Int = 20, allowsInsecure: Bool = false, marked: Set<HTTPFields.Name> = [],
    policy: @escaping Policy = { _ in .follow }
  ) {
    self.limit = max(0, limit)
    (self.allowsInsecure, self.marked, self.policy) = (allowsInsecure, marked, policy)
  }

  /// The place in the chain of interceptors.
  public var phase: InterceptorPhase { .redirects }

  /// Fields that never go to another origin: credentials, and what names the first one.
  public static let neverSentOn: Set<HTTPFields.Name> = [
    .authorization, .cookie, .proxyAuthorization, .host, "Origin", "Referer",
  ]

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    .around(First(redirects: self, request: request))
  }

  /// The request before it was led anywhere.
  private final class First: OutcomeHandler {
    let redirects: Redirects
    let request: ClientRequest

    init(
      redirects: Redirects, request: ClientRequest
    ) {
      self.redirects = redirects
      self.request = request
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      if !response.head.redirects.isEmpty { response.head.redirects = [] }
      if RedirectLocation(response.head) == nil { return nil }
      return { [self, response] (context, next) async throws(NetworkError) in
        try await redirects.follow(response, to: request, context, next)
      }
    }
  }

  private func follow(
    _ response: HTTPResponse, to request: ClientRequest, _ context: InterceptorContext, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var (response, request, trail) = (response, request, RedirectTrail())
    while true {
      let following: ClientRequest?
      do throws(NetworkError) {
        following = try self.following(response.head, of: request, trail, context)
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

  /// The request that a response asks for; nil when there is none.
  private func following(
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
    let here: URLReference
    do throws(HTTPSyntaxError) {
      here = try URLReference(request.head.target)
      target = try location.target(from: here)
    } catch { throw failed(.location(error)) }
    guard target.scheme == "http" || target.scheme == "https" else { return nil }

    var following = request.redirected(by: response.status, to: target.description)
    let bound = Self.neverSentOn.union(marked).union(context.options.fieldsForOrigin)
    if !here.hasOrigin(of: target) { following.head.fields.remove(bound) }
    let proposal = RedirectProposal(
      response: response, from: request.head, request: following, redirects: trail.redirects,
      isInsecure: here.scheme == "https" && target.scheme == "http")
    var url = target
    switch policy(proposal) {
    case .handOut: return nil
    case .follow: break
    case .send(let changed):
      do throws(HTTPSyntaxError) { url = try URLReference(changed.head.target) } catch {
        throw failed(.location(error))
      }
      // What the policy has set itself stays; what it passes on, also of the request that was
      // redirected, is held to the new target.
      let passedOn = bound.filter {
        changed.head.fields[values: $0] == request.head.fields[values: $0]
      }
      following = changed
      if !here.hasOrigin(of: url) { following.head.fields.remove(passedOn) }
    }

    if here.scheme == "https", url.scheme == "http", !allowsInsecure { throw failed(.insecure) }
    if trail.redirects.count >= limit { throw failed(.limit(limit)) }
    if following.body.isSpent {
      throw NetworkError(.bodyNotReplayable, request: request.head, response: response)
    }
    do throws(HTTPSyntaxError) { try following.head.check(body: following.body) } catch {
      throw failed(.location(error))
    }
    if trail.isLoop(response, request.head, following.head) { throw failed(.loop) }
    return following
  }
}

extension Draft {
  /// Keeps fields from every server but the one that is asked: a redirect to another one goes
  /// without them, as without `Authorization` and `Cookie`.
  public func onlyForOrigin(_ names: HTTPFields.Name...) -> Draft {
    with { $0.options.fieldsForOrigin.formUnion(names) }
  }
}

/// A redirect that has come, and what would be sent.
public struct RedirectProposal: Sendable {
  /// The head of the redirect.
  public let response: HTTPResponseHead
  /// The request that was redirected.
  public let from: HTTPRequest
  /// The request that would be sent, without the fields for the first origin alone.
  public let request: ClientRequest
  /// The redirects that were followed before.
  public let redirects: [HTTPRedirect]
  /// Whether it leads from `https` to `http`.
  public let isInsecure: Bool
}

/// The decision about a redirect.
public enum RedirectDecision: Sendable {
  case follow
  /// The redirect is the response.
  case handOut
  /// Something else is sent. What is for the first origin alone still does not go to another one,
  /// but where the policy gave it another value; limits, loops and `https` are looked at as ever.
  case send(ClientRequest)
}

/// Why a redirect was not followed.
public struct RedirectError: Error, Hashable, Sendable {
  /// The reason why a redirect is not followed.
  public enum Reason: Hashable, Sendable {
    /// There were more than so many.
    case limit(Int)
    /// The target was requested before and answered with a redirect.
    case loop
    /// It leads from `https` to `http`.
    case insecure
    /// The target is no URL to which a request can be sent.
    case location(HTTPSyntaxError)
  }

  /// The reason why the redirect was not followed.
  public let reason: Reason
  /// The redirects that were followed before, in order.
  public let redirects: [HTTPRedirect]

  init(_ reason: Reason, after redirects: [HTTPRedirect]) {
    (self.reason, self.redirects) = (reason, redirects)
  }
}

extension RedirectError: Redacted {
  /// Without user names and queries of the URLs.
  public var description: String {
    let words =
      switch reason {
      case .limit(let limit): "more than \(limit) redirects"
      case .loop: "the redirect leads to what was asked before"
      case .insecure: "the redirect leads from https to http"
      case .location(let error): "the redirect cannot be followed: \(error)"
      }
    guard let last = redirects.last else { return words }
    return "\(words), after \(redirects.count), of which the last was \(last)"
  }
}

extension RedirectProposal: Redacted {
  /// A description for logs and messages.
  public var description: String {
    "\(response.status) \(from.method) \(from.redactedTarget) → "
      + "\(request.head.method) \(request.head.redactedTarget)"
  }
}
