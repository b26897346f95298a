import Foundation
import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

/// Plants a secret in every possible field and searches all printed values for it.
@Suite struct AuthenticationSecretTests {
  private static let secret = "planted-secret"

  private struct Quoting: Error, CustomStringConvertible {
    var description: String { AuthenticationSecretTests.secret }
  }

  private static let values: [any Sendable] = {
    var configuration = OAuth2Configuration(
      tokenEndpoint: "https://ada:\(secret)@login.example.com/token?key=\(secret)",
      clientID: "app", clientSecret: secret)
    configuration.parameters = ["key": secret]
    let tokens = OAuth2Tokens(
      accessToken: secret, refreshToken: secret, idToken: secret, session: secret)
    let session = OAuth2(configuration, store: MemoryTokenStore(tokens))
    let code = OAuth2ErrorCode(rawValue: secret)
    let refusal = OAuth2Error.Refusal(code, reason: secret, uri: secret)
    let errors: [any Error & Sendable] = [
      AuthenticationError.noToken(Quoting()), OAuth2Error.refused(refusal),
      OAuth2Error.store(Quoting()),
    ]
    let challenges = AuthenticationChallenge.all(in: [
      "WWW-Authenticate": "Digest realm=\(secret), nonce=\(secret), opaque=\(secret)"
    ])
    let challenge = challenges.first.flatMap { DigestChallenge($0, [.md5]) }
    let answer = challenge.map {
      DigestCredentials(
        challenge: $0, quality: .auth, key: secret, method: "GET", uri: "/?\(secret)", count: 1,
        clientNonce: secret, bodyDigest: nil)
    }
    let basic = try? BasicAuthentication("ada", secret)
    let all: [(any Sendable)?] = [
      configuration, tokens, session, code, refusal, MemoryTokenStore(tokens), basic,
      BearerAuthentication(secret), DigestAuthentication("ada", secret),
      Authentication(session), Authentication(.bearer(secret)), challenges.first, challenge, answer,
      OAuth2Authorization(
        url: "https://a.example/?s=\(secret)", redirectURI: "x", state: secret, verifier: secret),
      HTTPClient(transport: TestTransport()).adding(Authentication(.bearer(secret))),
    ]
    let wrapped = errors.map { NetworkError(.interceptor(name: "Authentication", $0)) }
    return all.compactMap { $0 } + errors + wrapped
  }()

  private static func shown(_ value: any Sendable) -> [String] {
    var (printed, debugged, dumped, nested) = ("", "", "", "")
    print(value, to: &printed)
    debugPrint(value, to: &debugged)
    dump(value, to: &dumped)
    dump(["key": [value]], to: &nested)
    return [printed, debugged, dumped, nested, "\(value)", String(reflecting: value), "\([value])"]
  }

  @Test func `printed values contain no secret`() {
    #expect(Self.values.count == 22)
    for value in Self.values {
      for text in Self.shown(value) {
        #expect(!text.contains(Self.secret), "\(type(of: value)): \(text)")
        #expect(!text.isEmpty)
      }
    }
  }

  @Test func `the description of a request in flight contains no secret`() async throws {
    let shown = LockedValue<[String]>([])
    struct Looking: Authenticator {
      let shown: LockedValue<[String]>
      func identity(for request: ClientRequest) async -> String? { nil }
      func authorize(
        _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
      ) async throws {
        attempt.memory = AuthenticationSecretTests.secret
        let texts = AuthenticationSecretTests.shown(attempt)
        shown.withLock { $0 += texts }
        throw AuthenticationError.noToken(Quoting())
      }
    }
    let client = HTTPClient(baseURL: "https://api.example.com", transport: TestTransport())
      .adding(Authentication(Looking(shown: shown)))
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    let texts = shown.value + Self.shown(try #require(error))
    #expect(texts.count == 14)
    for text in texts { #expect(!text.contains(Self.secret), "\(text)") }
  }
}
