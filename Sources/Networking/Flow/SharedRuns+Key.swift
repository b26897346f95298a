import TremaHTTP

extension SharedRuns {
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

      init(_ content: Content) { self.content = content }
    }

    private let box: Box
    /// Computed once: a key is looked for four times on its way.
    private let number: Int

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
      // What tells nearly all of them apart.
      var hasher = Hasher()
      request.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(identity)
      number = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    static func == (a: Key, b: Key) -> Bool {
      a.box === b.box || a.number == b.number && a.box.content == b.box.content
    }
  }
}
