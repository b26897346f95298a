import TremaHTTP
import TremaLock

/// A question to a server whose answer may be kept. What is changed while it is open makes the answer
/// old: it may be from before the change, and would be kept after what was there has been removed.
///
/// For the whole process, so that caches over one store need not know of each other.
final class CacheQuestion: Sendable {
  private struct Open: Sendable {
    var count = 0
    var changes = 0
  }

  private static let open = LockedValue<[CacheKey: Open]>([:])
  private let key: CacheKey
  private let changes: Int

  init(_ key: CacheKey) {
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
  static func change(_ key: CacheKey) { open.withLock { $0[key]?.changes += 1 } }

  /// For tests: how many keys somebody asks for.
  static var count: Int { open.withLock { $0.count } }
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
