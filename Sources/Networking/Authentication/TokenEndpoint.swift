import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client of the token endpoint.
///
/// See RFC 6749, sections 2.3.1, 4.1.3, 4.4.2, 5 and 6.
struct TokenEndpoint: Sendable {
  /// A response's contents.
  struct TokenResponse: Sendable {
    let accessToken: String
    let refreshToken: String?
    /// The lifetime of the access token, in seconds.
    let lifetime: Double?
    let scope: [String]?
    let idToken: String?
  }

  let configuration: OAuth2Configuration
  /// The client, without constraints, as a constraint may depend on new tokens.
  let client: HTTPClient

  init(_ configuration: OAuth2Configuration, _ client: HTTPClient) {
    self.configuration = configuration
    self.client = client.withoutConstraints
  }

  /// Sends a request for tokens and returns the contents of the response.
  ///
  /// - Parameter items: The grant type and its parameters.
  func requestTokens(_ items: [(String, String)]) async throws(OAuth2Error) -> TokenResponse {
    let found: Response<[UInt8]>
    do throws(NetworkError) {
      found = try await client.send(try request(items))
    } catch {
      // The errors of a closed or cancelled client are also reported this way.
      throw .unreachable(error)
    }
    return try Self.parseResponse(found.head.status, found.value)
  }

  /// Returns the request with the client's credentials and the additional parameters.
  private func request(
    _ items: [(String, String)]
  ) throws(NetworkError) -> Request<Response<[UInt8]>> {
    var items = items.map { QueryItem($0.0, $0.1) }
    items += configuration.parameters.sorted { $0.key < $1.key }.map { QueryItem($0.key, $0.value) }
    var builder = RequestBuilder.post(configuration.tokenEndpoint)
    switch (configuration.clientSecret, configuration.clientAuthentication) {
    case (let secret?, .basic):
      builder = builder.basicAuth(Self.encoded(configuration.clientID), Self.encoded(secret))
    case (let secret?, .body):
      items += [
        QueryItem("client_id", configuration.clientID), QueryItem("client_secret", secret),
      ]
    case (nil, _):
      items.append(QueryItem("client_id", configuration.clientID))
    }
    // Redirects aren't followed, as the secrets in the body are intended only for this server.
    // Caches aren't used, as a response is valid only once.
    return builder.form(items, with: FormEncoder()).accept("application/json")
      .accepting(100...999).timeout(configuration.timeLimit).responseLimit(1 << 20)
      .cachePolicy(.reload).skipping(interceptor: "Redirects").bytes.withHead
  }

  /// Returns a form-encoded string. RFC 6749 requires this before basic authentication.
  private static func encoded(_ text: String) -> String {
    PercentEncoding.encode(text, leaving: .form, space: .plus)
  }

  /// The JSON of a response: tokens or an error.
  private struct Body: Decodable {
    var accessToken: String?
    var tokenType: String?
    var refreshToken: String?
    var expiresIn: Lifetime?
    var scope: String?
    var idToken: String?
    var error: String?
    var errorDescription: String?
    var errorURI: String?

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
      case scope
      case idToken = "id_token"
      case error
      case errorDescription = "error_description"
      case errorURI = "error_uri"
    }
  }

  /// A number of seconds, which some servers write as a string.
  private struct Lifetime: Decodable {
    let seconds: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        seconds = Double(text)
      } else {
        seconds = try container.decode(Double.self)
      }
    }
  }

  /// Returns a response's contents.
  ///
  /// - Throws: `refused`, `unexpectedStatus` or `malformedResponse`.
  static func parseResponse(
    _ status: HTTPStatus, _ bytes: [UInt8]
  ) throws(OAuth2Error) -> TokenResponse {
    let body = try? JSONDecoder().decode(Body.self, from: Data(bytes))
    if let code = body?.error, !status.isSuccess || body?.accessToken == nil {
      throw .refused(
        OAuth2Error.Refusal(
          OAuth2ErrorCode(rawValue: code), reason: body?.errorDescription, uri: body?.errorURI))
    }
    guard status.isSuccess else { throw .unexpectedStatus(status) }
    guard let body else { throw .malformedResponse("is not a JSON object") }
    guard let token = body.accessToken else { throw .malformedResponse("has no access token") }
    guard Credentials.isToken(token) else {
      throw .malformedResponse("has an access token that cannot be sent")
    }
    guard let type = body.tokenType else { throw .malformedResponse("has no token type") }
    guard HTTPFields.Name(type) == HTTPFields.Name("Bearer") else {
      throw .malformedResponse("has a token type other than 'Bearer'")
    }
    // The lifetime is capped at about 30 years so that the date can be represented.
    let lifetime = body.expiresIn?.seconds.map { $0.isNaN ? 0 : min(max(0, $0), 1e9) }
    return TokenResponse(
      accessToken: token, refreshToken: body.refreshToken.flatMap { $0.isEmpty ? nil : $0 },
      lifetime: lifetime, scope: body.scope.map(Self.scopes), idToken: body.idToken)
  }

  /// Returns the items of a space-separated list.
  private static func scopes(_ text: String) -> [String] {
    text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension TokenEndpoint.TokenResponse: Redacted {
  var description: String { "tokens" }

  /// Returns the response's tokens.
  ///
  /// - Parameters:
  ///   - date: The current date.
  ///   - old: The refreshed tokens, which provide values that are missing in the response, or `nil`
  ///     for a new sign-in.
  ///   - session: A new sign-in's session; `nil` creates one.
  func tokens(at date: Date, replacing old: OAuth2Tokens?, session: String?) -> OAuth2Tokens {
    OAuth2Tokens(
      accessToken: accessToken, refreshToken: refreshToken ?? old?.refreshToken, received: date,
      expires: lifetime.map { date.addingTimeInterval($0) }, scope: scope ?? old?.scope,
      idToken: idToken ?? old?.idToken, session: old?.session ?? session)
  }
}
