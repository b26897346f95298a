import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends requests with credentials, and once more when the server refuses and better credentials
/// are available:
///
///     client.adding(Authentication(.bearer(token)))
///
/// The credentials are sent only to the origins that they are for, also after a redirect. A request
/// with an `Authorization` field of its own is left alone. A refused request is sent again only
/// with a body that can be read again, and at most four times; then the 401 is the response.
public struct Authentication: SynchronousInterceptor {
  /// The maximum number of attempts.
  static let limit = 4
  /// The maximum size of a refusal's streamed body.
  static let bodyLimit = 64 << 10

  /// The name of the authenticator, for descriptions of the client.
  public let name: String
  /// The place in the chain of interceptors.
  public var phase: InterceptorPhase { .authentication }
  private let authenticator: any Authenticator
  private let isPunctual: Bool
  private let steady: SteadyCredentials?
  /// The identity of the steady credentials.
  private let steadyIdentity: RequestIdentity?
  /// The origins; `nil` is that of the client's base URL.
  private let origins: [BaseURL]?
  private let problem: AuthenticationError?
  private let allowsHTTP: Bool

  /// - Parameters:
  ///   - origins: whom the credentials are for: `["https://api.example.com"]`. By default that is the
  ///     server of the client's base URL; where there is none either, each request is an error.
  ///   - allowsHTTP: whether they may go without TLS to another machine; else that is an error
  ///     before anything is sent. This machine is asked in any case.
  public init(
    _ authenticator: some Authenticator, origins: [String]? = nil, allowsHTTP: Bool = false,
    name: String = "Authentication"
  ) {
    self.name = name
    self.authenticator = authenticator
    let builtIn = authenticator as? any BuiltInAuthenticator
    isPunctual = builtIn != nil
    let steady = builtIn?.steady
    self.steady = steady
    steadyIdentity = steady.map { RequestIdentity(name, $0.identity) }
    self.origins = origins?.map(BaseURL.init)
    let isValid = origins?.allSatisfy { origin in
      guard let url = try? URLReference(origin) else { return false }
      return url.scheme != nil && url.host?.isEmpty == false && url.userInfo == nil
    }
    problem = isValid == false ? .invalidOrigin : nil
    self.allowsHTTP = allowsHTTP
  }

  /// The identity of the authenticator; `nil` also for a request to a server that the credentials are
  /// not for, as far as that is known without the client.
  public func identity(for request: ClientRequest) async -> String? {
    isAsked(for: request) ? await authenticator.identity(for: request) : nil
  }

  var isIdentifying: Bool { true }

  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity? {
    if isAsked(for: request) { return steadyIdentity }
    // Should that change on its way, it is another user.
    context.record.note(nil, ofInterceptorAt: context.index, for: request.head.target)
    return RequestIdentity(name, nil)
  }

  private func isAsked(for request: ClientRequest) -> Bool {
    if request.head.fields.contains(.authorization) { return false }
    guard let origins else { return true }
    guard let url = try? URLReference(request.head.target) else { return false }
    return origins.contains { $0.hasOrigin(of: url) }
  }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.record
    if record.draft.options.mock != nil { return .past }
    // A refusal that comes as a stream is read first.
    guard let steady, case .whole = record.delivery else { return .enter }
    do throws(AuthenticationError) {
      guard try covers(request, record) else { return .past }
      let authorization = try steady.authorization.get()
      if let known = record.identity(ofInterceptorAt: context.index, for: request.head.target),
        known.value != steady.identity
      {
        throw .userChanged
      }
      request.head.fields[.authorization] = authorization
    } catch {
      throw NetworkError(.interceptor(name: name, error), request: request.head)
    }
    return .past
  }

  /// Runs the rest of the chain with what this interceptor adds.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    // A mocked request is not sent, so it needs no credentials.
    if context.isMocked { return try await next(request) }
    let isCovered: Bool
    do throws(AuthenticationError) {
      isCovered = try covers(request, context.record)
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
      // A stream would keep its connection, and its place among those that may be on their way, while
      // what is waited for may need one.
      response.body = await Self.read(response.body)
      // Better credentials than those of the last attempt are of no use to this request.
      if attempt.number == Self.limit { return response }
      guard try await handled(response.head, sent, &attempt) else { return response }
      attempt.number += 1
    }
  }

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

  private func authorized(
    _ request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws(NetworkError) -> ClientRequest {
    do {
      var sent = request
      if isPunctual {
        try await authenticator.authorize(&sent, &attempt)
      } else {
        (sent, attempt) = try await attempt.context.waiting { [attempt, authenticator] in
          var (sent, attempt) = (request, attempt)
          try await authenticator.authorize(&sent, &attempt)
          return (sent, attempt)
        }
      }
      // What is stored or shared outside was stored for the user of that time.
      let context = attempt.context
      if let known = context.record.identity(
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

  private func handled(
    _ response: HTTPResponseHead, _ sent: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws(NetworkError) -> Bool {
    let isReplayable = sent.body.isReplayable
    do {
      let isAgain: Bool
      if isPunctual {
        isAgain = try await authenticator.handle(response, to: sent, &attempt)
      } else {
        (isAgain, attempt) = try await attempt.context.waiting { [attempt, authenticator] in
          var attempt = attempt
          let isAgain = try await authenticator.handle(response, to: sent, &attempt)
          return (isAgain, attempt)
        }
      }
      return isAgain && isReplayable
    } catch {
      // It is for the next request then: this one has had its answer.
      if !isReplayable { return false }
      throw NetworkError(wrapping: error, request: sent.head, response: response) {
        .interceptor(name: name, $0)
      }
    }
  }

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

  /// Reads the body of a refusal, up to a limit.
  private static func read(_ body: HTTPResponseBody) async -> HTTPResponseBody {
    guard let source = body.source else { return body }
    let isCancelled = LockedValue(false)
    @Sendable func cancel() { if isCancelled.takeFirst() { source.cancel() } }
    return await withTaskCancellationHandler {
      var bytes: [UInt8] = []
      do throws(TransportError) {
        while let piece = try await source.next() {
          bytes += piece.prefix(bodyLimit - bytes.count)
          guard bytes.count < bodyLimit else {
            cancel()
            break
          }
        }
      } catch {
        // The status has come, and says what there is to say.
        return .bytes(bytes)
      }
      return .bytes(bytes)
    } onCancel: {
      cancel()
    }
  }
}

extension Authentication: Redacted {
  /// A description for logs and messages.
  public var description: String { name }
}
