import Foundation
import Testing
import TremaHTTP

@testable import Networking

/// Authorisation code with PKCE, and the responses of token servers.
@Suite struct CodeTests {
  private let session = OAuth2(TokenMock.configuration)

  @Test func `the code challenge matches the example in RFC 7636`() {
    // Appendix B.
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(PKCE.base64URL(octets) == verifier)
    #expect(PKCE.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    // Appendix A.
    #expect(PKCE.base64URL([3, 236, 255, 224, 193]) == "A-z_4ME")
    let made = PKCE.verifier()
    #expect(made.utf8.count == 43)
    #expect(made != PKCE.verifier())
  }

  @Test func `the authorization URL contains all required parameters`() throws {
    var configuration = TokenMock.configuration
    configuration.scope = ["read", "a&b"]
    let authorization = try OAuth2(configuration).authorization(
      ["login_hint": "ada lovelace"], state: "st&te",
      verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(
      authorization.url
        == "https://login.example.com/authorize?ui=1&response_type=code&client_id=app"
        + "&redirect_uri=com.example.app%3A%2Fsigned-in&state=st%26te"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&scope=read%20a%26b&login_hint=ada%20lovelace")
    let kept = try JSONDecoder().decode(
      OAuth2Authorization.self, from: try JSONEncoder().encode(authorization))
    #expect(kept == authorization)
    let (first, second) = (try session.authorization(), try session.authorization())
    #expect(first.state != second.state)
    #expect(first.verifier != second.verifier)
  }

  @Test func `missing values and URLs without TLS are rejected`() {
    var bare = OAuth2Configuration(tokenEndpoint: "https://a.example/t", clientID: "app")
    func problem() -> String {
      do throws(OAuth2Error) { _ = try OAuth2(bare).authorization() } catch { return "\(error)" }
      return ""
    }
    #expect(problem() == "an authorization endpoint is missing")
    bare.authorizationEndpoint = "http://a.example/authorize"
    #expect(problem() == "a redirect URI is missing")
    bare.redirectURI = "app:/x"
    #expect(problem() == "an endpoint is not an HTTPS URL")
    bare.allowsHTTP = true
    #expect(problem() == "")
  }

  @Test(arguments: [
    ("com.example.app:/signed-in?code=a%2Fb+c&state=S", "a/b c"),
    ("com.example.app:/signed-in?state=S&other=1&other=2&code=x#f", "x"),
    (
      "com.example.app:/signed-in?code=x",
      "the redirect does not contain the 'state' of this sign-in"
    ),
    (
      "com.example.app:/signed-in?code=x&state=s",
      "the redirect does not contain the 'state' of this sign-in"
    ),
    ("com.example.app:/signed-in?state=S", "the redirect contains neither a code nor an error"),
    (
      "com.example.app:/signed-in?code=&state=S",
      "the redirect contains neither a code nor an error"
    ),
    ("com.example.app:/signed-in?code=a&code=b&state=S", "the redirect is malformed"),
    ("com.example.app:/signed-in?code=a&state=S&%73tate=S", "the redirect is malformed"),
    ("com.example.app:/signed-in?code=%zz&state=S", "the redirect is not a URL"),
    ("com.example.app:/signed-in?code=%FF&state=S", "the redirect is malformed"),
    ("com.example.app:/other?code=x&state=S", "the redirect does not match the redirect URI"),
    (
      "https://evil.example/signed-in?code=x&state=S",
      "the redirect does not match the redirect URI"
    ),
    (
      "com.example.app:/signed-in?error=access_denied&error_description=no&state=S",
      "the token server refused the request: access_denied"
    ),
    (
      "com.example.app:/signed-in?error=s3cr3t&state=S",
      "the token server refused the request: a nonstandard error code"
    ),
    // An error that anyone could have sent.
    (
      "com.example.app:/signed-in?error=access_denied",
      "the redirect does not contain the 'state' of this sign-in"
    ),
  ])
  func `the redirect back from sign-in is parsed`(_ redirect: String, _ expected: String) {
    let authorization = OAuth2Authorization(
      url: "", redirectURI: "com.example.app:/signed-in", state: "S", verifier: "")
    do throws(OAuth2Error) {
      #expect(try authorization.code(in: redirect, issuer: nil) == expected)
    } catch {
      #expect("\(error)" == expected)
    }
  }

  @Test func `a redirect without the expected issuer is rejected`() {
    let authorization = OAuth2Authorization(
      url: "", redirectURI: "https://app.example/in", state: "S", verifier: "")
    let start = "https://APP.example/in?code=x&state=S"
    #expect(throws: Never.self) {
      try authorization.code(
        in: start + "&iss=https%3A%2F%2Fa.example", issuer: "https://a.example")
    }
    for end in ["", "&iss=https%3A%2F%2Fb.example"] {
      #expect(throws: OAuth2Error.self) {
        try authorization.code(in: start + end, issuer: "https://a.example")
      }
    }
  }

  @Test(arguments: [
    // RFC 6749, section 5.2.
    (
      400, #"{"error": "invalid_request"}"#, "the token server refused the request: invalid_request"
    ),
    (401, #"{"error": "invalid_client"}"#, "the token server refused the request: invalid_client"),
    (
      400, #"{"error": "invalid_grant", "error_description": "s3cr3t"}"#,
      "the token server refused the request: invalid_grant"
    ),
    (
      400, #"{"error": "unauthorized_client"}"#,
      "the token server refused the request: unauthorized_client"
    ),
    (
      400, #"{"error": "unsupported_grant_type"}"#,
      "the token server refused the request: unsupported_grant_type"
    ),
    (400, #"{"error": "invalid_scope"}"#, "the token server refused the request: invalid_scope"),
    (
      400, #"{"error": "s3cr3t"}"#, "the token server refused the request: a nonstandard error code"
    ),
    // Some servers refuse with a status of success.
    (200, #"{"error": "invalid_grant"}"#, "the token server refused the request: invalid_grant"),
    (502, "<html>", "the token server returned 502"),
    (302, "", "the token server returned 302"),
    (200, "<html>", "the token server's response is not a JSON object"),
    (200, "[]", "the token server's response is not a JSON object"),
    (200, "{}", "the token server's response has no access token"),
    (
      200, #"{"access_token": "", "token_type": "Bearer"}"#,
      "the token server's response has an access token that cannot be sent"
    ),
    (
      200, #"{"access_token": "a\r\nX: y", "token_type": "Bearer"}"#,
      "the token server's response has an access token that cannot be sent"
    ),
    (200, #"{"access_token": "a"}"#, "the token server's response has no token type"),
    (
      200, #"{"access_token": "a", "token_type": "mac"}"#,
      "the token server's response has a token type other than 'Bearer'"
    ),
  ])
  func `an invalid token response is reported with the reason`(
    _ status: Int, _ body: String, _ words: String
  ) throws {
    let status = HTTPStatus(status)
    do throws(OAuth2Error) {
      let answer = try TokenEndpoint.parseResponse(status, Array(body.utf8))
      Issue.record("\(answer)")
    } catch {
      #expect("\(error)".hasPrefix(words), "\(error)")
    }
  }

  @Test(
    arguments: [
      ("3600", 3600.0), ("3600.5", 3600.5), (#""3600""#, 3600), ("0", 0), ("-5", 0), ("1e300", 1e9),
      ("null", nil), (#""soon""#, nil),
    ] as [(String, Double?)])
  func `the lifetime of a token is parsed`(_ text: String, _ lifetime: Double?) throws {
    let body = #"{"access_token": "a", "token_type": "BEARER", "expires_in": \#(text)}"#
    #expect(try TokenEndpoint.parseResponse(.ok, Array(body.utf8)).lifetime == lifetime)
  }

  @Test func `fields missing in a token response keep their previous values`() throws {
    let old = OAuth2Tokens(
      accessToken: "a", refreshToken: "r", expires: Date(timeIntervalSince1970: 5), scope: ["read"],
      idToken: "i")
    let body = #"{"access_token": "b", "token_type": "Bearer", "scope": "read  write"}"#
    let date = Date(timeIntervalSince1970: 100)
    let new = try TokenEndpoint.parseResponse(.ok, Array(body.utf8))
      .tokens(at: date, replacing: old, session: nil)
    #expect(
      new
        == OAuth2Tokens(
          accessToken: "b", refreshToken: "r", received: date, scope: ["read", "write"],
          idToken: "i", session: old.session))
    let kept = try JSONDecoder().decode(OAuth2Tokens.self, from: try JSONEncoder().encode(new))
    #expect(kept == new)
  }

  @Test func `a client authenticates with the configured method`() async throws {
    for (secret, way, field, start) in [
      (nil, .basic, nil, "client_id=a%3Ab&"),
      ("s %", .basic, "Basic YSUzQWI6cyslMjU=", ""),
      ("s %", .body, nil, "client_id=a%3Ab&client_secret=s+%25&"),
    ] as [(String?, OAuth2Configuration.ClientAuthentication, String?, String)] {
      var configuration = TokenMock.configuration
      (configuration.clientID, configuration.clientSecret) = ("a:b", secret)
      configuration.clientAuthentication = way
      let request = try await asked(configuration)
      #expect(request.fields == field)
      let items = "grant_type=refresh_token&refresh_token=r0&" + start
      #expect(request.body + "&" == items, "\(request.body)")
    }
  }

  /// The form that the token endpoint receives for a refresh.
  private func asked(
    _ configuration: OAuth2Configuration
  ) async throws -> (fields: String?, body: String) {
    let mock = MockTransport(
      .on(
        .post, "/token", .json(text: #"{"access_token": "a", "token_type": "Bearer"}"#)))
    let client = HTTPClient(transport: mock)
    _ = try await TokenEndpoint(configuration, client).requestTokens([
      ("grant_type", "refresh_token"), ("refresh_token", "r0"),
    ])
    let request = try #require(mock.requests.first)
    #expect(request.head.fields[.contentType] == "application/x-www-form-urlencoded")
    return (request.head.fields[.authorization], request.text)
  }
}
