import TremaSupport

/// Where programs are.
enum Executable {
  /// Whether a shell would find a program by its name.
  static func isInPath(_ name: String) -> Bool {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return false }
    return path.split(separator: ":").contains { folder in
      let file = "\(folder)/\(name)"
      return FolderListing.kind(of: file) == .file && access(file, X_OK) == 0
    }
  }

  /// The file that runs now; nil when the system does not tell.
  static var own: String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    #else
      let path = "/proc/self/exe"
    #endif
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
