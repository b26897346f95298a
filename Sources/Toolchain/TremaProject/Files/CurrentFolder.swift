import TremaSupport

/// The folder that the command runs in, to which the paths of a patch are relative.
struct CurrentFolder {
  private let parts: [Substring]

  init() {
    let path = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    parts = (path ?? "").split(separator: "/")
  }

  /// A path without detours: `../app/a` is `a` in the folder `app`.
  ///
  /// - Returns: the path as it is when it leads out of the folder.
  func relative(_ path: String) -> String {
    var way = path.hasPrefix("/") ? [] : parts
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = way.popLast() } else { way.append(part) }
    }
    guard way.count > parts.count, way.starts(with: parts) else { return path }
    return way.dropFirst(parts.count).joined(separator: "/")
  }
}
