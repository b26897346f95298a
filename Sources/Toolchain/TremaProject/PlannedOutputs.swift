import TremaSupport

/// The outputs that a build system counts on, because it was told of them when it made its plan.
///
/// SwiftPM's own build system keeps its plan until a source file comes or goes; a language that is
/// new in `trema.json` would be written, and never reach the bundle. So such a build fails, and
/// touches a file that lets the next one plan again.
package struct PlannedOutputs: Hashable, Sendable {
  /// Below the output root.
  package var paths: Set<String>
  /// The file that is touched when the outputs are others.
  package var staleStamp: String?

  package init(paths: Set<String>, staleStamp: String? = nil) {
    self.paths = paths
    self.staleStamp = staleStamp
  }

  /// - Returns: an error that names one of the outputs that differ, or nil when there are none.
  func difference(from made: Set<String>, project: String) -> Diagnostic? {
    let difference: String
    if let new = made.subtracting(paths).min() {
      difference = "'\(new)' is new"
    } else if let gone = paths.subtracting(made).min() {
      difference = "'\(gone)' is made no longer"
    } else {
      return nil
    }
    return Diagnostic(
      .error, "stale-plan",
      "the outputs are others than when this build was planned: \(difference)",
      at: SourceLocation(file: project), hint: "build again, and the plan will be made anew",
      subject: difference)
  }
}
