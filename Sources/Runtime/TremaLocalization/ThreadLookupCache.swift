internal import Foundation
internal import TremaMessages

/// The lookup chains that a thread has recently used.
///
/// Each thread has its own cache, so repeated lookups neither lock nor write to memory that threads
/// share, including reference counts. Two numbers reveal changes by other threads: a changed
/// translator has a new identity, and discarding the files starts a new generation. A thread keeps
/// at most `maxEntries` chains. Chains from an earlier generation are released when the thread next
/// looks up a text, and all chains are released when it ends.
struct ThreadLookupCache {
  /// A chain and the parameters it was created for.
  private struct Entry {
    let translator: Int
    // The bundle is retained so that no other bundle gets its identity. It isn't used otherwise,
    // because threads would contend for its reference count.
    let bundle: Bundle?
    let bundleIdentity: ObjectIdentifier?
    let table: String?
    let chain: LookupChain
    /// The first existing table of the chain, which the chain retains, or `nil` if there is none.
    let first: Unmanaged<TextTable>?
    /// Whether small numbers are formatted with ASCII digits only.
    let smallNumbersArePlain: Bool
  }

  /// The maximum number of chains. Apps have fewer combinations of bundles and tables.
  private static let maxEntries = 16

  /// The generation of the entries.
  private var generation: Int
  // The entries are accessed in place. Access through an array would retain the array and the
  // references in the entry.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: maxEntries)
  /// The number of initialized entries, at most `maxEntries`.
  private var count = 0
  /// The index of the entry that is replaced next when the cache is full.
  private var oldestIndex = 0

  /// The selection of replicas for the thread.
  private var replicaSelector: ReplicaSelector

  private init(_ process: SharedTranslator) {
    generation = process.generation.value
    replicaSelector = ReplicaSelector(thread: process.threadCount.add(1))
  }

  // MARK: lookup

  /// Returns a text from the first table without a lock. If there are no arguments, the text must
  /// have no placeholders. Otherwise it must already be parsed and match the arguments.
  ///
  /// - Parameters:
  ///   - process: The process's translator, with the current generation and the cache's key.
  ///   - translator: The translator's identity.
  ///   - bundle: The bundle passed to the call, or `nil`.
  ///   - table: The table passed to the call, or `nil`.
  /// - Returns: The text, or `nil` if a complete lookup is necessary.
  static func text(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>,
    in process: SharedTranslator, translator: Int, bundle: Bundle?, table: String?
  ) -> String? {
    guard let cache = current(process),
      let index = cache.pointee.entryIndex(process, translator, bundle, table),
      let first = cache.pointee.entries[index].first
    else { return nil }
    // The arguments have already been converted to numbers and strings, so no code of the app runs
    // here, and the entry and its references remain valid.
    if arguments.isEmpty {
      let copy = cache.pointee.replicaSelector.next()
      return first._withUnsafeGuaranteedRef { $0.plainText(key, copy: copy) }
    }
    let isPlain = cache.pointee.entries[index].smallNumbersArePlain
    return first._withUnsafeGuaranteedRef {
      $0.quickText(key, arguments, smallNumbersArePlain: isPlain)
    }
  }

  /// Returns the cached chain for the parameters of a call, or `nil` if there is none.
  static func chain(
    in process: SharedTranslator, translator: Int, bundle: Bundle?, table: String?
  ) -> LookupChain? {
    guard let cache = current(process),
      let index = cache.pointee.entryIndex(process, translator, bundle, table)
    else { return nil }
    return cache.pointee.entries[index].chain
  }

  /// Returns the index of the entry for a call's parameters, or `nil` if there is none. Releases
  /// entries from an earlier generation.
  private mutating func entryIndex(
    _ process: SharedTranslator, _ translator: Int, _ bundle: Bundle?, _ table: String?
  ) -> Int? {
    let generation = process.generation.value
    if generation != self.generation {
      self.generation = generation
      removeAll()
      return nil
    }
    let bundle = bundle.map(ObjectIdentifier.init)
    for index in 0..<count
    where entries[index].translator == translator && entries[index].bundleIdentity == bundle
      && Self.isSame(entries[index].table, table)
    {
      return index
    }
    return nil
  }

  /// Returns whether two table names are equal. Like file names, they are compared byte for byte.
  private static func isSame(_ table: String?, _ other: String?) -> Bool {
    guard let table, let other else { return table == nil && other == nil }
    return TextKey(table) == TextKey(other)
  }

  // MARK: storage

  /// Stores a chain.
  ///
  /// - Parameters:
  ///   - chain: A chain that was searched. Its files are open up to the file that contains the
  ///     text.
  ///   - generation: The generation that was current before the chain was requested.
  static func store(
    _ chain: LookupChain, in process: SharedTranslator, translator: Int, bundle: Bundle?,
    table: String?, generation: Int
  ) {
    guard let cache = current(process) ?? make(process) else { return }
    // If a problem was reported, its handler may have looked up texts and added this entry.
    guard cache.pointee.entryIndex(process, translator, bundle, table) == nil,
      cache.pointee.generation == generation
    else { return }
    let first = chain.entries.lazy.compactMap { chainEntry in
      chainEntry.file.openTable.map { (table: $0, locale: chainEntry.locale) }
    }.first
    let entry = Entry(
      translator: translator, bundle: bundle, bundleIdentity: bundle.map(ObjectIdentifier.init),
      table: table, chain: chain, first: first.map { Unmanaged.passUnretained($0.table) },
      smallNumbersArePlain: first?.locale.writesSmallNumbersPlainly ?? false)
    cache.pointee.add(entry)
  }

  /// Adds an entry. Replaces the oldest entry if the cache is full.
  private mutating func add(_ entry: Entry) {
    if count < Self.maxEntries {
      (entries + count).initialize(to: entry)
      count += 1
    } else {
      entries[oldestIndex] = entry
      oldestIndex = (oldestIndex + 1) % Self.maxEntries
    }
  }

  /// Releases all entries.
  private mutating func removeAll() {
    entries.deinitialize(count: count)
    (count, oldestIndex) = (0, 0)
  }

  // MARK: memory of the thread

  /// Creates the key of the thread-specific caches.
  ///
  /// - Returns: The key, or `nil` if the process has no more keys. Nothing is then cached.
  static func makeKey() -> pthread_key_t? {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { ThreadLookupCache.free($0) }
    return status == 0 ? key : nil
  }

  /// Returns the current thread's cache, or `nil` if it has none. Other threads do not access it.
  private static func current(
    _ process: SharedTranslator
  ) -> UnsafeMutablePointer<ThreadLookupCache>? {
    guard let key = process.threadCacheKey, let memory = pthread_getspecific(key) else {
      return nil
    }
    return memory.assumingMemoryBound(to: ThreadLookupCache.self)
  }

  /// Creates the cache of the current thread, or returns `nil` if the system cannot store it.
  private static func make(
    _ process: SharedTranslator
  ) -> UnsafeMutablePointer<ThreadLookupCache>? {
    guard let key = process.threadCacheKey else { return nil }
    let cache = UnsafeMutablePointer<ThreadLookupCache>.allocate(capacity: 1)
    cache.initialize(to: ThreadLookupCache(process))
    if pthread_setspecific(key, cache) == 0 { return cache }
    free(cache)
    return nil
  }

  /// Releases a cache. Called by the system when its thread ends.
  private static func free(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let cache = memory.assumingMemoryBound(to: ThreadLookupCache.self)
    cache.pointee.removeAll()
    cache.pointee.entries.deallocate()
    cache.deinitialize(count: 1)
    cache.deallocate()
  }
}
