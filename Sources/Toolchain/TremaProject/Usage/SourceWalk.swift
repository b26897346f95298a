import TremaEditing
import TremaSupport

/// Searches folders for source files. Symbolic links are followed, but a folder is not searched
/// again under a different path.
struct SourceWalk {
  /// Tool folders, which contain no app sources. Hidden folders are also skipped.
  static let skipped: Set<String> = ["build", "DerivedData", "Pods", "Carthage", "node_modules"]

  /// The source files in the order in which they were found.
  private(set) var files: [(path: String, kind: SourceFileKind)] = []
  /// The errors for paths that cannot be read.
  private(set) var diagnostics: [Diagnostic] = []
  /// The folders that have been searched.
  private var seen: Set<FolderListing.Identity> = []
  /// The paths of files that have been found.
  private var seenFiles: Set<String> = []

  /// Adds a file, or the source files of a folder.
  ///
  /// - Parameter path: The path of a folder or a file with a known extension.
  mutating func add(_ path: String) {
    switch FolderListing.kind(of: path) {
    case .folder: walk(path)
    case .file: addFile(path)
    case .absent: diagnostics.append(SystemCalls.unreadableFile(path, SystemError(code: ENOENT)))
    }
  }

  /// Searches a folder and its subfolders.
  private mutating func walk(_ root: String) {
    var folders = [root]
    while let folder = folders.popLast() {
      guard isNew(folder) else { continue }
      let names: [String]
      do throws(Diagnostic) {
        names = try FolderListing.names(in: folder)
      } catch {
        diagnostics.append(error)
        continue
      }
      let separator = folder.hasSuffix("/") ? "" : "/"
      for name in names where !Self.skipped.contains(name) {
        let path = folder == "." ? name : folder + separator + name
        if SourceFileKind(path: name) != nil, FolderListing.kind(of: path) != .folder {
          addFile(path)
        } else if FolderListing.kind(of: path) == .folder {
          folders.append(path)
        }
      }
    }
  }

  /// Adds a file, unless it has been added or its kind is unknown.
  private mutating func addFile(_ path: String) {
    guard seenFiles.insert(path).inserted, let kind = SourceFileKind(path: path) else { return }
    files.append((path, kind))
  }

  /// Returns whether a folder has not been searched yet.
  private mutating func isNew(_ folder: String) -> Bool {
    // A folder whose identity is unknown is reported when it is listed.
    guard let identity = FolderListing.Identity(of: folder) else { return true }
    return seen.insert(identity).inserted
  }
}
