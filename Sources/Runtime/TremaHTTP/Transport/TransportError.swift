/// Why there is no response, or not all of it.
public struct TransportError: Error, Hashable, Sendable {
  /// The kind of a transport error.
  public enum Kind: Hashable, Sendable {
    /// The request cannot be written down; nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// The transport cannot do what its configuration asks for.
    case unsupported(TransportFeature)
    case cancelled
    /// ``HTTPTransport/close()`` was called.
    case closed
    case timeout(Timeout)
    case nameNotFound
    /// Refused, unreachable, or no such socket.
    case cannotConnect
    /// The connection ended before the head was there, or in the midst of a body.
    case connectionLost
    case tls(TLSFailure)
    /// The policy cannot be followed; found when the transport is made.
    case tlsPolicy(TLSPolicyError)
    case proxy
    /// The received bytes are no response: the reason follows "the response ".
    case malformedResponse(String)
    /// The body is shorter than its head says, or its last chunk is missing.
    case truncatedBody
    case bodyTooLarge(limit: Int)
    /// Compressed content that is damaged, or grows beyond the limit.
    case content(ContentFailure)
    /// The body of the request could not be read.
    case requestBody
    /// A mock has no answer.
    case mock(MockFailure)
    /// Something else, which the detail tells.
    case other
  }

  /// The time limit that was exceeded.
  public enum Timeout: String, Hashable, Sendable, CaseIterable {
    case connect, firstByte, idle, total
  }

  /// The reason why TLS failed.
  public enum TLSFailure: String, Hashable, Sendable {
    case expired, notYetValid, wrongHost, untrusted, wrongPin, clientCertificate, handshake
  }

  /// The reason why a body cannot be decoded.
  public enum ContentFailure: Hashable, Sendable {
    case damaged
    case tooLarge(limit: Int)
  }

  /// The kind of the error.
  public var kind: Kind
  /// The transport's message, without secrets.
  public var detail: String
  /// The time that the transport had tried, if it reports that. Not part of the description, and ignored
  /// by `==`: two failures of the same kind are the same error.
  public var elapsed: Duration?
  /// Whether bytes of the request may have reached the server.
  public var mayHaveBeenSent: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  /// - detail: the words of the transport, for a log.
  /// - mayHaveBeenSent: whether the server may have got the request.
  public init(_ kind: Kind, _ detail: String = "", mayHaveBeenSent: Bool = false) {
    self.kind = kind
    self.detail = detail
    self.mayHaveBeenSent = mayHaveBeenSent
  }
}

extension TransportError {
  /// Whether both are the same failure; ``elapsed`` does not count.
  public static func == (a: Self, b: Self) -> Bool {
    a.kind == b.kind && a.detail == b.detail && a.mayHaveBeenSent == b.mayHaveBeenSent
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(detail)
    hasher.combine(mayHaveBeenSent)
  }

  /// The error of a second reader of a body.
  package static var secondReader: TransportError {
    TransportError(.other, "the body is being read by another task", mayHaveBeenSent: true)
  }
}

/// A feature that not every transport supports.
public enum TransportFeature: String, Hashable, Sendable, CaseIterable {
  case anchors, anchorsBesideSystem, pins, clientIdentity, minimumTLSVersion
  case unixSocket, proxy, socksProxy, http2PriorKnowledge, httpVersion, ipv6Literal
  case connectionLimit, nameOverride
}

extension TransportError: Redacted {
  /// A description for logs and messages.
  public var description: String {
    let words =
      switch kind {
      case .invalidRequest(let error): "\(error)"
      case .unsupported(let feature): "the transport cannot do this: \(feature.rawValue)"
      case .cancelled: "cancelled"
      case .closed: "the transport is closed"
      case .timeout(let phase): "timed out (\(phase.rawValue))"
      case .nameNotFound: "the host has no address"
      case .cannotConnect: "the server cannot be reached"
      case .connectionLost: "the connection was lost"
      case .tls(let failure): "no secure connection (\(failure.rawValue))"
      case .tlsPolicy(let error): "\(error)"
      case .proxy: "the proxy refused"
      case .malformedResponse(let reason): "the response \(reason)"
      case .truncatedBody: "the body of the response is not complete"
      case .bodyTooLarge(let limit): "the body of the response is longer than \(limit) bytes"
      case .content(.damaged): "the content of the response cannot be decoded"
      case .content(.tooLarge(let limit)): "the content of the response grows beyond \(limit) bytes"
      case .requestBody: "the body of the request cannot be read"
      case .mock(let failure): "\(failure)"
      case .other: "the exchange failed"
      }
    return detail.isEmpty ? words : "\(words): \(detail)"
  }
}
