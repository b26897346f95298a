internal import Foundation
internal import TremaMessages
internal import TremaSupport

/// The files of a table in one folder. They are opened once, on first use.
final class TableFile: Sendable {
  /// The identity of the files: their path without an extension, and their language.
  struct Name: Hashable {
    var path: String
    var language: LanguageTag
  }

  /// The result of opening the files.
  private final class Contents: Sendable {
    let table: TextTable?

    init(_ table: TextTable?) { self.table = table }
  }

  private let name: Name
  /// The result of opening the files, or empty before the first use.
  private let contents = PublishedObjects<Contents>(count: 1)

  init(_ name: Name) { self.name = name }

  /// Returns the table. Opens the files on first use.
  ///
  /// - Parameter report: Called with each problem of the files. Each problem is reported once and
  ///   outside locks, so the closure may look up texts.
  /// - Returns: The table, or `nil` if the files are missing or cannot be read.
  func table(report: (TranslationProblem.Reason) -> Void) -> TextTable? {
    if let known = contents[0] { return known.table }
    // Two threads may read the files at the same time. The second one discards its result.
    let loaded = TextTable.load(name.path, in: name.language)
    let new = Contents(loaded.table)
    let published = contents.publish(new, at: 0)
    if published === new { loaded.problems.forEach(report) }
    return published.table
  }

  /// The table, or `nil` if the files have not been opened yet or cannot be read.
  var openTable: TextTable? { contents[0]?.table }
}

/// The tables that are searched for a request, in search order.
final class LookupChain: Sendable {
  struct Request: Hashable {
    var bundlePath: String
    var languages: [String]
    var master: String?
    var table: String?
  }

  /// A table of texts in one folder.
  struct Entry {
    let language: LanguageTag?
    let table: String
    let file: TableFile
    /// The locale for numbers, dates and plural rules.
    let locale: MessageLocale
  }

  /// The tables in search order.
  let entries: [Entry]

  private init(_ entries: [Entry]) { self.entries = entries }

  /// The chains and files of the process, protected by the lock.
  private struct Cache {
    var chains: [Request: LookupChain] = [:]
    // Chains for different preferences share the files.
    var files: [TableFile.Name: TableFile] = [:]

    /// Returns the chain for a request. Creates it if necessary.
    ///
    /// - Returns: The chain, and whether it is new.
    mutating func chain(
      for request: Request, in chain: [(folder: LanguageFolders.Folder, locale: MessageLocale)]
    ) -> (LookupChain, isFirst: Bool) {
      if let lookupChain = chains[request] { return (lookupChain, false) }
      // Generated code's default table comes before the older library's default table.
      let tables = request.table.map { [$0] } ?? ["Localizable", "messages"]
      let entries = chain.flatMap { folder, locale in
        tables.filter(LookupChain.isName).map { table in
          Entry(
            language: folder.language, table: table,
            file: file(
              TableFile.Name(path: "\(folder.path)/\(table)", language: folder.textLanguage)),
            locale: locale)
        }
      }
      let lookupChain = LookupChain(entries)
      if chains.count >= maxChains { chains.removeAll() }
      chains[request] = lookupChain
      return (lookupChain, true)
    }

    /// Returns the shared files with a name.
    private mutating func file(_ name: TableFile.Name) -> TableFile {
      if let file = files[name] { return file }
      let file = TableFile(name)
      files[name] = file
      return file
    }
  }

  private static let cache = LockedValue(Cache())

  /// The maximum number of chains. A server with many users may request many combinations of
  /// languages. Chains are cheap to recreate.
  private static let maxChains = 1_000

  /// Discards all files. They are read again on the next lookup.
  static func discardAll() {
    cache.withLock { state in
      state = Cache()
      // The generation changes under the lock, so a thread that reads the new generation also gets
      // a new chain.
      SharedTranslator.shared.generation.add(1)
    }
  }

  /// Returns the chain for a request.
  ///
  /// - Parameters:
  ///   - request: The languages, the table and the path of the bundle.
  ///   - bundle: The bundle at the path in the request.
  ///   - report: Called with each problem of the request or the bundle, once and outside locks.
  /// - Returns: The chain, which is the same object for equal requests.
  static func chain(
    for request: Request, in bundle: Bundle, report: (TranslationProblem.Reason) -> Void
  ) -> LookupChain {
    if let lookupChain = cache.withLock({ $0.chains[request] }) { return lookupChain }
    var reasons: [TranslationProblem.Reason] = []
    func tag(_ language: String) -> LanguageTag? {
      let tag = LanguageTag(language)
      if tag == nil { reasons.append(.invalidLanguage(language)) }
      return tag
    }
    let folders = LanguageFolders(bundle)
    let wanted = request.languages.compactMap(tag)
    let chain = folders.chain(wanted, master: request.master.flatMap(tag)).map { folder in
      (folder, TextLocale.messageLocale(for: folder.textLanguage, wanted: wanted))
    }
    if let problem = folders.problem { reasons.append(.unreadableBundle(problem)) }
    let (lookupChain, isFirst) = cache.withLock { $0.chain(for: request, in: chain) }
    if isFirst { reasons.forEach(report) }
    return lookupChain
  }

  /// Returns whether a table name is valid, which means that it is a file name and not a path.
  private static func isName(_ table: String) -> Bool {
    !table.isEmpty && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
