/// The parts of a text that outputs omit without reporting an error: those that outputs cannot hold
/// although the error is suppressed, and drafts that would crash an app. They are counted.
package struct OmittedParts: Hashable, Sendable {
  /// Whether the whole text is omitted, because an earlier one with the same key is written.
  package internal(set) var isWholeText = false
  /// The targets in which an earlier text has the name that is made from the key.
  package internal(set) var targets: [CheckTarget] = []
  /// The indices of values that no output can write, because the language is invalid or an earlier
  /// value has it.
  package var values: Set<Int> = []
  /// The values that a single target cannot write.
  package internal(set) var valuesOfTargets: [ValueOfTarget] = []

  /// The indices of values with the status `initial` that would crash an app or be shown
  /// incorrectly, because they take other arguments than the call passes or cannot be parsed. Only
  /// outputs for translators contain them.
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

  /// Whether an output for any of the targets omits the whole text.
  package func isOmitted(of targets: [CheckTarget]) -> Bool {
    isWholeText || targets.contains(where: self.targets.contains)
  }

  /// Returns the indices of the values that an output omits.
  ///
  /// - Parameter hasDrafts: Whether the output contains drafts, as those for translators do.
  package func values(for targets: [CheckTarget], hasDrafts: Bool) -> Set<Int> {
    let unsupported = valuesOfTargets.filter { targets.contains($0.target) }.map(\.value)
    return values.union(unsupported).union(hasDrafts ? [] : drafts)
  }
}
