internal import Foundation
internal import TremaLock
internal import TremaMessages

/// A `.strings` file that is opened when it is first needed, once.
final class TableFile: Sendable {
  let path: String
  private let loaded = LockedValue<TextTable??>(nil)

  init(_ path: String) { self.path = path }

  /// - Parameter report: is told what is wrong with the file, the first time and outside of any
  ///   lock, so that it may translate.
  /// - Returns: the table, or nil when the file is absent or cannot be read.
  func table(report: (String) -> Void) -> TextTable? {
    if let known = loaded.value { return known }
    // Two threads may both read the file; the one that is later throws its copy away.
    let new = TextTable.load(path)
    let (table, isFirst) = loaded.withLock { loaded in
      if let known = loaded { return (known, false) }
      loaded = .some(new.table)
      return (new.table, true)
    }
    if isFirst, let problem = new.problem { report(problem) }
    return table
  }
}

/// The files to look into for one request, in their order.
final class TextShelf: Sendable {
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
  }

  let places: [Place]

  private init(_ places: [Place]) { self.places = places }

  private struct Known {
    var shelves: [Request: TextShelf] = [:]
    // Shelves for several preferences share the files.
    var files: [String: TableFile] = [:]
  }

  private static let known = LockedValue(Known())

  /// A server that translates for many people asks for many lists of languages; a shelf is cheap to
  /// make again.
  private static let mostShelves = 1_000

  /// Forgets all files, so that they are read again.
  static func forgetAll() { known.value = Known() }

  static func shelf(
    for request: Request, in bundle: Bundle, report: (String) -> Void
  ) -> TextShelf {
    if let shelf = known.withLock({ $0.shelves[request] }) { return shelf }
    func tag(_ language: String) -> LanguageTag? {
      let tag = LanguageTag(language)
      if tag == nil { report(language) }
      return tag
    }
    let folders = LanguageFolders(bundle)
      .chain(request.languages.compactMap(tag), master: request.master.flatMap(tag))
    // What the generated code names comes first, then the table of the older library.
    let tables = request.table.map { [$0] } ?? ["Localizable", "messages"]
    return known.withLock { known in
      if known.shelves.count >= mostShelves { known.shelves.removeAll() }
      let places = folders.flatMap { folder in
        tables.filter(isName).map { table in
          let path = "\(folder.path)/\(table).strings"
          let file = known.files[path] ?? TableFile(path)
          known.files[path] = file
          return Place(language: folder.language, table: table, file: file)
        }
      }
      let shelf = TextShelf(places)
      known.shelves[request] = shelf
      return shelf
    }
  }

  /// A table is a file of its folder, not a path to anywhere.
  private static func isName(_ table: String) -> Bool {
    !table.isEmpty && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
