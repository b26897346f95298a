import TremaSupport

/// The current folder, which a patch's paths are relative to.
struct CurrentFolder {
  /// The components of its absolute path.
  private let parts: [Substring]

  /// Determines the current folder of the process.
  init() {
    let path = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    parts = (path ?? "").split(separator: "/")
  }

  /// Returns a path relative to the folder without `.` and `..`: `../app/a` becomes `a` in the
  /// folder `app`. Symbolic links are not resolved.
  ///
  /// - Returns: The path, unchanged if it is outside the folder.
  func relative(_ path: String) -> String {
    var components = path.hasPrefix("/") ? [] : parts
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = components.popLast() } else { components.append(part) }
    }
    guard components.count > parts.count, components.starts(with: parts) else { return path }
    return components.dropFirst(parts.count).joined(separator: "/")
  }
}
