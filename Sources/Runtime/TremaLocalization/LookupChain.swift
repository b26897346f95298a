internal import Foundation
internal import TremaMessages
internal import TremaSupport

/// The files of a table in one folder, which are opened when they are first needed, once.
final class TableFile: Sendable {
  /// The identity of a chain: the path of the files without their extensions, and the language of the
  /// texts.
  struct Name: Hashable {
    var path: String
    var language: LanguageTag
  }

  private final class Contents: Sendable {
    let table: TextTable?

    init(_ table: TextTable?) { self.table = table }
  }

  private let name: Name
  private let contents = PublishedObjects<Contents>(count: 1)

  init(_ name: Name) { self.name = name }

  /// - Parameter report: is told what is wrong with the files, the first time and outside of any
  ///   lock, so that it may translate.
  /// - Returns: the table, or nil when the files are absent or cannot be read.
  func table(report: (TranslationProblem.Reason) -> Void) -> TextTable? {
    if let known = contents[0] { return known.table }
    // Two threads may both read the file; the one that is later throws its copy away.
    let loaded = TextTable.load(name.path, in: name.language)
    let new = Contents(loaded.table)
    let published = contents.publish(new, at: 0)
    if published === new { loaded.problems.forEach(report) }
    return published.table
  }

  /// The table when the files were opened before.
  var openTable: TextTable? { contents[0]?.table }
}

/// The files to look into for one request, in their order.
final class LookupChain: Sendable {
  struct Request: Hashable {
    var bundlePath: String
    var languages: [String]
    var master: String?
    var table: String?
  }

  struct Place {
    let language: LanguageTag?
    let table: String
    let file: TableFile
    /// Writes numbers and dates, and chooses among plural forms.
    let locale: MessageLocale
  }

  let places: [Place]

  private init(_ places: [Place]) { self.places = places }

  private struct Known {
    var shelves: [Request: LookupChain] = [:]
    // Shelves for several preferences share the files.
    var files: [TableFile.Name: TableFile] = [:]

    /// - Returns: the shelf, and whether it is a new one.
    mutating func shelf(
      for request: Request, in chain: [(folder: LanguageFolders.Folder, locale: MessageLocale)]
    ) -> (LookupChain, isFirst: Bool) {
      if let shelf = shelves[request] { return (shelf, false) }
      // What the generated code names comes first, then the table of the older library.
      let tables = request.table.map { [$0] } ?? ["Localizable", "messages"]
      let places = chain.flatMap { folder, locale in
        tables.filter(LookupChain.isName).map { table in
          Place(
            language: folder.language, table: table,
            file: file(
              TableFile.Name(path: "\(folder.path)/\(table)", language: folder.textLanguage)),
            locale: locale)
        }
      }
      let shelf = LookupChain(places)
      if shelves.count >= mostShelves { shelves.removeAll() }
      shelves[request] = shelf
      return (shelf, true)
    }

    private mutating func file(_ name: TableFile.Name) -> TableFile {
      if let file = files[name] { return file }
      let file = TableFile(name)
      files[name] = file
      return file
    }
  }

  private static let known = LockedValue(Known())

  /// A server that translates for many people asks for many lists of languages; a shelf is cheap to
  /// make again.
  private static let mostShelves = 1_000

  /// Forgets all files, so that they are read again.
  static func forgetAll() {
    known.withLock { known in
      known = Known()
      // Under the lock: who sees the new number gets a new shelf.
      SharedTranslator.ofProcess.generation.add(1)
    }
  }

  /// - Parameters:
  ///   - request: what is asked for.
  ///   - bundle: the bundle at the path in the request.
  ///   - report: is told what is wrong with the request or the bundle, the first time and outside of
  ///     any lock.
  /// - Returns: the shelf, the same one each time.
  static func shelf(
    for request: Request, in bundle: Bundle, report: (TranslationProblem.Reason) -> Void
  ) -> LookupChain {
    if let shelf = known.withLock({ $0.shelves[request] }) { return shelf }
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
    let (shelf, isFirst) = known.withLock { $0.shelf(for: request, in: chain) }
    if isFirst { reasons.forEach(report) }
    return shelf
  }

  /// A table is a file of its folder, not a path to anywhere.
  private static func isName(_ table: String) -> Bool {
    !table.isEmpty && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
