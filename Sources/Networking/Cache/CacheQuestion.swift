import TremaHTTP
import TremaLock

/// A question to a server whose answer may be kept. What is changed while it is open makes the answer
/// old: it may be from before the change, and would be kept after what was there has been removed.
///
/// For the whole process, so that caches over one store need not know of each other. A folder is one
/// store however many objects there are for it.
final class CacheQuestion: Sendable {
  private struct Open: Sendable {
    var count = 0
    var changes = 0
  }

  /// A key in a store.
  private struct Place: Hashable, Sendable {
    let store: String
    let key: CacheKey
  }

  private static let open = LockedValue<[Place: Open]>([:])
  private let key: Place
  private let changes: Int

  init(_ url: CacheKey, in store: any CacheStore) {
    let key = Place(store: Self.name(of: store), key: url)
    self.key = key
    changes = Self.open.withLock { open in
      open[key, default: Open()].count += 1
      return open[key, default: Open()].changes
    }
  }

  deinit {
    Self.open.withLock { open in
      open[key, default: Open()].count -= 1
      if open[key, default: Open()].count == 0 { open[key] = nil }
    }
  }

  var isOutdated: Bool {
    Self.open.withLock { $0[key, default: Open()].changes != changes }
  }

  /// What is kept under a key is removed after this, and not before.
  static func change(_ key: CacheKey, in store: any CacheStore) {
    let place = Place(store: name(of: store), key: key)
    open.withLock { $0[place]?.changes += 1 }
  }

  private static func name(of store: any CacheStore) -> String {
    if let disk = store as? DiskCacheStore { return disk.path }
    return type(of: store) is AnyClass
      ? "\(ObjectIdentifier(store as AnyObject))" : "\(type(of: store))"
  }
}

/// Keeps nothing whose question is outdated.
final class TimelyWriter: CacheWriter {
  private let writer: any CacheWriter
  private let question: CacheQuestion
  private let store: any CacheStore
  private let key: CacheKey

  init(
    _ writer: any CacheWriter, _ question: CacheQuestion, _ store: any CacheStore, _ key: CacheKey
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
