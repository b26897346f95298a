import TremaSupport

/// The outputs that a build system expects, because they were declared when it made its plan.
///
/// SwiftPM's build system keeps its plan until a source file is added or removed: a new language of
/// `trema.json` would be written, but not copied to the bundle. Therefore such a build fails, and
/// touches a file that makes the next build plan again.
package struct PlannedOutputs: Hashable, Sendable {
  /// The paths relative to the root folder of the outputs.
  package var paths: Set<String>
  /// The file that is touched if the outputs differ; `nil` for none.
  package var staleStamp: String?

  package init(paths: Set<String>, staleStamp: String? = nil) {
    self.paths = paths
    self.staleStamp = staleStamp
  }

  /// Compares the outputs with those that a build made.
  ///
  /// - Parameters:
  ///   - actual: The paths of the build's outputs.
  ///   - project: The path of the project file, which is the location of the error.
  /// - Returns: An error that names the first output that differs; `nil` if there is none.
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
      at: SourceLocation(file: project), hint: "build again; the build is then planned again",
      subject: difference)
  }
}
