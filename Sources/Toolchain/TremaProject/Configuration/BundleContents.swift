import TremaFormats
import TremaSupport

/// The files of a built product: those of a folder, or of an archive.
struct BundleContents {
  /// The name of the root in messages: `App.ipa/Payload/App.app`.
  let root: String
  /// The paths from the root, in the order of their bytes.
  private(set) var paths: [String]
  private var archive: ZipArchive?
  /// The prefix of the paths inside of the archive.
  private var prefix = ""

  /// The largest archive that is read; and what may come out of it.
  private static let archiveLimit = 1 << 29
  private static let contentLimit = 1 << 26
  /// The longest file that is read.
  static let fileLimit = 1 << 24
  private static let depthLimit = 64
  private static let countLimit = 500_000

  /// - Parameter path: a folder, or an archive (`.ipa`, `.zip`, `.apk`, …). The app in it is looked
  ///   at, where there is one: `Payload/App.app`.
  /// - Throws: kind `.unreadable`, `.usage` when it holds several apps.
  init(_ path: String) throws(Diagnostic) {
    let path = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    if FolderListing.kind(of: path) == .folder {
      paths = try Self.walk(path)
    } else {
      let bytes = try InputFile(path: path).contents(limit: Self.archiveLimit)
      let archive = try ZipArchive(bytes, file: path, limit: Self.contentLimit)
      paths = archive.paths
      self.archive = archive
    }
    if path.hasSuffix(".app") {
      root = path
      return
    }
    let apps = Self.apps(in: paths)
    if apps.count > 1 { throw Self.several(apps, path) }
    guard let app = apps.first else {
      root = path
      return
    }
    root = "\(path)/\(app)"
    prefix = app + "/"
    paths = paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the name of a file in messages.
  func shown(_ path: String) -> String { "\(root)/\(path)" }

  mutating func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    guard archive != nil else {
      return try InputFile(regular: shown(path)).contents(limit: Self.fileLimit)
    }
    let bytes = try archive?.read(prefix + path) ?? []
    guard bytes.count <= Self.fileLimit else {
      throw Diagnostic(
        .error, "size-limit", "'\(shown(path))' is longer than \(Self.fileLimit) bytes",
        at: SourceLocation(file: shown(path)), kind: .unreadable)
    }
    return bytes
  }

  /// The outermost folders called `.app`: in the root, in `Payload`, or where an archive of Xcode has
  /// them.
  private static func apps(in paths: [String]) -> [String] {
    var apps: [String] = []
    for path in paths {
      let parts = path.split(separator: "/")
      guard let end = parts.dropLast().firstIndex(where: { $0.hasSuffix(".app") }) else { continue }
      let folder = parts[..<end].joined(separator: "/")
      guard ["", "Payload", "Products/Applications"].contains(folder) else { continue }
      let app = parts[...end].joined(separator: "/")
      if !apps.contains(where: app.isExactly) { apps.append(app) }
    }
    return apps
  }

  private static func several(_ apps: [String], _ path: String) -> Diagnostic {
    Diagnostic(
      .error, "usage", "'\(path)' holds several apps: \(apps.joined(separator: ", "))",
      hint: "name one of them", kind: .usage)
  }

  /// All files below a folder, hidden ones too; links are named, and not followed.
  private static func walk(_ root: String) throws(Diagnostic) -> [String] {
    var files: [String] = []
    var folders: [(path: String, depth: Int)] = [("", 0)]
    while let (folder, depth) = folders.popLast() {
      for name in try FolderListing.names(
        in: folder.isEmpty ? root : "\(root)/\(folder)", hidden: true)
      {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var status = stat()
        guard lstat("\(root)/\(path)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append((path, depth + 1))
        } else {
          files.append(path)
        }
      }
      if depth > depthLimit || files.count > countLimit {
        throw Diagnostic(
          .error, "size-limit", "'\(root)' has too many files, or folders in one another",
          at: SourceLocation(file: root), hint: "name the folder of the app", kind: .unreadable)
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
