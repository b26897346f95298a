import TremaHTTP
import TremaSupport

/// The user on whose behalf a request is sent; a response to one user is for no other. Equal identities
/// are the same user, as far as the client knows.
///
/// It reveals nothing of its parts, and can be stored as its ``digest``.
public struct RequestIdentity: Hashable, Sendable {
  /// Empty for an anonymous request.
  private(set) var bytes: [UInt8] = []
  /// The hash of the bytes, computed when they change, as an identity is looked up several times.
  private var number = 0

  /// Empty for an anonymous request; else 64 hexadecimal digits, from which neither a name nor a
  /// secret can be derived.
  public var digest: String { bytes.isEmpty ? "" : HashFunction.sha256.hexDigest(of: bytes) }

  /// The identity in the fields of a request: its credentials, and other fields that are for one server
  /// alone, such as keys of an API.
  init(ownFieldsOf request: HTTPRequest) { self.init(own: request.fields) }

  /// - Parameter fields: of the request.
  init(own fields: HTTPFields, marked: Set<HTTPFields.Name> = []) {
    for field in fields.all where Self.credentials.contains(field.name) {
      add(field.name.text, field.value)
    }
    guard !marked.isEmpty else { return }
    let others = marked.filter { !Self.credentials.contains($0) }
      .map { ($0, $0.text.utf8.map(ASCII.lowercased)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (name, letters) in others {
      for value in fields[values: name] {
        add(String(decoding: letters, as: UTF8.self), value)
      }
    }
  }

  /// The identity of an anonymous request.
  static let anonymous = RequestIdentity("", nil)

  /// - Parameter identity: `nil` for an anonymous request.
  init(_ kind: String, _ identity: String?) { add(kind, identity) }

  private static let credentials: [HTTPFields.Name] = [
    .authorization, .cookie, .proxyAuthorization,
  ]

  /// - Parameter identity: `nil` for none, which changes nothing.
  mutating func add(_ kind: String, _ identity: String?) {
    guard let identity else { return }
    if bytes.isEmpty {
      bytes.reserveCapacity(2 * MemoryLayout<Int>.size + kind.utf8.count + identity.utf8.count)
    }
    append(kind)
    append(identity)
    number = bytes.withUnsafeBytes(Self.number)
  }

  /// Adds the parts of another identity.
  mutating func add(_ other: RequestIdentity) {
    if other.bytes.isEmpty { return }
    if bytes.isEmpty { return self = other }
    bytes += other.bytes
    number = bytes.withUnsafeBytes(Self.number)
  }

  /// Appends a text with its length, so that different parts never give the same bytes.
  private mutating func append(_ text: String) {
    withUnsafeBytes(of: text.utf8.count) { bytes += $0 }
    bytes += text.utf8
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    // At once: an array is hashed byte by byte.
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  /// Whether both have the same content.
  public static func == (a: Self, b: Self) -> Bool { a.number == b.number && a.bytes == b.bytes }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension RequestIdentity: Redacted {
  /// Nothing of what it is made of.
  public var description: String { bytes.isEmpty ? "anonymous" : "a user" }
}

extension StepContext {
  /// The same as ``identity(of:)`` without waiting; `nil` where an interceptor has to be awaited.
  func knownIdentity(of request: ClientRequest) -> RequestIdentity? {
    var identity = ownIdentity(of: request)
    for position in record.chain.identifying where isAsked(position) {
      let context = StepContext(record: record, index: position)
      guard let own = record.chain.links[position].knownIdentity?(request, context) else {
        return nil
      }
      identity.add(own)
    }
    return identity
  }

  /// Returns the user on whose behalf the request would be sent from here.
  func identity(of request: ClientRequest) async -> RequestIdentity {
    var identity = ownIdentity(of: request)
    for position in record.chain.identifying where isAsked(position) {
      let link = record.chain.links[position]
      let context = StepContext(record: record, index: position)
      if let own = link.knownIdentity?(request, context) {
        identity.add(own)
        continue
      }
      let own = await link.interceptor.identity(for: request)
      record.note(own, ofInterceptorAt: position, for: request.head.target)
      identity.add(link.name, own)
    }
    return identity
  }

  /// Returns the identity that the request's own fields give.
  private func ownIdentity(of request: ClientRequest) -> RequestIdentity {
    let own = record.draft.options.fieldsForOrigin
    let marked = record.chain.marked
    return RequestIdentity(
      own: request.head.fields, marked: own.isEmpty ? marked : marked.union(own))
  }

  /// Whether one is further in, and the request does not go round it.
  private func isAsked(_ position: Int) -> Bool {
    guard position > index else { return false }
    let skipped = record.draft.options.skippedInterceptors
    return skipped.isEmpty || !skipped.contains(record.chain.links[position].name)
  }
}
