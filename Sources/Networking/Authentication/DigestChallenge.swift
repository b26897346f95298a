import TremaHTTP
import TremaSupport

/// A hash function, and whether its key is valid for a whole session (`-sess`).
struct DigestAlgorithm: Hashable, Sendable {
  let function: HashFunction
  let isSession: Bool
  /// The name as received from the server.
  let name: String

  /// Creates the algorithm with a name, or returns `nil` if it is not supported.
  ///
  /// See RFC 7616, section 3.3.
  ///
  /// - Parameter name: The name in the challenge; `nil` means MD5.
  init?(_ name: String?, among functions: [HashFunction]) {
    self.name = name ?? "MD5"
    var letters = self.name.utf8.map(ASCII.lowercased)
    isSession = letters.suffix(5).elementsEqual("-sess".utf8)
    if isSession { letters.removeLast(5) }
    let function = functions.first {
      $0.rawValue.utf8.lazy.map(ASCII.lowercased).elementsEqual(letters)
    }
    guard let function else { return nil }
    self.function = function
  }
}

/// A quality of protection.
enum DigestQuality: String, Sendable {
  /// Authentication of the request without its body.
  case auth
  /// Authentication of the request with its body.
  case authInt = "auth-int"
}

/// A supported challenge.
struct DigestChallenge: Sendable {
  /// The protection space, which is part of the key.
  let realm: String
  /// The server's nonce, which may be replaced after each response.
  var nonce: String
  /// A string that is returned to the server unchanged.
  let opaque: String?
  let algorithm: DigestAlgorithm
  /// The qualities of protection, or empty for a server that supports none, as before RFC 2617.
  let qualities: [DigestQuality]
  /// Whether the request was refused only because of an outdated nonce.
  let isStale: Bool
  /// Whether the server expects user names and passwords in UTF-8.
  let isUTF8: Bool
  /// Whether the user name is sent as a digest.
  let hashesUser: Bool
  /// Whether the challenge contains the name of the algorithm.
  let namesAlgorithm: Bool

  /// Creates the challenge, or returns `nil` if it is incomplete or not supported.
  init?(_ challenge: AuthenticationChallenge, _ functions: [HashFunction]) {
    guard challenge.scheme == "digest", let realm = challenge["realm"],
      let nonce = challenge["nonce"],
      let algorithm = DigestAlgorithm(challenge["algorithm"], among: functions)
    else { return nil }
    (self.realm, self.nonce, self.algorithm) = (realm, nonce, algorithm)
    opaque = challenge["opaque"]
    namesAlgorithm = challenge["algorithm"] != nil
    if let list = challenge["qop"] {
      qualities = list.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
        let letters = part.filter { $0 != 0x20 && $0 != 0x09 }.map(ASCII.lowercased)
        return DigestQuality(rawValue: String(decoding: letters, as: UTF8.self))
      }
      if qualities.isEmpty { return nil }
    } else {
      qualities = []
    }
    // These values are sent back in a header field.
    guard [realm, nonce, opaque ?? ""].allSatisfy(Self.isQuotable) else { return nil }
    isStale = Self.isTrue(challenge["stale"])
    hashesUser = Self.isTrue(challenge["userhash"])
    isUTF8 = challenge["charset"].map { Self.lowercased($0) == Array("utf-8".utf8) } ?? false
  }

  /// Returns whether a string can be sent in a quoted string of a header field.
  static func isQuotable(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func lowercased(_ text: String) -> [UInt8] { text.utf8.map(ASCII.lowercased) }

  private static func isTrue(_ text: String?) -> Bool {
    text.map { lowercased($0) == Array("true".utf8) } ?? false
  }

  /// Chooses the quality of protection for an answer.
  ///
  /// - Parameters:
  ///   - preferringBody: Whether `auth-int` is preferred.
  ///   - canSign: Whether the body can be read more than once.
  /// - Returns: `.some(nil)` for a server that supports no quality of protection, or `nil` if none
  ///   can be used.
  func quality(preferringBody: Bool, canSign: Bool) -> DigestQuality?? {
    if qualities.isEmpty { return .some(nil) }
    let order: [DigestQuality] = preferringBody ? [.authInt, .auth] : [.auth, .authInt]
    let usable = order.first { qualities.contains($0) && ($0 == .auth || canSign) }
    return usable.map { .some($0) } ?? .none
  }

  /// Returns `H(A1)`. See RFC 7616, section 3.4.2.
  func key(_ user: String, _ password: String, clientNonce: String?) -> String {
    let key = algorithm.function.hexDigest(ofText: "\(user):\(realm):\(password)")
    guard algorithm.isSession, let clientNonce else { return key }
    return algorithm.function.hexDigest(ofText: "\(key):\(nonce):\(clientNonce)")
  }
}

extension DigestChallenge: Redacted {
  var description: String { "a challenge for \(algorithm.function.rawValue)" }
}

extension HashFunction {
  /// Returns the digest of a string in UTF-8, as hexadecimal digits.
  func hexDigest(ofText text: String) -> String { hexDigest(of: Array(text.utf8)) }

  /// Returns a body's digest. The body is read from the start.
  ///
  /// - Throws: `requestBody` if the body cannot be read.
  func hexDigest(of body: HTTPBody) async throws(TransportError) -> String {
    guard let source = try await body.opened()?.source else { return hexDigest(of: []) }
    var hash = Hash(self)
    while let chunk = try await source.next() { hash.update(chunk) }
    return Hexadecimal.text(hash.finish())
  }
}

extension URLReference {
  /// The target in the request line, without the scheme and host.
  ///
  /// See RFC 9112, section 3.2.1.
  var digestURI: String {
    (path.isEmpty ? "/" : path) + (query.map { "?\($0)" } ?? "")
  }
}
