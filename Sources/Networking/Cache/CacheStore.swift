import TremaHTTP

/// A store of responses. It decides only how many it keeps: it returns either the whole of what was
/// stored, or nothing.
public protocol CacheStore: Sendable {
  /// - Returns: nil where there is none, or what is there is damaged; a damaged one is removed.
  /// - Throws: ``CacheProblem`` when nothing is known of it.
  func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry?

  /// Begins to keep a response in the place of the one that is there. Nothing is seen of it before
  /// its writer has finished.
  ///
  /// - Parameter length: of the body, where it is known.
  /// - Returns: nil where it is too long.
  func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)?

  /// Puts another head in front of the body of an entry. Nothing happens when that entry is not there
  /// any more, or another one is.
  func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem)

  func remove(_ key: CacheKey) async throws(CacheProblem)

  /// Removes the entries of a URL for all users: those whose key satisfies
  /// ``CacheKey/isOfSameResource(as:)``.
  func removeAll(ofResource key: CacheKey) async throws(CacheProblem)

  func removeAll() async throws(CacheProblem)
}

/// Takes the body of a response that is to be kept, from one task at a time.
public protocol CacheWriter: Sendable {
  /// - Returns: false when it has become too long: nothing is kept then, and nothing more is taken.
  func append(_ piece: [UInt8]) async throws(CacheProblem) -> Bool

  /// The body is whole: from here on it is found.
  func finish() async throws(CacheProblem)

  /// Nothing of it is kept. After ``finish()`` it does nothing.
  func abandon()
}

/// A response as it was found: a body is read as often as it was taken from the store.
public struct CacheEntry: Sendable {
  /// The head of the response, with the times of its exchange.
  public let response: StoredResponse
  /// The body of the response.
  public let body: HTTPResponseBody
  /// The length of the body, in bytes.
  public let length: Int

  /// Creates an entry.
  ///
  /// - Parameter length: the bytes of the body.
  public init(_ response: StoredResponse, body: HTTPResponseBody, length: Int) {
    self.response = response
    self.body = body
    self.length = length
  }
}

/// A failed operation of a store. No request fails with it: a missing response is requested again.
public struct CacheProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action of the cache that failed.
  public enum Action: String, Hashable, Sendable {
    case read, write, remove
    /// The stored entry is damaged and has been removed.
    case damaged
  }

  /// The action that failed.
  public var action: Action
  /// The system's message, without URLs and contents.
  public var detail: String

  /// Creates a problem.
  ///
  /// - Parameter detail: the reason, for a log.
  public init(_ action: Action, _ detail: String) {
    self.action = action
    self.detail = detail
  }

  /// A description for logs and messages.
  public var description: String {
    switch action {
    case .read: "the cache cannot be read: \(detail)"
    case .write: "the cache cannot be written: \(detail)"
    case .remove: "the cache cannot be cleared: \(detail)"
    case .damaged: "an entry of the cache was damaged: \(detail)"
    }
  }
}
