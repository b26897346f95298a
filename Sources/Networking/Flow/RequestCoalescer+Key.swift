import TremaHTTP

extension RequestCoalescer {
  /// Requests with one key are one.
  struct Key: Hashable, Sendable {
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

    /// An object, so that a key that is handed on copies nothing.
    private final class Box: Sendable {
      let content: Content
      /// Computed once: a key is looked for several times on its way.
      let number: Int

      init(_ content: Content) {
        self.content = content
        // What tells nearly all of them apart.
        var hasher = Hasher()
        content.request.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(content.identity)
        number = hasher.finalize()
      }
    }

    private let box: Box

    /// The most bytes of a response.
    var limit: Int { box.content.limit }

    /// - Parameters:
    ///   - client: whose transport and interceptors send it.
    ///   - request: the method, the target and the fields, which are compared byte by byte.
    ///   - deadlines: but for the total, which each looks after by itself.
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

    func hash(into hasher: inout Hasher) { hasher.combine(box.number) }

    static func == (a: Key, b: Key) -> Bool {
      a.box === b.box || a.box.number == b.box.number && a.box.content == b.box.content
    }
  }
}
