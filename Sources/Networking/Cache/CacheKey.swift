import TremaHTTP
import TremaSupport

/// A stored response's key: the `GET` method, the URL without its fragment, and the request's
/// identity.
public struct CacheKey: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    /// The normalized URL, which is ASCII, and the identity of the request.
    case target(String, RequestIdentity)
    /// The key of data that belongs to a different key, such as a variant.
    case part([UInt8])
  }

  private let content: Content
  /// The hash of the content, computed once because a key is looked up more than once.
  let storedHash: Int

  private init(_ content: Content) {
    self.content = content
    storedHash = content.hashValue
  }

  /// Returns whether the two keys have the same content.
  public static func == (a: CacheKey, b: CacheKey) -> Bool {
    a.storedHash == b.storedHash && a.content == b.content
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storedHash) }

  /// A digest of 64 hexadecimal digits that reveals neither the URL nor the user. It can be used as
  /// a file name. It is computed on each access, and starts with ``resourceDigest`` if there is
  /// one.
  public var digest: String {
    switch content {
    // The parts don't contain NUL, so different keys have different bytes.
    case .target(let target, let identity):
      (resourceDigest ?? "") + Self.halfDigest(Array("GET\0\(target)\0\(identity.digest)".utf8))
    case .part(let bytes): HashFunction.sha256.hexDigest(of: bytes)
    }
  }

  /// The first 32 digits of ``digest``, which are the same for all users of a URL. `nil` for the
  /// key of a variant, which belongs to its URL's key.
  public var resourceDigest: String? {
    guard case .target(let target, _) = content else { return nil }
    return Self.halfDigest(Array("GET\0\(target)".utf8))
  }

  /// A hash that is the same for all keys of a URL.
  var resourceHash: Int {
    guard case .target(let target, _) = content else { return storedHash }
    return target.hashValue
  }

  /// Returns whether the two keys belong to the same URL.
  public func hasSameResource(as other: CacheKey) -> Bool {
    guard case .target(let target, _) = content, case .target(let otherTarget, _) = other.content
    else { return self == other }
    return target == otherTarget
  }

  /// Returns half of a SHA-256 digest as 32 hexadecimal digits.
  private static func halfDigest(_ bytes: [UInt8]) -> String {
    String(HashFunction.sha256.hexDigest(of: bytes).prefix(32))
  }

  /// The key's size, in bytes.
  var size: Int {
    switch content {
    case .target(let target, let identity): target.utf8.count + identity.bytes.count
    case .part(let bytes): bytes.count
    }
  }

  /// Creates the key of a URL, or returns `nil` if the string is not an absolute URL.
  ///
  /// - Parameters:
  ///   - target: An absolute URL. The case of its scheme and host is ignored, a default port is
  ///     treated as no port, and an empty path as `/` (RFC 9110, section 4.2.3).
  ///   - identity: The request's identity.
  init?(_ target: String, of identity: RequestIdentity) {
    self.init(try? URLReference(target), as: target, of: identity)
  }

  /// Creates the key of a parsed URL.
  ///
  /// - Parameter target: The string that the URL was parsed from, or `nil` if unknown. It is reused
  ///   if it is normalized.
  init?(_ url: URLReference?, as target: String? = nil, of identity: RequestIdentity) {
    guard let url, let target = Self.target(url, as: target) else { return nil }
    self.init(.target(target, identity))
  }

  /// Creates a key from hexadecimal digits and field names, which do not contain NUL.
  init(digestOf parts: [String]) {
    self.init(.part(Array(parts.joined(separator: "\0").utf8)))
  }

  /// Returns the normalized URL, or `nil` if the URL is not absolute.
  private static func target(_ url: URLReference, as text: String?) -> String? {
    guard url.scheme != nil, let host = url.host else { return nil }
    if let text, isNormalized(url, text) { return text }
    var url = url
    url.fragment = nil
    url.host = String(decoding: host.utf8.map(ASCII.lowercased), as: UTF8.self)
    if url.port == url.defaultPort { url.port = nil }
    if url.path.isEmpty { url.path = "/" }
    return url.description
  }

  /// Returns whether a URL is already normalized. Can be false for normalized URLs, such as ones
  /// with uppercase letters in the user name.
  private static func isNormalized(_ url: URLReference, _ text: String) -> Bool {
    guard url.fragment == nil, !url.path.isEmpty, url.port == nil || url.port != url.defaultPort
    else { return false }
    var text = text
    return text.withUTF8(isNormalized)
  }

  /// Returns whether a URL is normalized up to its path.
  private static func isNormalized(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (slashes, last) = (0, UInt8(0))
    for byte in text {
      let isAfterColon = last == UInt8(ascii: ":")
      switch byte {
      case UInt8(ascii: "/"):
        slashes += 1
        // The port is empty, as in `http://host:/`.
        if slashes == 3 { return !isAfterColon }
      // The port has leading zeros, as in `http://host:080/`.
      case UInt8(ascii: "0") where isAfterColon: return false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return false
      default: break
      }
      last = byte
    }
    return false
  }
}

extension CacheKey: Redacted {
  /// The same as ``digest``.
  public var description: String { digest }
}

/// The index of multiple responses for one URL, which lists the fields that select between them.
/// Each response is stored under a separate key.
///
/// See RFC 9111, section 4.1.
struct CacheVariants: Hashable, Sendable {
  let names: [HTTPFields.Name]
  /// A random string in the keys of the responses, which makes them unreachable once the index is
  /// replaced.
  private let nonce: String

  init(_ names: [HTTPFields.Name]) {
    self.names = names
    nonce = Hexadecimal.text(RandomBytes.make(16))
  }

  /// Creates the index from an entry, or returns `nil` for a server's response, whose status is
  /// never 0.
  init?(_ stored: StoredResponse) {
    guard stored.status == Self.status, let number = stored.fields[Self.field] else { return nil }
    names = Vary(stored.fields).names
    self.nonce = number
  }

  /// The index as an entry of the store.
  var stored: StoredResponse {
    StoredResponse(
      Self.status,
      fields: ["Vary": names.map(\.text).joined(separator: ", "), Self.field: nonce],
      requestTime: 0, responseTime: 0)
  }

  private static let status = HTTPStatus(0)
  private static let field: HTTPFields.Name = "Variants"

  /// Returns the key of the response selected by a request.
  ///
  /// - Parameter key: The URL's key.
  func key(of request: HTTPRequest, _ key: CacheKey) -> CacheKey {
    let selectors = names.map { StoredResponse.Selector($0, of: request) }
    let parts = [key.digest, nonce] + selectors.flatMap { [$0.name.text, $0.digest] }
    return CacheKey(digestOf: parts)
  }
}
