extension TransportConfiguration: Redacted {
  /// A description without passwords and keys.
  public var description: String {
    var parts = ["proxy: \(proxy)", "TLS: \(tls)"]
    if let unixSocket { parts.append("socket: '\(HTTPSyntax.escaped(unixSocket))'") }
    if version != .automatic { parts.append("version: \(version)") }
    if let connectionsPerHost { parts.append("\(connectionsPerHost) connections to a host") }
    if !addresses.isEmpty {
      parts.append("addresses of \(addresses.keys.sorted().joined(separator: ", "))")
    }
    return parts.joined(separator: "; ")
  }
}

extension TransportConfiguration.Proxy: Redacted {
  /// A description without the user name and password.
  public var description: String {
    switch self {
    case .none: "none"
    case .system: "the system's"
    case .url(let url): Redaction.url(url)
    }
  }
}

extension TLSPolicy: Redacted {
  /// A textual representation of this instance.
  public var description: String {
    var parts = ["\(trust)"]
    if let minimumVersion { parts.append("from \(minimumVersion.rawValue)") }
    if let pins { parts.append("\(pins.digests.count) pins") }
    if let identity { parts.append("\(identity)") }
    return parts.joined(separator: ", ")
  }
}

extension TLSPolicy.Trust: Redacted {
  /// The kind of trust, with the size of the certificates.
  public var description: String {
    switch self {
    case .system: "the system's anchors"
    case .anchors(let pem): "custom anchors, \(Redaction.bytes(pem.count))"
    case .systemAnd(let pem):
      "the system's anchors and custom anchors, \(Redaction.bytes(pem.count))"
    }
  }
}

extension TLSPolicy.Identity: Redacted {
  /// The identity's format.
  public var description: String {
    switch self {
    case .pem: "an identity as PEM"
    case .pkcs12: "an identity as PKCS#12"
    }
  }
}

extension TLSPolicyError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .invalidPin(let text):
      "the pin '\(HTTPSyntax.escaped(text))' is not a SHA-256 digest in Base64"
    case .duplicatePin(let text):
      "the pin '\(HTTPSyntax.escaped(text))' is listed twice; a backup must be a different key"
    case .noCertificate: "the anchors contain no PEM certificate"
    case .identity(let reason): "the identity \(reason)"
    case .legacyIdentity:
      """
      the identity uses an encryption that OpenSSL 3 no longer reads; export it again: \
      openssl pkcs12 -legacy -in OLD.p12 -out NEW.pem && \
      openssl pkcs12 -export -in NEW.pem -out NEW.p12
      """
    }
  }
}
