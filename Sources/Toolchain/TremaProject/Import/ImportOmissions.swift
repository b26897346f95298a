/// The files and folders that an import found but omitted, grouped by reason.
package struct ImportOmissions: Hashable, Sendable {
  /// The reasons, in display order.
  package enum Reason: CaseIterable, Hashable, Sendable {
    case unreadable, empty, noLanguage, sheet, variation, noTable, noTexts, noListing, test, tool,
      link, danglingLink, ignored, excluded

    /// The reason as the heading of a list of files.
    package var heading: String {
      switch self {
      case .unreadable: "cannot be read"
      case .empty: "without texts"
      case .noLanguage: "without a known language (specify it with --language fr)"
      case .sheet: "tables of unknown content (specify the files, or --from csv)"
      case .variation: "for some device configurations only"
      case .noTable: "not recognized as texts by path or structure"
      case .noTexts: "resources without texts"
      case .noListing: "not texts of the store's listing, by file name or locale"
      case .test: "test files (specify their folder to import them)"
      case .tool: "built, downloaded or stored by tools"
      case .link: "symbolic links to folders (specify the folders to import them)"
      case .danglingLink: "symbolic links to missing files"
      case .ignored: "ignored by git"
      case .excluded: "excluded"
      }
    }
  }

  /// The files and folders that were omitted for one reason.
  package struct Group: Hashable, Sendable {
    /// The number of files.
    package var fileCount = 0
    /// The number of folders.
    package var folderCount = 0
    /// The first paths. Paths of folders end with a slash.
    package var examples: [String] = []
    /// The number of paths that are not among the examples.
    package var unlistedCount: Int { fileCount + folderCount - examples.count }
  }

  /// Whether the groups contain all paths as examples.
  var listsAll = false
  /// The groups by reason.
  package private(set) var groups: [Reason: Group] = [:]

  /// The maximum number of examples in a group.
  private static let maxExamples = 10

  /// Adds a file or a folder to the group of a reason.
  mutating func add(_ reason: Reason, _ path: String, isFolder: Bool = false) {
    var group = groups[reason] ?? Group()
    if isFolder { group.folderCount += 1 } else { group.fileCount += 1 }
    if listsAll || group.examples.count < Self.maxExamples {
      group.examples.append(isFolder ? "\(path)/" : path)
    }
    groups[reason] = group
  }

  /// Removes a folder that is searched in the end.
  mutating func remove(_ reason: Reason, folder path: String) {
    guard var group = groups[reason], group.folderCount > 0 else { return }
    group.folderCount -= 1
    group.examples.removeAll { $0 == "\(path)/" }
    groups[reason] = group.fileCount + group.folderCount > 0 ? group : nil
  }
}
