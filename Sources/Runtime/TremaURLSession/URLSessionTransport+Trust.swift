#if canImport(Security)
  import CryptoKit
  import Foundation
  import Security
  import TremaHTTP

  /// Evaluation of a `TLSPolicy`: trust in servers, and the client's identity.
  ///
  /// `@unchecked Sendable` is safe because the Security framework's types are immutable after
  /// creation, and the properties are constants.
  struct ServerTrust: @unchecked Sendable {
    /// The trusted certificates, in addition to or instead of the system's, or `nil` for the
    /// system's default.
    private let anchors: [SecCertificate]?
    /// Whether the system's certificate authorities are trusted.
    private let withSystem: Bool
    /// The accepted digests of public keys; `nil` accepts any.
    private let pins: Set<[UInt8]>?
    /// The certificate and key of the client.
    private let identity: URLCredential?

    /// Converts a policy.
    ///
    /// - Throws: `tlsPolicy` for anchors or an identity that cannot be read, and `unsupported` for
    ///   a PEM identity.
    init(_ policy: TLSPolicy) throws(TransportError) {
      switch policy.trust {
      case .system: (anchors, withSystem) = (nil, true)
      case .anchors(let pem): (anchors, withSystem) = (try Self.certificates(pem), false)
      case .systemAnd(let pem): (anchors, withSystem) = (try Self.certificates(pem), true)
      }
      pins = policy.pins.map { Set($0.digests) }
      switch policy.identity {
      case nil: identity = nil
      case .pem:
        throw TransportError(
          .unsupported(.clientIdentity), "the identity must be in PKCS#12 format")
      case .pkcs12(let bytes, let passphrase):
        identity = try Self.identity(Data(bytes), passphrase)
      }
    }

    /// Returns the response to an authentication challenge.
    ///
    /// - Parameters:
    ///   - challenge: The session's challenge.
    ///   - fail: Called with the reason before a handshake is refused.
    func answer(
      to challenge: URLAuthenticationChallenge, fail: (TransportError.TLSFailure) -> Void
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      switch challenge.protectionSpace.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust:
        guard let trust = challenge.protectionSpace.serverTrust else {
          return (.performDefaultHandling, nil)
        }
        if anchors == nil, pins == nil { return (.performDefaultHandling, nil) }
        if let failure = failure(of: trust) {
          fail(failure)
          return (.cancelAuthenticationChallenge, nil)
        }
        return (.useCredential, URLCredential(trust: trust))
      case NSURLAuthenticationMethodClientCertificate:
        return identity.map { (.useCredential, $0) } ?? (.performDefaultHandling, nil)
      default:
        // HTTP challenges (401 and 407) are passed on as responses.
        return (.rejectProtectionSpace, nil)
      }
    }

    /// Evaluates the trust in a server, and returns the reason if the server is refused.
    private func failure(of trust: SecTrust) -> TransportError.TLSFailure? {
      if let anchors {
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        SecTrustSetAnchorCertificatesOnly(trust, !withSystem)
      }
      var error: CFError?
      guard SecTrustEvaluateWithError(trust, &error) else {
        return switch error.map({ CFErrorGetCode($0) }) {
        case Int(errSecCertificateExpired): .expired
        case Int(errSecCertificateNotValidYet): .notYetValid
        case Int(errSecHostNameMismatch): .wrongHost
        default: .untrusted
        }
      }
      guard let pins else { return nil }
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
        let leaf = chain.first, let info = PublicKeyInfo(of: leaf),
        pins.contains(Array(SHA256.hash(data: info.bytes)))
      else { return .wrongPin }
      return nil
    }

    /// Parses PEM certificates.
    ///
    /// - Throws: `tlsPolicy` if there are no certificates or one of them is invalid.
    private static func certificates(_ pem: [UInt8]) throws(TransportError) -> [SecCertificate] {
      var certificates: [SecCertificate] = []
      var rest = String(decoding: pem, as: UTF8.self)[...]
      while let header = rest.range(of: "-----BEGIN CERTIFICATE-----"),
        let footer = rest[header.upperBound...].range(of: "-----END CERTIFICATE-----")
      {
        let text = String(rest[header.upperBound..<footer.lowerBound])
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
          let certificate = SecCertificateCreateWithData(nil, data as CFData)
        else { throw TransportError(.tlsPolicy(.noCertificate)) }
        certificates.append(certificate)
        rest = rest[footer.upperBound...]
      }
      guard !certificates.isEmpty else { throw TransportError(.tlsPolicy(.noCertificate)) }
      return certificates
    }

    /// Imports a PKCS#12 identity.
    private static func identity(
      _ data: Data, _ passphrase: String
    ) throws(TransportError) -> URLCredential {
      var items: CFArray?
      let options = [kSecImportExportPassphrase as String: passphrase] as CFDictionary
      let status = SecPKCS12Import(data as CFData, options, &items)
      guard status == errSecSuccess, let first = (items as? [[String: Any]])?.first,
        let item = first[kSecImportItemIdentity as String],
        CFGetTypeID(item as CFTypeRef) == SecIdentityGetTypeID()
      else {
        let reason =
          status == errSecAuthFailed ? "has a different passphrase" : "cannot be read (\(status))"
        throw TransportError(.tlsPolicy(.identity(reason)))
      }
      // Conditional casts do not work for Core Foundation types. The type identifier was checked
      // above.
      // swift-format-ignore: NeverForceUnwrap
      let identity = item as! SecIdentity
      let chain = first[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
      return URLCredential(
        identity: identity, certificates: Array(chain.dropFirst()), persistence: .none)
    }
  }

  /// The `SubjectPublicKeyInfo` of a certificate in DER. Security returns only the bare key, so the
  /// header for its algorithm is added.
  ///
  /// See RFC 5280, section 4.1.2.7; RFC 3279, section 2.3; and RFC 5480, section 2.
  private struct PublicKeyInfo {
    /// The structure's DER bytes.
    let bytes: Data

    /// Builds the structure, or returns `nil` for an unsupported kind of key.
    init?(of certificate: SecCertificate) {
      guard let key = SecCertificateCopyKey(certificate),
        let keyBytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
        let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
        let kind = attributes[kSecAttrKeyType] as? String,
        let size = attributes[kSecAttrKeySizeInBits] as? Int
      else { return nil }
      // The supported algorithms are RSA and the curves P-256, P-384 and P-521. In a pattern, `as`
      // would be a cast of the value that is matched.
      let (rsa, curve) = (kSecAttrKeyTypeRSA as String, kSecAttrKeyTypeECSECPrimeRandom as String)
      let algorithm: [UInt8]
      switch (kind, size) {
      case (rsa, _):
        algorithm = [
          0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
      case (curve, 256):
        algorithm = [
          0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
          0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        ]
      case (curve, 384):
        algorithm = [
          0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81,
          0x04, 0x00, 0x22,
        ]
      case (curve, 521):
        algorithm = [
          0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81,
          0x04, 0x00, 0x23,
        ]
      default: return nil
      }
      var info = algorithm
      info.append(0x03)
      info += Self.length(keyBytes.count + 1)
      info.append(0x00)
      info += keyBytes
      bytes = Data([0x30 as UInt8] + Self.length(info.count) + info)
    }

    /// Returns a length in DER, for up to 65,535 bytes.
    private static func length(_ count: Int) -> [UInt8] {
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
      }
    }
  }
#endif
