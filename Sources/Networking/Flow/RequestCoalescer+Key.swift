import TremaHTTP

extension RequestCoalescer {
  /// The key of a request, which is equal for identical requests.
  struct Key: Hashable, Sendable {
    /// The properties that are compared.
    private struct Content: Hashable, Sendable {
      let client: ObjectIdentifier
      let innerNumber: Int
      let request: [UInt8]
      let cachePolicy: HTTPRequest.CachePolicy
      let limit: Int
      let decodedLimit: Int
      let deadlines: HTTPDeadlines
      let tags: Set<String>
      let skipped: Set<String>
      let identity: RequestIdentity
    }

    /// A class, so passing the key does not copy its contents.
    private final class Box: Sendable {
      let content: Content
      /// The hash, computed once because a key is looked up more than once.
      let storedHash: Int

      init(_ content: Content) {
        self.content = content
        // These two properties are sufficient to distinguish nearly all requests.
        var hasher = Hasher()
        content.request.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(content.identity)
        storedHash = hasher.finalize()
      }
    }

    private let box: Box

    /// The maximum size of the response's body, in bytes.
    var limit: Int { box.content.limit }

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - client: The identity of the client and its copies.
    ///   - innerNumber: The number that identifies the set of inner interceptors.
    ///   - request: The method, the target and the fields, which are compared bytewise.
    ///   - limit: The maximum size of the response's body, in bytes.
    ///   - decodedLimit: The maximum decompressed size of a compressed body, in bytes.
    ///   - deadlines: The deadlines without the total, which each request observes itself.
    ///   - skipped: The names of the skipped interceptors.
    ///   - identity: The user of the request.
    init(
      client: ObjectIdentifier, innerNumber: Int, request: [UInt8],
      cachePolicy: HTTPRequest.CachePolicy, limit: Int, decodedLimit: Int,
      deadlines: HTTPDeadlines, tags: Set<String>, skipped: Set<String>, identity: RequestIdentity
    ) {
      box = Box(
        Content(
          client: client, innerNumber: innerNumber, request: request, cachePolicy: cachePolicy,
          limit: limit, decodedLimit: decodedLimit, deadlines: deadlines, tags: tags,
          skipped: skipped, identity: identity))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(box.storedHash) }

    static func == (a: Key, b: Key) -> Bool {
      a.box === b.box || a.box.storedHash == b.box.storedHash && a.box.content == b.box.content
    }
  }
}
