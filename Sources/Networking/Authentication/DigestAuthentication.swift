import TremaHTTP
import TremaSupport

/// Digest authentication: only digests of the user name and the password are sent.
///
/// Supports MD5, SHA-256 and SHA-512-256, each with or without `-sess`, and the qualities of
/// protection `auth` and `auth-int`. SHA-512-256 is available only if the system provides it, which
/// Apple platforms do not. If there are multiple challenges, the strongest one is answered. SHA-256
/// is preferred to SHA-512-256, which is not stronger and has incorrect implementations.
///
/// The first request is refused with a challenge, which later requests answer. A signed body
/// (`auth-int`) is read once more before it is sent. A body that can be read only once is not
/// signed; if the server requires a signature, the request is sent without credentials.
/// `Authentication-Info` is checked, except for the digest of the response body. User names and
/// passwords are encoded as UTF-8.
///
/// See RFC 7616, and without `qop`, RFC 2617.
public final class DigestAuthentication: BuiltInAuthenticator {
  /// A request that was signed and sent.
  private struct SignedRequest: Sendable {
    let origin: Origin
    let credentials: DigestCredentials
  }

  /// The challenge of an origin, and the key for answering it.
  private struct Session {
    var challenge: DigestChallenge
    /// `H(A1)`: a digest of the user name, the realm and the password, and, with `-sess`, the first
    /// nonces.
    let key: String
    /// The client's nonce for the whole session with `-sess`, otherwise `nil`.
    let clientNonce: String?
    /// The number of requests with the current nonce.
    var count: UInt32 = 0
    /// Whether the server has accepted a request with this session.
    var isAccepted = false
  }

  private let user: String
  private let password: String
  /// Whether `auth-int` is preferred to `auth`.
  private let signsBodies: Bool
  /// The allowed hash functions, in order of preference.
  private let functions: [HashFunction]
  /// Returns a random nonce.
  private let makeNonce: @Sendable () -> String
  private let identity: String
  /// The sessions by origin.
  private let sessions = LockedValue<[Origin: Session]>([:])

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password.
  ///   - signsBodies: Whether to choose `auth-int` if a server supports both qualities of
  ///     protection.
  ///   - allowsMD5: Whether to answer a server that supports only MD5.
  public convenience init(
    _ user: String, _ password: String, signsBodies: Bool = false, allowsMD5: Bool = true
  ) {
    // SHA-512-256 is not available on all systems.
    let functions = [.sha256, HashFunction(rawValue: "SHA-512-256"), allowsMD5 ? .md5 : nil]
      .compactMap { $0 }
    self.init(
      user, password, signsBodies: signsBodies, functions: functions.filter(\.isAvailable)
    ) { Hexadecimal.text(RandomBytes.make(16)) }
  }

  /// Creates an authenticator with its hash functions and nonces.
  ///
  /// - Parameter functions: The allowed hash functions, in order of preference.
  init(
    _ user: String, _ password: String, signsBodies: Bool = false, functions: [HashFunction],
    makeNonce: @escaping @Sendable () -> String
  ) {
    (self.user, self.password, self.signsBodies) = (user, password, signsBodies)
    (self.functions, self.makeNonce) = (functions, makeNonce)
    identity = Credentials.identity("Digest", user, password)
  }

  /// Returns the identity of the credentials.
  public func identity(for request: ClientRequest) async -> String? { identity }

  /// Adds the answer to the origin's last challenge. The first request is sent without credentials.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    attempt.memory = nil
    guard let url = try? URLReference(request.head.target) else { return }
    let origin = Origin(url) ?? .unknown
    guard let challenge = sessions.withLock({ $0[origin]?.challenge }) else { return }
    guard
      let quality = challenge.quality(
        preferringBody: signsBodies, canSign: request.body.isReplayable)
    else { return }
    let digest: String?
    if quality == .authInt {
      digest = try await challenge.algorithm.function.hexDigest(of: request.body)
    } else {
      digest = nil
    }
    // The challenge may have changed while the body was read. In this case the request is sent
    // without credentials, and its refusal contains a new challenge.
    guard let answer = nextCredentials(origin, challenge, quality, url, request.head.method, digest)
    else {
      return
    }
    request.head.fields[.authorization] = answer.field(of: user)
    attempt.memory = SignedRequest(origin: origin, credentials: answer)
  }

  /// Returns the next answer to a challenge, or `nil` if the challenge has been replaced by one
  /// with a different algorithm or different qualities.
  private func nextCredentials(
    _ origin: Origin, _ challenge: DigestChallenge, _ quality: DigestQuality?, _ url: URLReference,
    _ method: HTTPMethod, _ bodyDigest: String?
  ) -> DigestCredentials? {
    sessions.withLock { sessions in
      guard let session = sessions[origin], session.challenge.algorithm == challenge.algorithm,
        session.challenge.qualities == challenge.qualities, session.count < .max
      else { return nil }
      sessions[origin]?.count += 1
      return DigestCredentials(
        challenge: session.challenge, quality: quality, key: session.key, method: method.name,
        uri: url.digestURI, count: session.count + 1,
        clientNonce: session.clientNonce ?? makeNonce(),
        bodyDigest: bodyDigest)
    }
  }

  /// Stores a refusal's strongest challenge.
  ///
  /// - Returns: Whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool {
    guard let url = try? URLReference(request.head.target) else { return false }
    let offered = AuthenticationChallenge.all(in: response.fields)
      .compactMap { DigestChallenge($0, functions) }
    // The first challenge with the preferred hash function.
    let best = functions.lazy.compactMap { function in
      offered.first { $0.algorithm.function == function }
    }.first
    guard let best else { return false }
    let signed = attempt.memory as? SignedRequest
    let origin = Origin(url) ?? .unknown
    let (user, password, makeNonce) = (user, password, makeNonce)
    return sessions.withLock { sessions in
      let known = sessions[origin]
      let nonce = signed?.credentials.challenge.nonce
      // Another request has received a newer challenge in the meantime.
      if let known, known.challenge.nonce != nonce, known.challenge.nonce == best.nonce {
        return true
      }
      let isRefused = nonce != nil && nonce == known?.challenge.nonce && known?.isAccepted == false
      // A fresh nonce was refused for a reason other than its age, so the password is wrong.
      if isRefused, !best.isStale { return false }
      let clientNonce = best.algorithm.isSession ? makeNonce() : nil
      sessions[origin] = Session(
        challenge: best, key: best.key(user, password, clientNonce: clientNonce),
        clientNonce: clientNonce)
      return true
    }
  }

  /// Checks `Authentication-Info` and stores the next nonce.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {
    guard let signed = attempt.memory as? SignedRequest else { return }
    let next = try response.fields[values: "Authentication-Info"].compactMap { value in
      try signed.credentials.check(value)
    }.last
    sessions.withLock { sessions in
      // A session that has since been replaced is not changed.
      guard sessions[signed.origin]?.challenge.nonce == signed.credentials.challenge.nonce else {
        return
      }
      sessions[signed.origin]?.isAccepted = true
      if let next, next != signed.credentials.challenge.nonce {
        sessions[signed.origin]?.challenge.nonce = next
        sessions[signed.origin]?.count = 0
      }
    }
  }
}

extension Authenticator where Self == DigestAuthentication {
  /// Returns digest authentication; see ``DigestAuthentication/init(_:_:signsBodies:allowsMD5:)``.
  public static func digest(
    _ user: String, _ password: String, signsBodies: Bool = false, allowsMD5: Bool = true
  ) -> Self {
    DigestAuthentication(user, password, signsBodies: signsBodies, allowsMD5: allowsMD5)
  }
}

extension DigestAuthentication: Redacted {
  /// A textual representation of this instance.
  public var description: String { "Digest" }
}

/// An error caused by a server that does not authenticate itself correctly.
public enum DigestError: Error, Hashable, Sendable {
  /// `Authentication-Info` does not prove knowledge of the password.
  case wrongServer
  /// `Authentication-Info` is malformed or does not belong to the request.
  case malformedInfo
}

extension DigestError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .wrongServer: "the server did not prove that it knows the password"
    case .malformedInfo: "'Authentication-Info' is malformed or does not match the request"
    }
  }
}
