import TremaHTTP
import TremaSupport

/// The key of a stored response: the method `GET`, the URL without its fragment, and the identity of
/// the request.
public struct CacheKey: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    /// A URL as ``target(_:as:)`` says, which is ASCII.
    case target(String, RequestIdentity)
    /// Something that is kept for another key.
    case part([UInt8])
  }

  private let content: Content
  /// Computed once: a key is looked for several times on its way. Equal ones have the same.
  let number: Int

  private init(_ content: Content) {
    self.content = content
    number = content.hashValue
  }

  /// Whether both have the same content.
  public static func == (a: CacheKey, b: CacheKey) -> Bool {
    a.number == b.number && a.content == b.content
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// 64 hexadecimal digits, from which nothing leads back to a URL or a user. They can be the name of
  /// a file. They are computed each time, and begin with the ``resourceDigest`` where there is one.
  public var digest: String {
    switch content {
    // None of the parts contains NUL, so two keys never have the same bytes.
    case .target(let target, let identity):
      (resourceDigest ?? "") + Self.half(Array("GET\0\(target)\0\(identity.digest)".utf8))
    case .part(let bytes): HashFunction.sha256.hexDigest(of: bytes)
    }
  }

  /// The first 32 digits of ``digest``, which are the same for all users of a URL. `nil` for the key of a
  /// variant, which is stored under the key of its URL.
  public var resourceDigest: String? {
    guard case .target(let target, _) = content else { return nil }
    return Self.half(Array("GET\0\(target)".utf8))
  }

  /// A hash that all keys of a URL share.
  var resourceNumber: Int {
    guard case .target(let target, _) = content else { return number }
    return target.hashValue
  }

  /// Returns whether two keys belong to the same URL.
  public func isOfSameResource(as other: CacheKey) -> Bool {
    guard case .target(let target, _) = content, case .target(let otherTarget, _) = other.content
    else { return self == other }
    return target == otherTarget
  }

  private static func half(_ bytes: [UInt8]) -> String {
    String(HashFunction.sha256.hexDigest(of: bytes).prefix(32))
  }

  /// The number of bytes.
  var size: Int {
    switch content {
    case .target(let target, let identity): target.utf8.count + identity.bytes.count
    case .part(let bytes): bytes.count
    }
  }

  /// - Parameter target: an absolute URL. Its scheme and host count in any case, a default port
  ///   counts as none, and an empty path is `/` (RFC 9110, section 4.2.3).
  /// - Returns: nil for what is no such URL.
  init?(_ target: String, of identity: RequestIdentity) {
    self.init(try? URLReference(target), as: target, of: identity)
  }

  /// - Parameter target: what the URL was read from; nil where it is not known.
  init?(_ url: URLReference?, as target: String? = nil, of identity: RequestIdentity) {
    guard let url, let target = Self.target(url, as: target) else { return nil }
    self.init(.target(target, identity))
  }

  /// The parts are hexadecimal digits and names of fields.
  init(digestOf parts: [String]) {
    self.init(.part(Array(parts.joined(separator: "\0").utf8)))
  }

  /// A normalized URL.
  private static func target(_ url: URLReference, as text: String?) -> String? {
    guard url.scheme != nil, let host = url.host else { return nil }
    if let text, isNormal(url, text) { return text }
    var url = url
    url.fragment = nil
    url.host = String(decoding: host.utf8.map(ASCII.lowercased), as: UTF8.self)
    if url.port == url.defaultPort { url.port = nil }
    if url.path.isEmpty { url.path = "/" }
    return url.description
  }

  /// Whether a URL is written as it is here already. It may say no to some that are, as to a name of a
  /// user with capitals.
  private static func isNormal(_ url: URLReference, _ text: String) -> Bool {
    guard url.fragment == nil, !url.path.isEmpty, url.port == nil || url.port != url.defaultPort
    else { return false }
    var text = text
    return text.withUTF8(isNormal)
  }

  private static func isNormal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (slashes, last) = (0, UInt8(0))
    for byte in text {
      let isAfterColon = last == UInt8(ascii: ":")
      switch byte {
      case UInt8(ascii: "/"):
        slashes += 1
        // `http://host:/`
        if slashes == 3 { return !isAfterColon }
      // `http://host:080/`
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
  /// The ``digest``.
  public var description: String { digest }
}

/// The index of several responses for one URL: the names of the fields that select them. Each response is
/// stored under a key of its own.
///
/// Source: RFC 9111, section 4.1.
struct CacheVariants: Hashable, Sendable {
  let names: [HTTPFields.Name]
  /// Another one each time, so that with this the responses are gone, too.
  private let number: String

  init(_ names: [HTTPFields.Name]) {
    self.names = names
    number = Hexadecimal.text(RandomBytes.make(16))
  }

  /// - Returns: nil for a response of a server, none of which has the status 0.
  init?(_ stored: StoredResponse) {
    guard stored.status == Self.status, let number = stored.fields[Self.field] else { return nil }
    names = Vary(stored.fields).names
    self.number = number
  }

  var stored: StoredResponse {
    StoredResponse(
      Self.status,
      fields: ["Vary": names.map(\.text).joined(separator: ", "), Self.field: number],
      requestTime: 0, responseTime: 0)
  }

  private static let status = HTTPStatus(0)
  private static let field: HTTPFields.Name = "Variants"

  /// - Parameter key: of the URL.
  func key(of request: HTTPRequest, _ key: CacheKey) -> CacheKey {
    let selectors = names.map { StoredResponse.Selector($0, of: request) }
    let parts = [key.digest, number] + selectors.flatMap { [$0.name.text, $0.digest] }
    return CacheKey(digestOf: parts)
  }
}
