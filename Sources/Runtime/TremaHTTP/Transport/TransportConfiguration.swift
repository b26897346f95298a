import TremaSupport

/// A transport's connection settings. The initializers of transports throw `unsupported` for
/// settings that they do not support.
public struct TransportConfiguration: Sendable {
  /// The TLS requirements.
  public var tls: TLSPolicy
  /// The proxy.
  public var proxy: Proxy
  /// The path of a Unix domain socket used for all connections, regardless of the host.
  public var unixSocket: String?
  /// The HTTP versions that may be used.
  public var version: VersionPolicy
  /// The maximum number of connections to one host; `nil` is unlimited.
  public var connectionsPerHost: Int?
  /// Host addresses, used instead of name resolution: `["api.example.com": "127.0.0.1"]`.
  public var addresses: [String: String]

  /// Creates a configuration. Each parameter sets the property of the same name.
  public init(
    tls: TLSPolicy = TLSPolicy(), proxy: Proxy = .none, unixSocket: String? = nil,
    version: VersionPolicy = .automatic, connectionsPerHost: Int? = nil,
    addresses: [String: String] = [:]
  ) {
    self.tls = tls
    self.proxy = proxy
    self.unixSocket = unixSocket
    self.version = version
    self.connectionsPerHost = connectionsPerHost
    self.addresses = addresses
  }

  /// A transport's proxy.
  public enum Proxy: Hashable, Sendable {
    /// Direct connections.
    case none
    /// The proxy from the system settings, or from the `http_proxy`, `https_proxy` and `no_proxy`
    /// environment variables.
    case system
    /// A proxy URL: `http://host:port` or `socks5h://host:port`, with `user:password@` for a proxy
    /// that requires authentication.
    case url(String)
  }

  /// The HTTP versions that a transport uses.
  public enum VersionPolicy: Hashable, Sendable {
    /// HTTP/2 if it is negotiated with TLS, otherwise HTTP/1.1.
    case automatic
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 without negotiation, with and without TLS.
    case http2PriorKnowledge
  }
}

/// The trusted servers and the identity of the client. With `CurlTransport`, the trust and the
/// minimum version also apply to a TLS proxy; the pins and the identity do not.
///
/// libcurl reads the `SSLKEYLOGFILE` environment variable: if it is set, all connections' secrets
/// are written to that file, regardless of the policy. The environment belongs to the app and is
/// not changed here. To prevent this, an app must remove the variable before it creates its first
/// transport.
public struct TLSPolicy: Sendable {
  /// The certificates that a server's chain may end in.
  public enum Trust: Sendable {
    /// The system's certificate authorities.
    case system
    /// Only these certificate authorities, as PEM.
    case anchors(pem: [UInt8])
    /// The system's certificate authorities and these ones, as PEM.
    case systemAnd(pem: [UInt8])
  }

  /// A TLS version.
  public enum Version: String, Hashable, Sendable {
    case tls12 = "TLS 1.2"
    case tls13 = "TLS 1.3"
  }

  /// The certificates that a server's chain may end in.
  public var trust: Trust
  /// The keys that the server's own certificate may have, in addition to being trusted; `nil`
  /// accepts any.
  public var pins: Pins?
  /// The certificate that the client identifies itself with.
  public var identity: Identity?
  /// The minimum protocol version. `nil` means TLS 1.2 for transports that can enforce a minimum.
  /// URLSession on Linux cannot: it also accepts TLS 1.0 and 1.1, and throws an error for a
  /// configuration that names a version.
  public var minimumVersion: Version?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - pins: The keys that the server's own certificate may have; `nil` accepts any.
  ///   - minimumVersion: The lowest TLS version; `nil` is the transport's default.
  public init(
    trust: Trust = .system, pins: Pins? = nil, identity: Identity? = nil,
    minimumVersion: Version? = nil
  ) {
    self.trust = trust
    self.pins = pins
    self.identity = identity
    self.minimumVersion = minimumVersion
  }

  /// Public key digests: SHA-256 of the `SubjectPublicKeyInfo`, as defined by RFC 7469.
  public struct Pins: Hashable, Sendable {
    /// The digests, each of 32 bytes.
    public let digests: [[UInt8]]

    /// Creates pins from digests in Base64, with or without the `sha256/` prefix.
    ///
    /// - Parameters:
    ///   - current: The current key's digest.
    ///   - backup: The digest of a key that is stored separately, in case the current key is lost.
    /// - Throws: ``TLSPolicyError/invalidPin(_:)`` for a string that is not a digest, and
    ///   ``TLSPolicyError/duplicatePin(_:)`` for a repeated digest.
    public init(
      current: String, backup: String, others: [String] = []
    ) throws(TLSPolicyError) {
      let texts = [current, backup] + others
      var digests: [[UInt8]] = []
      for text in texts {
        guard let digest = Self.digest(text) else { throw .invalidPin(text) }
        if digests.contains(digest) { throw .duplicatePin(text) }
        digests.append(digest)
      }
      self.digests = digests
    }
  }

  /// The client certificate for servers that request one.
  public enum Identity: Sendable {
    /// A certificate followed by the certificates of its authorities, and its key, as PEM.
    case pem(certificate: [UInt8], key: [UInt8], passphrase: String?)
    /// A PKCS#12 file with a certificate and its key.
    case pkcs12([UInt8], passphrase: String)
  }
}

/// A TLS policy that cannot be used.
public enum TLSPolicyError: Error, Hashable, Sendable {
  /// A pin that is not a SHA-256 digest in Base64.
  case invalidPin(String)
  /// A pin that is repeated. The backup must be the digest of a different key.
  case duplicatePin(String)
  /// Anchors that contain no certificate.
  case noCertificate
  /// A certificate or key that cannot be read. The associated value completes the sentence "the
  /// identity …".
  case identity(String)
  /// A PKCS#12 file that uses an encryption algorithm that OpenSSL 3 no longer supports.
  case legacyIdentity
}

extension TLSPolicy.Pins {
  /// Returns the digest decoded from Base64, with or without the `sha256/` prefix, or `nil` if it
  /// is not 32 bytes long.
  static func digest(_ text: String) -> [UInt8]? {
    var letters = Array(text.utf8)[...]
    if letters.starts(with: "sha256/".utf8) { letters = letters.dropFirst(7) }
    guard let digest = Base64.decoded(letters), digest.count == 32 else { return nil }
    return digest
  }

  /// The digests in Base64, as used by libcurl and RFC 7469.
  package var base64: [String] { digests.map(Base64.encoded) }
}
