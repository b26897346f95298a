import TremaHTTP
import TremaSupport

/// The answer to a digest challenge for one request.
struct DigestCredentials: Sendable {
  let challenge: DigestChallenge
  /// The quality of protection, or `nil` for a server that supports none.
  let quality: DigestQuality?
  /// `H(A1)` as hexadecimal digits.
  let key: String
  /// The request method.
  let method: String
  /// The target in the request line.
  let uri: String
  /// The number of requests with this nonce, from 1.
  let count: UInt32
  /// The client's nonce.
  let clientNonce: String
  /// The body's digest, or `nil` unless the quality is `auth-int`.
  let bodyDigest: String?

  /// The challenge's hash function.
  private var function: HashFunction { challenge.algorithm.function }

  /// The number of requests as eight hexadecimal digits.
  private var countText: String {
    let digits = String(count, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The digest that proves knowledge of the password.
  var response: String { digest(of: "\(method):\(uri)") }

  /// Returns the digest for a request, or for the server's response if the method is empty.
  private func digest(of request: String) -> String {
    let request = function.hexDigest(ofText: request + (bodyDigest.map { ":\($0)" } ?? ""))
    guard let quality else {
      return function.hexDigest(ofText: "\(key):\(challenge.nonce):\(request)")
    }
    return function.hexDigest(
      ofText: "\(key):\(challenge.nonce):\(countText):\(clientNonce):\(quality.rawValue):\(request)"
    )
  }

  /// Returns the `Authorization` value for a user.
  ///
  /// See RFC 7616, section 3.4.
  func field(of user: String) -> String {
    var parts: [String] = []
    if challenge.hashesUser {
      let name = function.hexDigest(ofText: "\(user):\(challenge.realm)")
      parts.append("username=\(Self.quoted(name))")
    } else if challenge.isUTF8, user.utf8.contains(where: { $0 >= 0x80 }) {
      // This is an extended parameter value as defined in RFC 8187, section 3.2.
      parts.append("username*=UTF-8''\(PercentEncoding.encode(user))")
    } else {
      parts.append("username=\(Self.quoted(user))")
    }
    parts += [
      "realm=\(Self.quoted(challenge.realm))", "uri=\(Self.quoted(uri))",
    ]
    if challenge.namesAlgorithm { parts.append("algorithm=\(challenge.algorithm.name)") }
    parts.append("nonce=\(Self.quoted(challenge.nonce))")
    if let quality {
      parts += [
        "nc=\(countText)", "cnonce=\(Self.quoted(clientNonce))", "qop=\(quality.rawValue)",
      ]
    } else if challenge.algorithm.isSession {
      parts.append("cnonce=\(Self.quoted(clientNonce))")
    }
    parts.append("response=\"\(response)\"")
    if let opaque = challenge.opaque { parts.append("opaque=\(Self.quoted(opaque))") }
    if challenge.hashesUser { parts.append("userhash=true") }
    return "Digest \(parts.joined(separator: ", "))"
  }

  /// Returns a quoted string with escapes.
  private static func quoted(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Checks the value of `Authentication-Info`.
  ///
  /// With `auth-int`, `rspauth` is not checked: it covers the body, which has not been received
  /// yet, and whose content coding transports may remove.
  ///
  /// See RFC 7616, section 3.5.
  ///
  /// - Returns: The nonce for the next request, or `nil` if the server sends none.
  /// - Throws: ``DigestError`` if the value is malformed or does not prove knowledge of the
  ///   password.
  func check(_ info: String) throws(DigestError) -> String? {
    guard let parameters = AuthenticationChallenge.parameters(in: info) else {
      throw .malformedInfo
    }
    func value(_ name: String) -> String? {
      parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
    func isSame(_ a: String, _ b: String) -> Bool {
      a.utf8.map(ASCII.lowercased) == b.utf8.map(ASCII.lowercased)
    }
    if let echo = value("cnonce"), !isSame(echo, clientNonce) { throw .malformedInfo }
    if let echo = value("nc"), !isSame(echo, countText) { throw .malformedInfo }
    if let echo = value("qop"), !isSame(echo, quality?.rawValue ?? "") { throw .malformedInfo }
    if let proof = value("rspauth"), quality != .authInt, !isSame(proof, digest(of: ":\(uri)")) {
      throw .wrongServer
    }
    let next = value("nextnonce")
    if let next, !DigestChallenge.isQuotable(next) { throw .malformedInfo }
    return next
  }
}

extension DigestCredentials: Redacted {
  var description: String { "an answer to \(challenge)" }
}
