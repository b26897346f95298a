import Foundation
import PackagePlugin

/// Lets SwiftPM's own build system ask the plugin again after `trema.json` has changed.
///
/// That build system keeps its plan until a source file or `Package.swift` comes, goes or changes;
/// what a plugin has read does not count. It does watch which files are in the folder of a prebuild
/// command. So there is one that does nothing, and a build that finds other outputs than were
/// planned puts a file there: the next one plans again.
struct StalePlan {
  let stamp: URL
  private let folder: URL

  init(in work: URL) throws {
    folder = work.appending(path: "Plan")
    stamp = folder.appending(path: "stale")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: stamp.path) {
      // The plan is being made anew; and what stays here would become a resource.
      try FileManager.default.removeItem(at: stamp)
    }
  }

  var watch: Command {
    .prebuildCommand(
      displayName: "Watching trema.json", executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", ":"], outputFilesDirectory: folder)
  }
}
