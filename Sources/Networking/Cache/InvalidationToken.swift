import TremaHTTP
import TremaSupport

/// A question to a server whose answer may be kept. What is changed while it is open makes the answer
/// old: it may be from before the change, and would be kept after what was there has been removed.
///
/// For the whole process, so that caches over one store need not know of each other. A folder is one
/// store however many objects there are for it.
final class InvalidationToken: Sendable {
  private struct Open: Sendable {
    var count = 0
    var changes = 0

    mutating func begin() -> Int {
      count += 1
      return changes
    }
  }

  /// A hash of a URL and its store. A change concerns all users of the URL; if two URLs collide, a change of
  /// one also invalidates the responses of the other that are in flight.
  private static func place(_ key: CacheKey, _ store: Store) -> Int {
    key.resourceNumber ^ store.number
  }

  /// Which store it is. One that is an object is held by who asks.
  struct Store: Sendable {
    private enum Kind: Hashable {
      case folder(String)
      case object(ObjectIdentifier)
      case type(ObjectIdentifier)
    }

    /// One and the same store has one number.
    fileprivate let number: Int

    init(_ store: any CacheStore) {
      let kind: Kind =
        if let disk = store as? DiskCacheStore {
          .folder(disk.path)
        } else if type(of: store) is AnyClass {
          .object(ObjectIdentifier(store as AnyObject))
        } else {
          .type(ObjectIdentifier(type(of: store)))
        }
      number = kind.hashValue
    }
  }

  private static let open = LockedValue<[Int: Open]>([:])
  private let place: Int
  private let changes: Int

  init(_ url: CacheKey, in store: Store) {
    let place = Self.place(url, store)
    self.place = place
    changes = Self.open.withLock { $0[place, default: Open()].begin() }
  }

  deinit {
    Self.open.withLock { open in
      guard let index = open.index(forKey: place) else { return }
      open.values[index].count -= 1
      if open.values[index].count == 0 { open.remove(at: index) }
    }
  }

  var isOutdated: Bool {
    Self.open.withLock { $0[place, default: Open()].changes != changes }
  }

  /// Marks the entry of a key as changed before it is removed.
  static func change(_ key: CacheKey, in store: Store) {
    let place = place(key, store)
    open.withLock { $0[place]?.changes += 1 }
  }
}

/// Keeps nothing whose question is outdated.
final class TimelyWriter: CacheWriter {
  private let writer: any CacheWriter
  private let question: InvalidationToken
  private let store: any CacheStore
  private let key: CacheKey

  init(
    _ writer: any CacheWriter, _ question: InvalidationToken, _ store: any CacheStore,
    _ key: CacheKey
  ) {
    (self.writer, self.question, self.store, self.key) = (writer, question, store, key)
  }

  func append(_ piece: [UInt8]) async throws(CacheProblem) -> Bool {
    try await writer.append(piece)
  }

  func finish() async throws(CacheProblem) {
    guard !question.isOutdated else { return writer.abandon() }
    try await writer.finish()
    // What came in between has removed what was there before.
    if question.isOutdated { try await store.remove(key) }
  }

  func abandon() { writer.abandon() }
}
