extension TLSPolicyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidPin(let text):
      "the pin '\(HTTPSyntax.shown(text))' is no SHA-256 digest in Base64"
    case .pinTwice(let text):
      "the pin '\(HTTPSyntax.shown(text))' is there twice: a backup is another key"
    case .noCertificate: "the anchors hold no certificate in PEM"
    case .identity(let reason): "the identity \(reason)"
    case .legacyIdentity:
      """
      the identity is encrypted as OpenSSL 3 does not read it any more; export it again: \
      openssl pkcs12 -legacy -in OLD.p12 -out NEW.pem && \
      openssl pkcs12 -export -in NEW.pem -out NEW.p12
      """
    }
  }
}
