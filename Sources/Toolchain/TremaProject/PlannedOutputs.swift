import TremaSupport

/// The outputs that a build system expects because they were declared when it created its plan.
///
/// SwiftPM's build system keeps its plan until a source file is added or removed: a new language in
/// `trema.json` would be written but not copied to the bundle. Such a build therefore fails and
/// touches a file so that the next build plans again.
package struct PlannedOutputs: Hashable, Sendable {
  /// The paths, relative to the root folder of the outputs.
  package var paths: Set<String>
  /// The file to touch if the outputs differ, or `nil` if there is none.
  package var staleStamp: String?

  package init(paths: Set<String>, staleStamp: String? = nil) {
    self.paths = paths
    self.staleStamp = staleStamp
  }

  /// Compares the outputs with the outputs that a build wrote.
  ///
  /// - Parameters:
  ///   - actual: The paths of the build's outputs.
  ///   - project: The project file's path, used as the error's location.
  /// - Returns: An error that names the first output that differs, or `nil` if there is none.
  func difference(from actual: Set<String>, project: String) -> Diagnostic? {
    let difference: String
    if let new = actual.subtracting(paths).min() {
      difference = "'\(new)' is new"
    } else if let missing = paths.subtracting(actual).min() {
      difference = "'\(missing)' is no longer an output"
    } else {
      return nil
    }
    return Diagnostic(
      .error, "stale-plan",
      "the outputs differ from those that were planned: \(difference)",
      at: SourceLocation(file: project),
      hint: staleStamp == nil
        ? "use the same languages in the build system's file, the master language first"
        : "build again to plan the outputs again",
      subject: difference)
  }
}
