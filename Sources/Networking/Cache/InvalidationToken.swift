import TremaHTTP
import TremaSupport

/// A token for a request whose response may be stored. It detects changes to the resource during
/// the request: the response may precede the change, and must not be stored after the old entries
/// have been removed.
///
/// Tokens apply to the whole process, so multiple caches can share a store without knowing about
/// each other. A folder counts as one store, even if more than one object represents it.
final class InvalidationToken: Sendable {
  /// The existing tokens of one URL.
  private struct LiveTokens: Sendable {
    var count = 0
    /// The number of changes since the first token was created.
    var changeCount = 0

    /// Counts a token and returns the number of changes before it.
    mutating func addToken() -> Int {
      count += 1
      return changeCount
    }
  }

  /// Returns a hash of a URL and its store. A change affects all users of the URL. If two URLs
  /// collide, a change to one also invalidates the other's responses that are in flight.
  private static func resourceHash(_ key: CacheKey, _ store: Store) -> Int {
    key.resourceHash ^ store.storedHash
  }

  /// A store's identity. A store that is an object must be retained by this value's owner.
  struct Store: Sendable {
    private enum Kind: Hashable {
      case folder(String)
      case object(ObjectIdentifier)
      case type(ObjectIdentifier)
    }

    /// A hash that is equal for equal stores.
    fileprivate let storedHash: Int

    init(_ store: any CacheStore) {
      let kind: Kind =
        if let disk = store as? DiskCacheStore {
          .folder(disk.path)
        } else if type(of: store) is AnyClass {
          .object(ObjectIdentifier(store as AnyObject))
        } else {
          .type(ObjectIdentifier(type(of: store)))
        }
      storedHash = kind.hashValue
    }
  }

  /// The existing tokens, by the hash of their URL and store.
  private static let liveTokens = LockedValue<[Int: LiveTokens]>([:])
  private let resourceHash: Int
  /// The number of changes when the token was created.
  private let changeCount: Int

  init(_ url: CacheKey, in store: Store) {
    let hash = Self.resourceHash(url, store)
    self.resourceHash = hash
    changeCount = Self.liveTokens.withLock { $0[hash, default: LiveTokens()].addToken() }
  }

  deinit {
    Self.liveTokens.withLock { open in
      guard let index = open.index(forKey: resourceHash) else { return }
      open.values[index].count -= 1
      if open.values[index].count == 0 { open.remove(at: index) }
    }
  }

  /// Whether the resource has changed since the token was created.
  var isOutdated: Bool {
    Self.liveTokens.withLock { $0[resourceHash, default: LiveTokens()].changeCount != changeCount }
  }

  /// Registers a change to a key's resource. Call this before removing its entries.
  static func invalidate(_ key: CacheKey, in store: Store) {
    let hash = resourceHash(key, store)
    liveTokens.withLock { $0[hash]?.changeCount += 1 }
  }
}

/// A writer that stores nothing if the token of its request is outdated.
final class InvalidationCheckingWriter: CacheWriter {
  private let writer: any CacheWriter
  private let invalidationToken: InvalidationToken
  private let store: any CacheStore
  private let key: CacheKey

  init(
    _ writer: any CacheWriter, _ token: InvalidationToken, _ store: any CacheStore,
    _ key: CacheKey
  ) {
    (self.writer, self.invalidationToken, self.store, self.key) = (writer, token, store, key)
  }

  func append(_ chunk: [UInt8]) async throws(CacheProblem) -> Bool {
    try await writer.append(chunk)
  }

  func finish() async throws(CacheProblem) {
    guard !invalidationToken.isOutdated else { return writer.abandon() }
    try await writer.finish()
    // A change between the two checks has removed the entries before this one was stored.
    if invalidationToken.isOutdated { try await store.remove(key) }
  }

  func abandon() { writer.abandon() }
}
