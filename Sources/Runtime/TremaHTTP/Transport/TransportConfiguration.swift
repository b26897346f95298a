import TremaSupport

/// The configuration with which a transport reaches servers. A transport is created with it, and throws
/// `unsupported` for settings that it does not support.
public struct TransportConfiguration: Sendable {
  /// The requirements on TLS.
  public var tls: TLSPolicy
  /// The proxy.
  public var proxy: Proxy
  /// The path of a socket that all connections are made to, for any host.
  public var unixSocket: String?
  /// The versions of HTTP that are used.
  public var version: VersionPolicy
  /// The maximum number of connections to one host; `nil` is unlimited.
  public var connectionsPerHost: Int?
  /// Addresses of hosts, instead of those that the system finds: `["api.example.com": "127.0.0.1"]`.
  public var addresses: [String: String]

  /// Creates a configuration; each parameter is described at the property of the same name.
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

  /// The proxy of a transport.
  public enum Proxy: Hashable, Sendable {
    case none
    /// The setting of the system or of the variables `http_proxy`, `https_proxy` and `no_proxy`.
    case system
    /// `http://host:port`, `socks5h://host:port`, with `user:password@` where it asks for one.
    case url(String)
  }

  /// The versions of HTTP that a transport uses.
  public enum VersionPolicy: Hashable, Sendable {
    /// HTTP/2 where TLS agrees on it, else HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 without asking, also without TLS.
    case http2PriorKnowledge
  }
}

/// The servers that are trusted, and the identity of the client. Over `CurlTransport` the trust and the
/// minimum also apply to a proxy with TLS, but not the pins and the identity.
///
/// The variable `SSLKEYLOGFILE` is libcurl's: where it is set, the secrets of all connections are
/// written to the file it names, under every policy. The environment is the app's and not changed
/// here. An app that must not have it takes it away before it makes its first transport.
public struct TLSPolicy: Sendable {
  /// The certificates that a server's chain may end in.
  public enum Trust: Sendable {
    /// The authorities of the system.
    case system
    /// These authorities alone: certificates as PEM.
    case anchors(pem: [UInt8])
    /// The authorities of the system and these.
    case systemAnd(pem: [UInt8])
  }

  /// A version of TLS.
  public enum Version: String, Hashable, Sendable {
    case tls12 = "TLS 1.2"
    case tls13 = "TLS 1.3"
  }

  /// The certificates that a server's chain may end in.
  public var trust: Trust
  /// The keys that the server's own certificate may have, in addition to being trusted; `nil` for any.
  public var pins: Pins?
  /// The certificate by which the client identifies itself.
  public var identity: Identity?
  /// The minimum protocol version. `nil` is TLS 1.2 for transports that can enforce a minimum. URLSession on Linux
  /// cannot: it also accepts TLS 1.0 and 1.1, and refuses a configuration that names a version.
  public var minimumVersion: Version?

  /// Creates a policy.
  ///
  /// - Parameters:
  /// - pins: the keys of which a chain must contain one.
  /// - minimumVersion: the lowest version of TLS; `nil` is the default of the platform.
  public init(
    trust: Trust = .system, pins: Pins? = nil, identity: Identity? = nil,
    minimumVersion: Version? = nil
  ) {
    self.trust = trust
    self.pins = pins
    self.identity = identity
    self.minimumVersion = minimumVersion
  }

  /// Digests of public keys: SHA-256 of the `SubjectPublicKeyInfo`, as RFC 7469 has them.
  public struct Pins: Hashable, Sendable {
    /// The digests, of 32 bytes each.
    public let digests: [[UInt8]]

    /// - Parameters:
    ///   - current: in Base64, with or without `sha256/` before it.
    ///   - backup: of a key that is kept somewhere else, for the day that the first one is lost.
    /// - Throws: for what is no digest, and a backup that is the same.
    public init(
      current: String, backup: String, others: [String] = []
    ) throws(TLSPolicyError) {
      let texts = [current, backup] + others
      var digests: [[UInt8]] = []
      for text in texts {
        guard let digest = Self.digest(text) else { throw .invalidPin(text) }
        if digests.contains(digest) { throw .pinTwice(text) }
        digests.append(digest)
      }
      self.digests = digests
    }
  }

  /// The client certificate for servers that request one.
  public enum Identity: Sendable {
    /// A certificate, those of its authorities after it, and its key.
    case pem(certificate: [UInt8], key: [UInt8], passphrase: String?)
    case pkcs12([UInt8], passphrase: String)
  }
}

/// A TLS policy that cannot be used.
public enum TLSPolicyError: Error, Hashable, Sendable {
  case invalidPin(String)
  case pinTwice(String)
  /// Anchors that hold no certificate.
  case noCertificate
  /// A certificate or key that cannot be read: the reason follows "the identity ".
  case identity(String)
  /// A PKCS#12 file whose encryption OpenSSL 3 does not read any more.
  case legacyIdentity
}

extension TLSPolicy.Pins {
  /// The 32 bytes that a pin says; nil for what is none.
  static func digest(_ text: String) -> [UInt8]? {
    var letters = Array(text.utf8)[...]
    if letters.starts(with: "sha256/".utf8) { letters = letters.dropFirst(7) }
    guard let digest = Base64.decoded(letters), digest.count == 32 else { return nil }
    return digest
  }

  /// The digests as libcurl and RFC 7469 write them.
  package var base64: [String] { digests.map(Base64.encoded) }
}
