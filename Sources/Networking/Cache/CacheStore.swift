import TremaHTTP

/// A store of responses. It decides only how many responses it keeps: it returns either a response
/// as it was stored, or none.
public protocol CacheStore: Sendable {
  /// Returns the stored response of a key.
  ///
  /// - Returns: `nil` if there is none, or it is damaged. A damaged one is removed.
  /// - Throws: ``CacheProblem`` if the store cannot be read.
  func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry?

  /// Starts to store a response, which replaces the present one. It is not visible before its
  /// writer has finished.
  ///
  /// - Parameter length: the length of the body in bytes; `nil` if it is unknown.
  /// - Returns: a writer of the body; `nil` if the response is too large.
  func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)?

  /// Replaces the head of an entry and keeps its body. Nothing happens if the entry is missing or
  /// has been replaced.
  func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem)

  /// Removes the entry of a key; it may be missing.
  func remove(_ key: CacheKey) async throws(CacheProblem)

  /// Removes the entries of a URL for all users: those whose key satisfies
  /// ``CacheKey/isOfSameResource(as:)``.
  func removeAll(ofResource key: CacheKey) async throws(CacheProblem)

  /// Removes all entries.
  func removeAll() async throws(CacheProblem)
}

/// A writer of the body of a response that is being stored; used by one task at a time.
public protocol CacheWriter: Sendable {
  /// Appends a chunk.
  ///
  /// - Returns: false if the body has become too long; the response is not stored then, and further
  ///   chunks are ignored.
  func append(_ chunk: [UInt8]) async throws(CacheProblem) -> Bool

  /// Ends the body: the response is stored and visible from here on.
  func finish() async throws(CacheProblem)

  /// Discards the response. After ``finish()`` the function does nothing.
  func abandon()
}

/// A stored response. Its body can be read once for each time that the entry was requested.
public struct CacheEntry: Sendable {
  /// The head of the response, with the times of its exchange.
  public let response: StoredResponse
  /// The body of the response.
  public let body: HTTPResponseBody
  /// The length of the body, in bytes.
  public let length: Int

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - response: the head of the response.
  ///   - body: the body of the response.
  ///   - length: the length of the body, in bytes.
  public init(_ response: StoredResponse, body: HTTPResponseBody, length: Int) {
    self.response = response
    self.body = body
    self.length = length
  }
}

/// A failed operation of a store. No request fails with it: a missing response is requested again.
public struct CacheProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// An operation of a store that may fail.
  public enum Action: String, Hashable, Sendable {
    /// Reading, writing or removing an entry.
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
  /// - Parameters:
  ///   - action: the action that failed.
  ///   - detail: the reason, without URLs and contents.
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
