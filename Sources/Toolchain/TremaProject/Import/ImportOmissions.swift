/// The files and folders that an import found and left out, and why.
package struct ImportOmissions: Hashable, Sendable {
  /// In the order in which they are shown.
  package enum Reason: CaseIterable, Hashable, Sendable {
    case unreadable, empty, noLanguage, sheet, variation, noTable, noTexts, test, tool, link,
      danglingLink, ignored, excluded

    /// The reason, as the heading of a list of files.
    package var words: String {
      switch self {
      case .unreadable: "cannot be read"
      case .empty: "without texts"
      case .noLanguage: "without a known language (name them with --language fr)"
      case .sheet: "tables, which may hold anything (name them, or say --from csv)"
      case .variation: "for some devices or moments only"
      case .noTable: "neither in the place nor in the shape of texts"
      case .noTexts: "resources without texts"
      case .test: "of tests (name their folder to take them)"
      case .tool: "built, downloaded or kept by tools"
      case .link: "symbolic links to folders (name the folders to take them)"
      case .danglingLink: "symbolic links to files that are not there"
      case .ignored: "ignored by git"
      case .excluded: "excluded"
      }
    }
  }

  package struct Group: Hashable, Sendable {
    package var files = 0
    package var folders = 0
    /// The first of them.
    package var examples: [String] = []
    /// The number of those that are not among the examples.
    package var unlisted: Int { files + folders - examples.count }
  }

  /// Whether groups list all their files.
  var listsAll = false
  package private(set) var groups: [Reason: Group] = [:]

  private static let mostExamples = 10

  mutating func add(_ reason: Reason, _ path: String, isFolder: Bool = false) {
    var group = groups[reason] ?? Group()
    if isFolder { group.folders += 1 } else { group.files += 1 }
    if listsAll || group.examples.count < Self.mostExamples {
      group.examples.append(isFolder ? "\(path)/" : path)
    }
    groups[reason] = group
  }

  /// Takes back a folder that is looked into after all.
  mutating func remove(_ reason: Reason, folder path: String) {
    guard var group = groups[reason], group.folders > 0 else { return }
    group.folders -= 1
    group.examples.removeAll { $0 == "\(path)/" }
    groups[reason] = group.files + group.folders > 0 ? group : nil
  }
}
