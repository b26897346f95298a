/// Folders that tools write, which hold no sources of the app.
enum BuiltFolder {
  /// Whether a folder holds only what tools have built, downloaded or kept.
  ///
  /// `build` is a common name for sources as well: it is a tool's only beside the file of a tool that
  /// writes there.
  ///
  /// - Parameter names: the names of the folder that it is in.
  static func isBuilt(_ name: String, beside names: [String]) -> Bool {
    if name.hasPrefix(".") { return true }
    guard SourceWalk.skipped.contains(name) else { return false }
    return name != "build"
      || names.contains { buildFiles.contains($0) || $0.hasSuffix(".xcodeproj") }
  }

  /// The files of Gradle, Flutter, CMake, Xcode and Python's setuptools.
  private static let buildFiles: Set<String> = [
    "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "pubspec.yaml",
    "CMakeLists.txt", "setup.py", "pyproject.toml",
  ]
}
