import TremaHTTP
import TremaSupport

/// An in-memory response store that lasts as long as the object. Multiple clients can share one.
public final class MemoryCacheStore: CacheStore {
  /// The maximum size of all entries in bytes: keys, heads and bodies.
  let limit: Int
  /// The maximum size of one body, in bytes.
  let entryLimit: Int
  private let state = LockedValue(State())

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of all entries in bytes: keys, heads and bodies.
  ///   - entryLimit: The maximum body size, in bytes; `nil` means an eighth of `limit`.
  public init(limit: Int = 16 << 20, entryLimit: Int? = nil) {
    self.limit = limit
    self.entryLimit = min(limit, entryLimit ?? limit / 8)
  }

  /// A stored response.
  private struct Entry: Sendable {
    var response: StoredResponse
    let body: [UInt8]
    var size: Int
    /// The ordinal of the last use.
    var lastUseNumber: Int
  }

  /// The entries and the order of their use.
  private struct State: Sendable {
    var entries: [CacheKey: Entry] = [:]
    /// The size of all entries, in bytes.
    var size = 0
    /// The number of uses so far.
    var useCount = 0
    /// The keys in the order of their use. A key that was used again occurs more than once; only
    /// its last occurrence is relevant.
    var order: [(key: CacheKey, use: Int)] = []
    /// The index of the first occurrence that has not been removed.
    var first = 0

    /// Registers a use. The order is compacted when outdated occurrences predominate, so the
    /// amortized cost of a use is constant.
    mutating func use(_ key: CacheKey) {
      useCount += 1
      entries[key]?.lastUseNumber = useCount
      order.append((key, useCount))
      guard order.count > 64 + 4 * entries.count else { return }
      order = order[first...].filter { entries[$0.key]?.lastUseNumber == $0.use }
      first = 0
    }

    mutating func remove(_ key: CacheKey) {
      if let entry = entries.removeValue(forKey: key) { size -= entry.size }
    }

    /// Adds an entry, and removes the least recently used entries beyond the limit.
    mutating func put(_ entry: Entry, _ key: CacheKey, limit: Int) {
      remove(key)
      entries[key] = entry
      size += entry.size
      use(key)
      while size > limit, first < order.count {
        let (oldest, use) = order[first]
        first += 1
        if entries[oldest]?.lastUseNumber == use { remove(oldest) }
      }
    }
  }

  /// The size of the stored entries, in bytes.
  public var size: Int { state.withLock { $0.size } }
  /// The number of stored responses.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Returns whether there is an entry for a key. This does not count as a use.
  func contains(_ key: CacheKey) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// Returns the stored response for a key, or `nil` if there is none.
  public func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      state.use(key)
      return CacheEntry(entry.response, body: .bytes(entry.body), length: entry.body.count)
    }
  }

  /// Returns a writer for a response's body, or `nil` if the response is not stored.
  public func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)? {
    if let length, length > entryLimit { return nil }
    return Writer(self, key, response)
  }

  /// Replaces the head of a stored response if that response has not been replaced.
  public func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem) {
    state.withLock { state in
      guard let entry = state.entries[key], entry.response == old else { return }
      state.put(Self.entry(new, entry.body, key), key, limit: limit)
    }
  }

  /// Removes the stored response for a key.
  public func remove(_ key: CacheKey) async throws(CacheProblem) {
    state.withLock { $0.remove(key) }
  }

  /// Removes all stored responses for a key's URL.
  public func removeAll(ofResource key: CacheKey) async throws(CacheProblem) {
    state.withLock { state in
      let keys = state.entries.keys.filter { $0.hasSameResource(as: key) }
      for key in keys { state.remove(key) }
    }
  }

  /// Removes all stored responses.
  public func removeAll() async throws(CacheProblem) { state.value = State() }

  /// Returns an entry with its size.
  private static func entry(
    _ response: StoredResponse, _ body: [UInt8], _ key: CacheKey
  ) -> Entry {
    let size = key.size + CacheFile.encoded(response).count + body.count
    return Entry(response: response, body: body, size: size, lastUseNumber: 0)
  }

  /// A writer for an entry.
  private final class Writer: CacheWriter {
    private let store: MemoryCacheStore
    private let key: CacheKey
    private let response: StoredResponse
    /// The body's bytes, or `nil` after the end.
    private let body = LockedValue<[UInt8]?>([])

    init(_ store: MemoryCacheStore, _ key: CacheKey, _ response: StoredResponse) {
      (self.store, self.key, self.response) = (store, key, response)
    }

    func append(_ chunk: [UInt8]) async throws(CacheProblem) -> Bool {
      body.withLock { body in
        guard let count = body?.count, chunk.count <= store.entryLimit - count else {
          body = nil
          return false
        }
        body?.append(contentsOf: chunk)
        return true
      }
    }

    func finish() async throws(CacheProblem) {
      guard let body = body.exchange(nil) else { return }
      let entry = MemoryCacheStore.entry(response, body, key)
      store.state.withLock { $0.put(entry, key, limit: store.limit) }
    }

    func abandon() { body.value = nil }
  }
}
