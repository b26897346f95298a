import Networking
import Testing
import TremaHTTP
import TremaSupport

/// A server that accepts the token `a` with the number of the last refresh, and issues the next one
/// for the refresh token `r` with the same number.
final class TokenMock: HTTPTransport {
  struct State: Sendable {
    /// The number of the token that is accepted.
    var number = 1
    /// The bodies of the calls to the token endpoint.
    var asked: [String] = []
    var denied = 0
    /// The values of `Authorization`, by path.
    var sent: [(path: String, field: String?)] = []
    /// The response instead of tokens.
    var failure: (status: HTTPStatus, body: String)?
    var lifetime: Int?
    /// Whether all tokens are refused.
    var deniesAll = false
  }

  let state = LockedValue(State())
  /// A closure that the token endpoint awaits.
  private let before: @Sendable (TokenMock) async -> Void
  /// A closure that a path awaits before its response, after the token was checked.
  private let beforeAnswer: @Sendable (String) async -> Void

  init(
    before: @escaping @Sendable (TokenMock) async -> Void = { _ in },
    beforeAnswer: @escaping @Sendable (String) async -> Void = { _ in }
  ) {
    self.before = before
    self.beforeAnswer = beforeAnswer
  }

  var name: String { "mock" }
  func close() async {}

  var refreshes: Int { state.withLock { $0.asked.count } }
  var denied: Int { state.withLock { $0.denied } }

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    guard let url = try? URLReference(request.target) else { throw TransportError(.other) }
    if url.path == "/token" { return await token(request, body) }
    let field = request.fields[.authorization]
    let isTaken = state.withLock { state in
      state.sent.append((url.path, field))
      return field == "Bearer a\(state.number)" && !state.deniesAll
    }
    await beforeAnswer(url.path)
    if isTaken { return response(to: request, .ok, "\"\(field ?? "")\"") }
    state.withLock { $0.denied += 1 }
    return response(to: request, .unauthorized, "denied")
  }

  private func token(_ request: HTTPRequest, _ body: HTTPBody) async -> HTTPResponse {
    guard case .bytes(let bytes) = body else { return response(to: request, .badRequest) }
    let text = String(decoding: bytes, as: UTF8.self)
    state.withLock { $0.asked.append(text) }
    await before(self)
    return state.withLock { state in
      if let failure = state.failure { return response(to: request, failure.status, failure.body) }
      let isRefresh = text.contains("grant_type=refresh_token")
      if isRefresh, !text.contains("refresh_token=r\(state.number - 1)&") {
        return response(to: request, .badRequest, #"{"error": "invalid_grant"}"#)
      }
      let lifetime = state.lifetime.map { #", "expires_in": \#($0)"# } ?? ""
      let refresh = isRefresh ? #", "refresh_token": "r\#(state.number)""# : ""
      return response(
        to: request, .ok,
        #"{"access_token": "a\#(state.number)", "token_type": "bearer"\#(refresh)\#(lifetime)}"#)
    }
  }

  /// Refuses the issued tokens from now on.
  func expire() { state.withLock { $0.number += 1 } }

  static let configuration = OAuth2Configuration(
    tokenEndpoint: "https://login.example.com/token", clientID: "app",
    authorizationEndpoint: "https://login.example.com/authorize?ui=1",
    redirectURI: "com.example.app:/signed-in")

  /// Returns a user's tokens, of which the access token is refused at first.
  static func tokens() -> OAuth2Tokens { OAuth2Tokens(accessToken: "a0", refreshToken: "r0") }

  func client(_ session: OAuth2, concurrency: Int? = nil) -> HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", concurrency: concurrency, transport: self)
      .adding(Authentication(session))
  }
}

extension NetworkError {
  /// The reason that an ``Authentication`` reported.
  var oauth2: OAuth2Error? {
    if case .interceptor("Authentication", let error) = kind { error as? OAuth2Error } else { nil }
  }
}

/// A store that records its tokens in order, and fails on demand.
final class NotingStore: TokenStore {
  struct Full: Error, CustomStringConvertible { var description: String { "planted-secret" } }

  private let stored: LockedValue<OAuth2Tokens?>
  let notes = LockedValue<[String]>([])
  let isFull = LockedValue(false)

  init(_ tokens: OAuth2Tokens?) { stored = LockedValue(tokens) }

  var tokens: OAuth2Tokens? { stored.value }

  func load() async throws -> OAuth2Tokens? { stored.value }

  func save(_ tokens: OAuth2Tokens) async throws {
    if isFull.value { throw Full() }
    // Time in which a wrong order would show.
    for _ in 0..<5 { await Task.yield() }
    stored.value = tokens
    notes.withLock { $0.append(tokens.accessToken) }
  }

  func remove() async throws {
    stored.value = nil
    notes.withLock { $0.append("-") }
  }
}
