/// The parts of a text that outputs omit without reporting an error: those that outputs cannot hold although the
/// error is excused, and drafts that would crash an app. They are counted.
package struct LeftOut: Hashable, Sendable {
  /// An earlier text has the same key, and is written.
  package internal(set) var isWhole = false
  /// Targets in which an earlier text has the name that the key gets there.
  package internal(set) var targets: [CheckTarget] = []
  /// The indices of values of which no output can write: the language is none, or an earlier value has it.
  package var values: Set<Int> = []
  /// Values that a single target cannot write.
  package internal(set) var valuesOfTargets: [ValueOfTarget] = []

  /// The indices of values with the status `initial` that an app would crash with, or show wrongly: they
  /// take other arguments than the call passes, or cannot be read. Only outputs for translators contain them.
  package internal(set) var drafts: Set<Int> = []

  package struct ValueOfTarget: Hashable, Sendable {
    package let target: CheckTarget
    /// An index of the values of the text.
    package let value: Int
  }

  package init() {}

  package var isEmpty: Bool { self == LeftOut() }

  /// Whether the text as a whole is left out of an output.
  package func isLeftOut(of targets: [CheckTarget]) -> Bool {
    isWhole || targets.contains(where: self.targets.contains)
  }

  /// The values that are left out of an output.
  ///
  /// - Parameter hasDrafts: whether the output is for translators.
  package func values(for targets: [CheckTarget], hasDrafts: Bool) -> Set<Int> {
    let unfit = valuesOfTargets.filter { targets.contains($0.target) }.map(\.value)
    return values.union(unfit).union(hasDrafts ? [] : drafts)
  }
}
