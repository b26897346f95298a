import TremaHTTP

/// A store of responses. It only decides how many responses to keep: it returns a response exactly
/// as it was stored, or none.
public protocol CacheStore: Sendable {
  /// Returns the stored response for a key, or `nil` if there is none. A damaged response is
  /// removed and not returned.
  ///
  /// - Throws: ``CacheProblem`` if the store cannot be read.
  func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry?

  /// Starts to store a response, which replaces the current one. It is not visible until its writer
  /// has finished.
  ///
  /// - Parameter length: The length of the body in bytes, or `nil` if unknown.
  /// - Returns: A writer for the body, or `nil` if the response is too large.
  func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)?

  /// Replaces the head of an entry and keeps its body. Does nothing if the entry is missing or has
  /// been replaced.
  func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem)

  /// Removes the entry for a key, if there is one.
  func remove(_ key: CacheKey) async throws(CacheProblem)

  /// Removes a URL's entries for all users: the ones whose key satisfies
  /// ``CacheKey/hasSameResource(as:)``.
  func removeAll(ofResource key: CacheKey) async throws(CacheProblem)

  /// Removes all entries.
  func removeAll() async throws(CacheProblem)
}

/// A writer for the body of a response that is being stored. It is used by one task at a time.
public protocol CacheWriter: Sendable {
  /// Appends a chunk.
  ///
  /// - Returns: False if the body has become too long. In this case the response is not stored, and
  ///   further chunks are ignored.
  func append(_ chunk: [UInt8]) async throws(CacheProblem) -> Bool

  /// Ends the body. The response is now stored and visible.
  func finish() async throws(CacheProblem)

  /// Discards the response. Calls after ``finish()`` have no effect.
  func abandon()
}

/// A stored response. Each requested entry's body can be read once.
public struct CacheEntry: Sendable {
  /// The response's head, including the times of its exchange.
  public let response: StoredResponse
  /// The response body.
  public let body: HTTPResponseBody
  /// The body's length, in bytes.
  public let length: Int

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - response: The response head.
  ///   - body: The response body.
  ///   - length: The body's length, in bytes.
  public init(_ response: StoredResponse, body: HTTPResponseBody, length: Int) {
    self.response = response
    self.body = body
    self.length = length
  }
}

/// A failed operation of a store. It does not fail any request: a missing response is requested
/// again.
public struct CacheProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A store operation that may fail.
  public enum Action: String, Hashable, Sendable {
    /// Reading, writing or removing an entry.
    case read, write, remove
    /// The stored entry is damaged and has been removed.
    case damaged
  }

  /// The action that failed.
  public var action: Action
  /// The system's message, without URLs or contents.
  public var detail: String

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - action: The action that failed.
  ///   - detail: The reason, without URLs or contents.
  public init(_ action: Action, _ detail: String) {
    self.action = action
    self.detail = detail
  }

  /// A textual representation of this instance.
  public var description: String {
    switch action {
    case .read: "cannot read the cache: \(detail)"
    case .write: "cannot write the cache: \(detail)"
    case .remove: "cannot clear the cache: \(detail)"
    case .damaged: "a cache entry was damaged: \(detail)"
    }
  }
}
