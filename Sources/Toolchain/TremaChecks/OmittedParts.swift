/// The parts of a text that outputs omit without reporting an error: parts that outputs cannot
/// contain although the error is suppressed, and drafts that would crash an app. Only their number
/// is reported.
package struct OmittedParts: Hashable, Sendable {
  /// Whether the whole text is omitted because an earlier text with the same key is written.
  package internal(set) var isWholeText = false
  /// The targets in which an earlier text has the same generated name.
  package internal(set) var targets: [SlicedTarget] = []
  /// The indices of the values that no output can write, because the language is invalid or an
  /// earlier value has the same language.
  package var values: Set<Int> = []
  /// The values that a single target cannot write.
  package internal(set) var valuesOfTargets: [ValueOfTarget] = []

  /// The indices of the `initial` values that would crash an app or be shown incorrectly, because
  /// their arguments differ from the call's or they can't be parsed. Only outputs for translators
  /// contain them.
  package internal(set) var drafts: Set<Int> = []

  /// A value that one target cannot write.
  package struct ValueOfTarget: Hashable, Sendable {
    package let target: CheckTarget
    /// The index of the value in the text.
    package let value: Int
  }

  package init() {}

  /// Whether nothing is omitted.
  package var isEmpty: Bool { self == OmittedParts() }

  /// Returns whether an output with names in any of the targets omits the whole text.
  package func isOmitted(of targets: [SlicedTarget]) -> Bool {
    isWholeText || targets.contains(where: self.targets.contains)
  }

  /// Returns the indices of the values that an output omits.
  ///
  /// - Parameter hasDrafts: Whether the output contains drafts, as outputs for translators do.
  package func values(for targets: [CheckTarget], hasDrafts: Bool) -> Set<Int> {
    let unsupported = valuesOfTargets.filter { targets.contains($0.target) }.map(\.value)
    return values.union(unsupported).union(hasDrafts ? [] : drafts)
  }
}
