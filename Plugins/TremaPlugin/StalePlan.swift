import Foundation
import PackagePlugin

/// A marker file that makes SwiftPM's native build system run the plugin again after a change of
/// `trema.json`.
///
/// The build system keeps its plan until a source file or `Package.swift` is added, removed or
/// changed. It does not track the files that a plugin reads, but it tracks the contents of a
/// prebuild command's output folder. The plugin therefore adds a prebuild command that does
/// nothing. A build whose outputs differ from the plan writes the marker into that folder so that
/// the next build plans again.
struct StalePlan {
  let stamp: URL
  private let folder: URL

  init(in work: URL) throws {
    folder = work.appending(path: "Plan")
    stamp = folder.appending(path: "stale")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: stamp.path) {
      // The marker is obsolete, and the build would treat a file in this folder as a resource.
      try FileManager.default.removeItem(at: stamp)
    }
  }

  /// The prebuild command whose output folder SwiftPM tracks.
  var watch: Command {
    .prebuildCommand(
      displayName: "Watching trema.json", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", ":"], outputFilesDirectory: folder)
  }
}
