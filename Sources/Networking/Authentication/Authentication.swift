import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends requests with credentials, and sends them again if the server refuses them and other
/// credentials are available:
///
///     client.adding(Authentication(.bearer(token)))
///
/// Credentials are sent only to their origins, even after a redirect. A request that has its own
/// `Authorization` field is not changed. A refused request is sent again only if its body is
/// replayable, in at most four attempts; after that, the 401 is the response.
public struct Authentication: SynchronousInterceptor {
  /// The maximum number of attempts per request.
  static let limit = 4
  /// The maximum size in bytes of a refusal's streamed body.
  static let bodyLimit = 64 << 10

  /// The authenticator's name, shown in the client's description.
  public let name: String
  /// The interceptor's phase.
  public var phase: InterceptorPhase { .authentication }
  private let authenticator: any Authenticator
  /// Whether the authenticator itself observes cancellation and the deadline.
  private let observesCancellation: Bool
  /// Credentials that never change, or `nil` if the authenticator has to be called for each
  /// request.
  private let fixedCredentials: FixedCredentials?
  /// The identity of the fixed credentials.
  private let fixedIdentity: RequestIdentity?
  /// The origins of the credentials; `nil` means the origin of the client's base URL.
  private let origins: [BaseURL]?
  /// The error for every request if an origin is invalid.
  private let problem: AuthenticationError?
  /// Whether credentials may be sent to another machine without TLS.
  private let allowsHTTP: Bool

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - authenticator: The source of the credentials.
  ///   - origins: The origins of the credentials, such as `["https://api.example.com"]`. `nil`
  ///     means the origin of the client's base URL; without a base URL, every request fails.
  ///   - allowsHTTP: Whether the credentials may be sent to another machine without TLS. Otherwise
  ///     such a request fails before anything is sent. Credentials are always sent to this machine.
  ///   - name: The name in errors and in descriptions of the client.
  public init(
    _ authenticator: some Authenticator, origins: [String]? = nil, allowsHTTP: Bool = false,
    name: String = "Authentication"
  ) {
    self.name = name
    self.authenticator = authenticator
    let builtIn = authenticator as? any BuiltInAuthenticator
    observesCancellation = builtIn != nil
    let steady = builtIn?.fixedCredentials
    self.fixedCredentials = steady
    fixedIdentity = steady.map { RequestIdentity(name, $0.identity) }
    self.origins = origins?.map(BaseURL.init)
    let isValid = origins?.allSatisfy { origin in
      guard let url = try? URLReference(origin) else { return false }
      return url.scheme != nil && url.host?.isEmpty == false && url.userInfo == nil
    }
    problem = isValid == false ? .invalidOrigin : nil
    self.allowsHTTP = allowsHTTP
  }

  /// Returns the authenticator's identity, or `nil` if the credentials are known not to apply to
  /// the request's origin.
  public func identity(for request: ClientRequest) async -> String? {
    appliesCredentials(to: request) ? await authenticator.identity(for: request) : nil
  }

  var isIdentifying: Bool { true }

  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity? {
    if appliesCredentials(to: request) { return fixedIdentity }
    // If the credentials apply later after all, the request belongs to a different user, which is
    // an error.
    context.requestState.recordIdentity(
      nil, ofInterceptorAt: context.index, for: request.head.target)
    return RequestIdentity(name, nil)
  }

  /// Returns whether credentials are added to a request, if that can be determined without the
  /// client.
  private func appliesCredentials(to request: ClientRequest) -> Bool {
    if request.head.fields.contains(.authorization) { return false }
    guard let origins else { return true }
    guard let url = try? URLReference(request.head.target) else { return false }
    return origins.contains { $0.hasOrigin(of: url) }
  }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.requestState
    if record.builder.options.mock != nil { return .proceed }
    // A refusal's streamed body has to be read first, which requires an asynchronous call.
    guard let fixedCredentials, case .whole = record.delivery else { return .intercept }
    do throws(AuthenticationError) {
      guard try covers(request, record) else { return .proceed }
      let authorization = try fixedCredentials.authorization.get()
      if let known = record.identity(ofInterceptorAt: context.index, for: request.head.target),
        known.value != fixedCredentials.identity
      {
        throw .userChanged
      }
      request.head.fields[.authorization] = authorization
    } catch {
      throw NetworkError(.interceptor(name: name, error), request: request.head)
    }
    return .proceed
  }

  /// Sends the request with credentials, and sends it again after a refusal.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    // A mocked request isn't sent, so it needs no credentials.
    if context.isMocked { return try await next(request) }
    let isCovered: Bool
    do throws(AuthenticationError) {
      isCovered = try covers(request, context.requestState)
    } catch {
      throw NetworkError(.interceptor(name: name, error), request: request.head)
    }
    guard isCovered else { return try await next(request) }
    var attempt = AuthenticationAttempt(context)
    while true {
      attempt.start = context.clock.now()
      let sent = try await authorized(request, &attempt)
      var response = try await next(sent)
      guard response.status == .unauthorized else {
        try accept(response, sent, attempt)
        return response
      }
      // A stream would hold its connection and its concurrency slot, which the request for new
      // credentials may need.
      response.body = await Self.read(response.body)
      // Credentials obtained after the last attempt wouldn't help this request.
      if attempt.number == Self.limit { return response }
      guard try await handleRefusal(response.head, sent, &attempt) else { return response }
      attempt.number += 1
    }
  }

  /// Returns whether a request gets credentials.
  ///
  /// - Throws: An error if its origin requires credentials that must not be sent.
  private func covers(
    _ request: ClientRequest, _ record: RequestState
  ) throws(AuthenticationError) -> Bool {
    if request.head.fields.contains(.authorization) { return false }
    if let problem { throw problem }
    let covers = try record.withURL(of: request.head.target) {
      (url) throws(AuthenticationError) in try self.covers(url, record)
    }
    return covers ?? false
  }

  /// Returns whether a URL belongs to an origin of the credentials.
  ///
  /// - Throws: An error if the credentials must not be sent there.
  private func covers(
    _ url: URLReference, _ record: RequestState
  ) throws(AuthenticationError) -> Bool {
    if let origins {
      guard origins.contains(where: { $0.hasOrigin(of: url) }) else { return false }
    } else {
      guard let base = record.client.base else { throw .noOrigin }
      guard base.hasOrigin(of: url) else { return false }
    }
    guard allowsHTTP || url.isConfidential else { throw .insecure }
    return true
  }

  /// Returns the request with credentials.
  ///
  /// - Throws: `userChanged` if the credentials belong to a user other than the one reported to an
  ///   outer interceptor, such as the cache.
  private func authorized(
    _ request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws(NetworkError) -> ClientRequest {
    do {
      var sent = request
      if observesCancellation {
        try await authenticator.authorize(&sent, &attempt)
      } else {
        (sent, attempt) = try await attempt.context.withDeadline { [attempt, authenticator] in
          var (sent, attempt) = (request, attempt)
          try await authenticator.authorize(&sent, &attempt)
          return (sent, attempt)
        }
      }
      // An outer interceptor may have stored or shared the response under the identity reported
      // earlier.
      let context = attempt.context
      if let known = context.requestState.identity(
        ofInterceptorAt: context.index, for: request.head.target),
        sent.head.fields.contains(.authorization),
        await authenticator.identity(for: request) != known.value
      {
        throw AuthenticationError.userChanged
      }
      return sent
    } catch {
      throw NetworkError(wrapping: error, request: request.head) { .interceptor(name: name, $0) }
    }
  }

  /// Passes a refusal to the authenticator, and returns whether to send the request again.
  private func handleRefusal(
    _ response: HTTPResponseHead, _ sent: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws(NetworkError) -> Bool {
    let isReplayable = sent.body.isReplayable
    do {
      let isAgain: Bool
      if observesCancellation {
        isAgain = try await authenticator.handle(response, to: sent, &attempt)
      } else {
        (isAgain, attempt) = try await attempt.context.withDeadline { [attempt, authenticator] in
          var attempt = attempt
          let isAgain = try await authenticator.handle(response, to: sent, &attempt)
          return (isAgain, attempt)
        }
      }
      return isAgain && isReplayable
    } catch {
      // The new credentials are for later requests; this request returns its response.
      if !isReplayable { return false }
      throw NetworkError(wrapping: error, request: sent.head, response: response) {
        .interceptor(name: name, $0)
      }
    }
  }

  /// Passes a response that is not a refusal to the authenticator.
  private func accept(
    _ response: HTTPResponse, _ sent: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws(NetworkError) {
    do {
      try authenticator.accept(response.head, to: sent, attempt)
    } catch {
      response.body.cancel()
      throw NetworkError(wrapping: error, request: sent.head, response: response.head) {
        .interceptor(name: name, $0)
      }
    }
  }

  /// Returns a refusal's body as bytes, read up to a limit.
  private static func read(_ body: HTTPResponseBody) async -> HTTPResponseBody {
    guard let source = body.source else { return body }
    let isCancelled = LockedValue(false)
    @Sendable func cancel() { if isCancelled.trySet() { source.cancel() } }
    return await withTaskCancellationHandler {
      var bytes: [UInt8] = []
      do throws(TransportError) {
        while let chunk = try await source.next() {
          bytes += chunk.prefix(bodyLimit - bytes.count)
          guard bytes.count < bodyLimit else {
            cancel()
            break
          }
        }
      } catch {
        // The status has been received and is reported without the rest of the body.
        return .bytes(bytes)
      }
      return .bytes(bytes)
    } onCancel: {
      cancel()
    }
  }
}

extension Authentication: Redacted {
  /// A textual representation of this instance.
  public var description: String { name }
}
