internal import Foundation
internal import TremaMessages

/// The shelves that a thread has looked into lately.
///
/// Every thread has its own, so that finding a text again takes no lock and writes to no memory that
/// threads share, not even a count of references. What another thread changes is seen through two
/// numbers: a translator that was changed has another identity, and files that were forgotten make a
/// new generation. A thread keeps at most ``most`` shelves; those of another generation are let go
/// when it next asks for a text, and all of them when it ends.
struct ThreadLookupCache {
  private struct Entry {
    let translator: Int
    // Kept, so that no other bundle takes its identity, and not asked: threads that count
    // references to one bundle wait for each other.
    let bundle: Bundle?
    let bundleIdentity: ObjectIdentifier?
    let table: String?
    let shelf: LookupChain
    /// The first of the shelf that is there. The shelf keeps it.
    let first: Unmanaged<TextTable>?
    let smallNumbersArePlain: Bool
  }

  /// More than an app has bundles and tables.
  private static let most = 16

  private var generation: Int
  // Looked at where they lie: an array would be counted, and so would what an entry keeps.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: most)
  /// How many of ``entries`` there are, at most ``most``.
  private var count = 0
  /// The entry that makes room for the next when there are enough.
  private var oldest = 0

  private var copy: ReplicaSelector

  private init(_ process: SharedTranslator) {
    generation = process.generation.value
    copy = ReplicaSelector(thread: process.threadCount.add(1))
  }

  // MARK: asking

  /// A text of the first table: without arguments one in which nothing can be but text, else one
  /// that was read before, with arguments that go with it.
  ///
  /// - Parameters:
  ///   - process: knows the generation, and where the shelves of the thread are.
  ///   - translator: its identity.
  ///   - bundle: as the call names it.
  ///   - table: as the call names it.
  /// - Returns: nil when one has to look closer.
  static func text(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>,
    in process: SharedTranslator, translator: Int, bundle: Bundle?, table: String?
  ) -> String? {
    guard let shelves = ofThread(process),
      let place = shelves.pointee.place(process, translator, bundle, table),
      let first = shelves.pointee.entries[place].first
    else { return nil }
    // No code but ours runs in there, as the arguments have become numbers and texts before: the
    // entry stays, and what it keeps.
    if arguments.isEmpty {
      let copy = shelves.pointee.copy.next()
      return first._withUnsafeGuaranteedRef { $0.plainText(key, copy: copy) }
    }
    let isPlain = shelves.pointee.entries[place].smallNumbersArePlain
    return first._withUnsafeGuaranteedRef {
      $0.quickText(key, arguments, smallNumbersArePlain: isPlain)
    }
  }

  static func shelf(
    in process: SharedTranslator, translator: Int, bundle: Bundle?, table: String?
  ) -> LookupChain? {
    guard let shelves = ofThread(process),
      let place = shelves.pointee.place(process, translator, bundle, table)
    else { return nil }
    return shelves.pointee.entries[place].shelf
  }

  private mutating func place(
    _ process: SharedTranslator, _ translator: Int, _ bundle: Bundle?, _ table: String?
  ) -> Int? {
    let generation = process.generation.value
    if generation != self.generation {
      self.generation = generation
      removeAll()
      return nil
    }
    let bundle = bundle.map(ObjectIdentifier.init)
    for place in 0..<count
    where entries[place].translator == translator && entries[place].bundleIdentity == bundle
      && Self.isSame(entries[place].table, table)
    {
      return place
    }
    return nil
  }

  /// Byte for byte, as names of files are.
  private static func isSame(_ table: String?, _ other: String?) -> Bool {
    guard let table, let other else { return table == nil && other == nil }
    return TextKey(table) == TextKey(other)
  }

  // MARK: keeping

  /// - Parameters:
  ///   - shelf: one that was looked into: its files are open up to the one that had the text.
  ///   - generation: the one that was current before the shelf was asked for.
  static func keep(
    _ shelf: LookupChain, in process: SharedTranslator, translator: Int, bundle: Bundle?,
    table: String?, generation: Int
  ) {
    guard let shelves = ofThread(process) ?? make(process) else { return }
    // Also where a problem was reported to someone who made the thread ask for more texts.
    guard shelves.pointee.place(process, translator, bundle, table) == nil,
      shelves.pointee.generation == generation
    else { return }
    let first = shelf.places.lazy.compactMap { place in
      place.file.openTable.map { (table: $0, locale: place.locale) }
    }.first
    let entry = Entry(
      translator: translator, bundle: bundle, bundleIdentity: bundle.map(ObjectIdentifier.init),
      table: table, shelf: shelf, first: first.map { Unmanaged.passUnretained($0.table) },
      smallNumbersArePlain: first?.locale.writesSmallNumbersPlainly ?? false)
    shelves.pointee.add(entry)
  }

  private mutating func add(_ entry: Entry) {
    if count < Self.most {
      (entries + count).initialize(to: entry)
      count += 1
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.most
    }
  }

  private mutating func removeAll() {
    entries.deinitialize(count: count)
    (count, oldest) = (0, 0)
  }

  // MARK: memory of the thread

  /// - Returns: nil when the process has no key left: then nothing is kept.
  static func makeKey() -> pthread_key_t? {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { ThreadLookupCache.free($0) }
    return status == 0 ? key : nil
  }

  /// Touched by this thread alone.
  private static func ofThread(
    _ process: SharedTranslator
  ) -> UnsafeMutablePointer<ThreadLookupCache>? {
    guard let key = process.threads, let memory = pthread_getspecific(key) else { return nil }
    return memory.assumingMemoryBound(to: ThreadLookupCache.self)
  }

  private static func make(
    _ process: SharedTranslator
  ) -> UnsafeMutablePointer<ThreadLookupCache>? {
    guard let key = process.threads else { return nil }
    let shelves = UnsafeMutablePointer<ThreadLookupCache>.allocate(capacity: 1)
    shelves.initialize(to: ThreadLookupCache(process))
    if pthread_setspecific(key, shelves) == 0 { return shelves }
    free(shelves)
    return nil
  }

  /// Called by the system when the thread ends.
  private static func free(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let shelves = memory.assumingMemoryBound(to: ThreadLookupCache.self)
    shelves.pointee.removeAll()
    shelves.pointee.entries.deallocate()
    shelves.deinitialize(count: 1)
    shelves.deallocate()
  }
}
