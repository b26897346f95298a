import TremaHTTP
import TremaSupport

/// The user on whose behalf a request is sent. A response to one user must not be used for a
/// different user. To the client's knowledge, equal identities belong to the same user.
///
/// An identity does not reveal its parts. It can be stored as its ``digest``.
public struct RequestIdentity: Hashable, Sendable {
  /// The kinds and values of the parts, each prefixed with its length, or empty for an anonymous
  /// request.
  private(set) var bytes: [UInt8] = []
  /// The hash of the bytes, computed when they change because an identity is looked up more than
  /// once.
  private var storedHash = 0

  /// A SHA-256 digest of the identity as 64 hexadecimal digits, or empty for an anonymous request.
  /// It does not reveal any name or secret.
  public var digest: String { bytes.isEmpty ? "" : HashFunction.sha256.hexDigest(of: bytes) }

  /// Creates the identity from the credentials in a request's fields.
  init(fieldsOf request: HTTPRequest) { self.init(from: request.fields) }

  /// Creates the identity from fields.
  ///
  /// - Parameters:
  ///   - fields: Request fields.
  ///   - originBound: Additional fields that identify the user, such as API keys.
  init(from fields: HTTPFields, originBound: Set<HTTPFields.Name> = []) {
    for field in fields.all where Self.credentials.contains(field.name) {
      add(field.name.text, field.value)
    }
    guard !originBound.isEmpty else { return }
    let others = originBound.filter { !Self.credentials.contains($0) }
      .map { ($0, $0.text.utf8.map(ASCII.lowercased)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (name, letters) in others {
      for value in fields[values: name] {
        add(String(decoding: letters, as: UTF8.self), value)
      }
    }
  }

  /// An anonymous request's identity.
  static let anonymous = RequestIdentity("", nil)

  /// Creates an identity with one part.
  ///
  /// - Parameter identity: The part's value, or `nil` for an anonymous request.
  init(_ kind: String, _ identity: String?) { add(kind, identity) }

  /// The fields that always identify the user, in the order they are added.
  private static let credentials: [HTTPFields.Name] = [
    .authorization, .cookie, .proxyAuthorization,
  ]

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - kind: The name of the field or the interceptor.
  ///   - identity: The part's value. If it is `nil`, the identity does not change.
  mutating func add(_ kind: String, _ identity: String?) {
    guard let identity else { return }
    if bytes.isEmpty {
      bytes.reserveCapacity(2 * MemoryLayout<Int>.size + kind.utf8.count + identity.utf8.count)
    }
    append(kind)
    append(identity)
    storedHash = bytes.withUnsafeBytes(Self.computeHash)
  }

  /// Adds the parts of another identity.
  mutating func add(_ other: RequestIdentity) {
    if other.bytes.isEmpty { return }
    if bytes.isEmpty { return self = other }
    bytes += other.bytes
    storedHash = bytes.withUnsafeBytes(Self.computeHash)
  }

  /// Appends a string with its length, so different parts never result in the same bytes.
  private mutating func append(_ text: String) {
    withUnsafeBytes(of: text.utf8.count) { bytes += $0 }
    bytes += text.utf8
  }

  /// Returns the hash of bytes.
  private static func computeHash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    // Hashing an array processes it byte by byte; a buffer is hashed in one call.
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  /// Returns whether the two identities have the same content.
  public static func == (a: Self, b: Self) -> Bool {
    a.storedHash == b.storedHash && a.bytes == b.bytes
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storedHash) }
}

extension RequestIdentity: Redacted {
  /// A description for logs that does not reveal any part.
  public var description: String { bytes.isEmpty ? "anonymous" : "a user" }
}

extension StepContext {
  /// Returns the identity of a request without waiting, or `nil` if an interceptor has to be
  /// awaited. See `identity(of:)`.
  func knownIdentity(of request: ClientRequest) -> RequestIdentity? {
    var identity = requestIdentity(of: request)
    for position in requestState.chain.identifyingIndexes where isActive(position) {
      let context = StepContext(requestState: requestState, index: position)
      guard let known = requestState.chain.links[position].knownIdentity?(request, context) else {
        return nil
      }
      identity.add(known)
    }
    return identity
  }

  /// Returns the user on whose behalf the request would be sent from here.
  func identity(of request: ClientRequest) async -> RequestIdentity {
    var identity = requestIdentity(of: request)
    for position in requestState.chain.identifyingIndexes where isActive(position) {
      let link = requestState.chain.links[position]
      let context = StepContext(requestState: requestState, index: position)
      if let linkIdentity = link.knownIdentity?(request, context) {
        identity.add(linkIdentity)
        continue
      }
      let linkIdentity = await link.interceptor.identity(for: request)
      requestState.recordIdentity(linkIdentity, ofInterceptorAt: position, for: request.head.target)
      identity.add(link.name, linkIdentity)
    }
    return identity
  }

  /// Returns the identity derived from the request's own fields.
  private func requestIdentity(of request: ClientRequest) -> RequestIdentity {
    let requestFields = requestState.builder.options.fieldsForOrigin
    let chainFields = requestState.chain.originBoundFields
    return RequestIdentity(
      from: request.head.fields,
      originBound: requestFields.isEmpty ? chainFields : chainFields.union(requestFields))
  }

  /// Returns whether the interceptor at a position is inside this one and not skipped by the
  /// request.
  private func isActive(_ position: Int) -> Bool {
    guard position > index else { return false }
    let skipped = requestState.builder.options.skippedInterceptors
    return skipped.isEmpty || !skipped.contains(requestState.chain.links[position].name)
  }
}
