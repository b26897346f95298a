import TremaHTTP
import TremaSupport

/// The name and the password of a user, of which only digests are sent: MD5, SHA-256, SHA-512-256 where the
/// system has it (not on Apple platforms), all also with `-sess`, and `auth` or `auth-int`. Of several
/// challenges the strongest one is answered; SHA-256 rather than SHA-512-256, which is no stronger and of
/// which there are wrong implementations.
///
/// The first request is refused, and tells what the next ones need. A body that is signed
/// (`auth-int`) is read once more before it is sent; one that can be read only once is not signed,
/// and is sent without credentials where the server wants nothing else. What `Authentication-Info`
/// says is checked, but for the digest of the body of a response. Names and passwords are UTF-8.
///
/// Source: RFC 7616; without `qop`, RFC 2617.
public final class DigestAuthentication: BuiltInAuthenticator {
  /// A request that was signed and sent.
  private struct Signed: Sendable {
    let origin: Origin
    let answer: DigestAnswer
  }

  private struct Session {
    var challenge: DigestChallenge
    /// Digests of the user, the realm and the password, and for `-sess` of the first nonces.
    let key: String
    /// The client's nonce for `-sess`, where it is the same for the whole session.
    let clientNonce: String?
    var count: UInt32 = 0
    /// Whether the server has let something through.
    var isAccepted = false
  }

  private let user: String
  private let password: String
  private let signsBodies: Bool
  private let functions: [HashFunction]
  private let makeNonce: @Sendable () -> String
  private let identity: String
  /// The sessions by scheme, host and port.
  private let sessions = LockedValue<[Origin: Session]>([:])

  /// - Parameters:
  ///   - signsBodies: where a server takes both, `auth-int` is chosen.
  ///   - allowsMD5: whether a server that knows nothing better is answered.
  public convenience init(
    _ user: String, _ password: String, signsBodies: Bool = false, allowsMD5: Bool = true
  ) {
    // Not all systems know the second one.
    let functions = [.sha256, HashFunction(rawValue: "SHA-512-256"), allowsMD5 ? .md5 : nil]
      .compactMap { $0 }
    self.init(
      user, password, signsBodies: signsBodies, functions: functions.filter(\.isAvailable)
    ) { Hexadecimal.text(RandomBytes.make(16)) }
  }

  /// - Parameter functions: those that may be used, the strongest first.
  init(
    _ user: String, _ password: String, signsBodies: Bool = false, functions: [HashFunction],
    makeNonce: @escaping @Sendable () -> String
  ) {
    (self.user, self.password, self.signsBodies) = (user, password, signsBodies)
    (self.functions, self.makeNonce) = (functions, makeNonce)
    identity = Credentials.identity("Digest", user, password)
  }

  /// Returns the identity that a request is sent for, or `nil` if it has none.
  public func identity(for request: ClientRequest) async -> String? { identity }

  /// Adds credentials to a request.
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
    // It may be another one since the body was read; then the next time is better.
    guard let answer = take(origin, challenge, quality, url, request.head.method, digest) else {
      return
    }
    request.head.fields[.authorization] = answer.field(of: user)
    attempt.memory = Signed(origin: origin, answer: answer)
  }

  /// The next answer to a challenge.
  private func take(
    _ origin: Origin, _ challenge: DigestChallenge, _ quality: DigestQuality?, _ url: URLReference,
    _ method: HTTPMethod, _ bodyDigest: String?
  ) -> DigestAnswer? {
    sessions.withLock { sessions in
      guard let session = sessions[origin], session.challenge.algorithm == challenge.algorithm,
        session.challenge.qualities == challenge.qualities, session.count < .max
      else { return nil }
      sessions[origin]?.count += 1
      return DigestAnswer(
        challenge: session.challenge, quality: quality, key: session.key, method: method.name,
        uri: url.digestURI, count: session.count + 1,
        clientNonce: session.clientNonce ?? makeNonce(),
        bodyDigest: bodyDigest)
    }
  }

  /// Handles a response that refuses a request.
  ///
  /// - Returns: whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool {
    guard let url = try? URLReference(request.head.target) else { return false }
    let offered = AuthenticationChallenge.all(in: response.fields)
      .compactMap { DigestChallenge($0, functions) }
    // The first of the strongest.
    let best = functions.lazy.compactMap { function in
      offered.first { $0.algorithm.function == function }
    }.first
    guard let best else { return false }
    let signed = attempt.memory as? Signed
    let origin = Origin(url) ?? .unknown
    let (user, password, makeNonce) = (user, password, makeNonce)
    return sessions.withLock { sessions in
      let known = sessions[origin]
      let nonce = signed?.answer.challenge.nonce
      // Another request has received a newer challenge in the meantime.
      if let known, known.challenge.nonce != nonce, known.challenge.nonce == best.nonce {
        return true
      }
      let isRefused = nonce != nil && nonce == known?.challenge.nonce && known?.isAccepted == false
      // A nonce that was never of use was refused, and not for its age: so was the password.
      if isRefused, !best.isStale { return false }
      let clientNonce = best.algorithm.isSession ? makeNonce() : nil
      sessions[origin] = Session(
        challenge: best, key: best.key(user, password, clientNonce: clientNonce),
        clientNonce: clientNonce)
      return true
    }
  }

  /// Checks a response that the server did not refuse.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {
    guard let signed = attempt.memory as? Signed else { return }
    let next = try response.fields[values: "Authentication-Info"].compactMap { value in
      try signed.answer.check(value)
    }.last
    sessions.withLock { sessions in
      // Only what is still in use: a newer one knows nothing of this.
      guard sessions[signed.origin]?.challenge.nonce == signed.answer.challenge.nonce else {
        return
      }
      sessions[signed.origin]?.isAccepted = true
      if let next, next != signed.answer.challenge.nonce {
        sessions[signed.origin]?.challenge.nonce = next
        sessions[signed.origin]?.count = 0
      }
    }
  }
}

extension Authenticator where Self == DigestAuthentication {
  /// See ``DigestAuthentication/init(_:_:signsBodies:allowsMD5:)``.
  public static func digest(
    _ user: String, _ password: String, signsBodies: Bool = false, allowsMD5: Bool = true
  ) -> Self {
    DigestAuthentication(user, password, signsBodies: signsBodies, allowsMD5: allowsMD5)
  }
}

extension DigestAuthentication: Redacted {
  /// A description for logs and messages.
  public var description: String { "Digest" }
}

/// Why an answer is not taken from a server that was to prove who it is.
public enum DigestError: Error, Hashable, Sendable {
  /// `Authentication-Info` does not prove knowledge of the password.
  case wrongServer
  /// It cannot be read, or is about another request.
  case malformedInfo
}

extension DigestError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .wrongServer: "the server does not know the password"
    case .malformedInfo: "what the server says of the authentication fits no request"
    }
  }
}
