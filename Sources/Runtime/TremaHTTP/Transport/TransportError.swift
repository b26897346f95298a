/// The reason that a request failed or its response is incomplete.
public struct TransportError: Error, Hashable, Sendable {
  /// The kind of a transport error.
  public enum Kind: Hashable, Sendable {
    /// The request is invalid. Nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// The transport does not support a feature that its configuration requires.
    case unsupported(TransportFeature)
    /// The task or the source was cancelled, or the transport was closed during the exchange.
    case cancelled
    /// The transport was closed with ``HTTPTransport/close()`` before the request.
    case closed
    /// A time limit was exceeded.
    case timeout(Timeout)
    /// The host name could not be resolved.
    case nameNotFound
    /// The connection was refused, the host is unreachable, or the socket does not exist.
    case cannotConnect
    /// The connection was closed before the head or the body was complete.
    case connectionLost
    /// TLS could not be established.
    case tls(TLSFailure)
    /// The TLS policy is invalid. Thrown when the transport is created.
    case tlsPolicy(TLSPolicyError)
    /// The proxy could not be reached or refused the connection.
    case proxy
    /// The received bytes are not a valid response. The associated value completes the sentence
    /// "the response …".
    case malformedResponse(String)
    /// The body is shorter than its head declares, or its last chunk is missing.
    case truncatedBody
    /// The body exceeds the caller's limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// The compressed content is damaged or exceeds the limit.
    case content(ContentFailure)
    /// The body of the request could not be read.
    case requestBody
    /// The mock transport has no response.
    case mock(MockFailure)
    /// Any other error, described by ``TransportError/detail``.
    case other
  }

  /// The time limit that was exceeded.
  public enum Timeout: String, Hashable, Sendable, CaseIterable {
    case connect, firstByte, idle, total
  }

  /// The reason that TLS failed.
  public enum TLSFailure: String, Hashable, Sendable {
    case expired, notYetValid, wrongHost, untrusted, wrongPin, clientCertificate, handshake
  }

  /// The reason that a body cannot be decoded.
  public enum ContentFailure: Hashable, Sendable {
    /// The compressed data is invalid.
    case damaged
    /// The content exceeds the limit, in bytes.
    case tooLarge(limit: Int)
  }

  /// The kind of the error.
  public var kind: Kind
  /// The transport's message, without secrets.
  public var detail: String
  /// The time that the transport spent, if known. It isn't part of the description and is ignored
  /// by `==`: two failures of the same kind are the same error.
  public var elapsed: Duration?
  /// Whether the server may have received any of the request.
  public var mayHaveBeenSent: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - detail: The transport's message, for logs.
  ///   - mayHaveBeenSent: Whether the server may have received any of the request.
  public init(_ kind: Kind, _ detail: String = "", mayHaveBeenSent: Bool = false) {
    self.kind = kind
    self.detail = detail
    self.mayHaveBeenSent = mayHaveBeenSent
  }
}

extension TransportError {
  /// Returns whether the two errors are equal, ignoring ``elapsed``.
  public static func == (a: Self, b: Self) -> Bool {
    a.kind == b.kind && a.detail == b.detail && a.mayHaveBeenSent == b.mayHaveBeenSent
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(detail)
    hasher.combine(mayHaveBeenSent)
  }

  /// The error for a second reader of a body.
  package static var secondReader: TransportError {
    TransportError(.other, "the body is being read by another task", mayHaveBeenSent: true)
  }
}

/// A feature that not every transport supports.
public enum TransportFeature: String, Hashable, Sendable, CaseIterable {
  case anchors, systemAndCustomAnchors = "anchorsBesideSystem", pins, clientIdentity,
    minimumTLSVersion
  case unixSocket, proxy, socksProxy, http2PriorKnowledge, httpVersion, ipv6Literal
  case connectionLimit, nameOverride
}

extension TransportError: Redacted {
  /// A textual representation of the error.
  public var description: String {
    let summary =
      switch kind {
      case .invalidRequest(let error): "\(error)"
      case .unsupported(let feature): "the transport does not support '\(feature.rawValue)'"
      case .cancelled: "cancelled"
      case .closed: "the transport is closed"
      case .timeout(let phase): "timed out (\(phase.rawValue))"
      case .nameNotFound: "the host name cannot be resolved"
      case .cannotConnect: "the server cannot be reached"
      case .connectionLost: "the connection was lost"
      case .tls(let failure): "a secure connection cannot be established (\(failure.rawValue))"
      case .tlsPolicy(let error): "\(error)"
      case .proxy: "the proxy refused the connection"
      case .malformedResponse(let reason): "the response \(reason)"
      case .truncatedBody: "the response body is incomplete"
      case .bodyTooLarge(let limit): "the response body is longer than \(limit) bytes"
      case .content(.damaged): "the response content cannot be decoded"
      case .content(.tooLarge(let limit)):
        "the response content is longer than \(limit) bytes when decoded"
      case .requestBody: "the request body cannot be read"
      case .mock(let failure): "\(failure)"
      case .other: "the exchange failed"
      }
    return detail.isEmpty ? summary : "\(summary): \(detail)"
  }
}
