import TremaEditing
import TremaSupport

/// Finds the source files below folders. Links are followed; a folder that was seen already, by any
/// path, is not entered again.
struct SourceWalk {
  /// Folders of tools, which hold no sources of the app. Hidden ones are left out as well.
  static let skipped: Set<String> = ["build", "DerivedData", "Pods", "Carthage", "node_modules"]

  private(set) var files: [(path: String, kind: SourceFile)] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<FolderListing.Identity> = []
  private var seenFiles: Set<String> = []

  /// - Parameter path: a folder, or a file of any name with a known ending.
  mutating func take(_ path: String) {
    switch FolderListing.kind(of: path) {
    case .folder: walk(path)
    case .file: takeFile(path)
    case .absent: diagnostics.append(SystemCalls.unreadable(path, SystemError(code: ENOENT)))
    }
  }

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
        if SourceFile(path: name) != nil, FolderListing.kind(of: path) != .folder {
          takeFile(path)
        } else if FolderListing.kind(of: path) == .folder {
          folders.append(path)
        }
      }
    }
  }

  private mutating func takeFile(_ path: String) {
    guard seenFiles.insert(path).inserted, let kind = SourceFile(path: path) else { return }
    files.append((path, kind))
  }

  private mutating func isNew(_ folder: String) -> Bool {
    // What cannot be asked is told of when it is listed.
    guard let identity = FolderListing.Identity(of: folder) else { return true }
    return seen.insert(identity).inserted
  }
}
