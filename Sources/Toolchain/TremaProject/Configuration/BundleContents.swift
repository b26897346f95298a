import TremaFormats
import TremaSupport

/// The files in a built product, which is a folder or an archive.
struct BundleContents {
  /// The path of the root in messages: `App.ipa/Payload/App.app`.
  let root: String
  /// The paths relative to the root, sorted by bytes.
  private(set) var paths: [String]
  /// The archive, or `nil` for a folder.
  private var archive: ZipArchive?
  /// The path of the root in the archive, with a trailing slash.
  private var prefix = ""

  /// The maximum size in bytes of an archive.
  private static let archiveLimit = 1 << 29
  /// The maximum total size in bytes of the files extracted from an archive.
  private static let contentLimit = 1 << 26
  /// The maximum size in bytes of a single file.
  static let fileLimit = 1 << 24
  /// The maximum depth of nested folders.
  private static let depthLimit = 64
  /// The maximum number of files.
  private static let countLimit = 500_000

  /// Lists the files of a product.
  ///
  /// - Parameter path: The path of a folder or an archive (`.ipa`, `.zip`, `.apk`, …). If it
  ///   contains an app, such as `Payload/App.app`, the app is the root.
  /// - Throws: An `.unreadable` diagnostic, or a `.usage` diagnostic if it contains multiple apps.
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
    if apps.count > 1 { throw Self.multipleApps(apps, path) }
    guard let app = apps.first else {
      root = path
      return
    }
    root = "\(path)/\(app)"
    prefix = app + "/"
    paths = paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the path of a file for messages.
  func displayPath(_ path: String) -> String { "\(root)/\(path)" }

  /// Reads a file.
  ///
  /// - Parameter path: The path relative to the root.
  /// - Throws: An `.unreadable` diagnostic if the file cannot be read or is too large.
  mutating func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    guard archive != nil else {
      return try InputFile(regular: displayPath(path)).contents(limit: Self.fileLimit)
    }
    let bytes = try archive?.read(prefix + path) ?? []
    guard bytes.count <= Self.fileLimit else {
      throw Diagnostic(
        .error, "size-limit", "'\(displayPath(path))' is longer than \(Self.fileLimit) bytes",
        at: SourceLocation(file: displayPath(path)), kind: .unreadable)
    }
    return bytes
  }

  /// Returns the outermost folders with the extension `.app`: in the root, in `Payload`, or in the
  /// applications folder of an Xcode archive.
  private static func apps(in paths: [String]) -> [String] {
    var apps: [String] = []
    for path in paths {
      let parts = path.split(separator: "/")
      guard let end = parts.dropLast().firstIndex(where: { $0.hasSuffix(".app") }) else { continue }
      let folder = parts[..<end].joined(separator: "/")
      guard ["", "Payload", "Products/Applications"].contains(folder) else { continue }
      let app = parts[...end].joined(separator: "/")
      if !apps.contains(where: app.equalsExactly) { apps.append(app) }
    }
    return apps
  }

  /// Returns the error for a product with multiple apps.
  private static func multipleApps(_ apps: [String], _ path: String) -> Diagnostic {
    Diagnostic(
      .error, "usage", "'\(path)' contains several apps: \(apps.joined(separator: ", "))",
      hint: "specify one of them", kind: .usage)
  }

  /// Returns all files in a folder and its subfolders, including hidden files. Symbolic links are
  /// listed but not followed.
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
          .error, "size-limit", "'\(root)' contains too many files or too deeply nested folders",
          at: SourceLocation(file: root), hint: "specify the app's folder", kind: .unreadable)
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
