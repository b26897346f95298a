/// The parts of a text that outputs omit without reporting an error: those that outputs cannot hold although the
/// error is excused, and drafts that would crash an app. They are counted.
public struct LeftOut: Hashable, Sendable {
  /// An earlier text has the same key, and is written.
  public internal(set) var isWhole = false
  /// Targets in which an earlier text has the name that the key gets there.
  public internal(set) var targets: [CheckTarget] = []
  /// The indices of values of which no output can write: the language is none, or an earlier value has it.
  public var values: Set<Int> = []
  /// Values that a single target cannot write.
  public internal(set) var valuesOfTargets: [ValueOfTarget] = []

  /// The indices of values with the status `initial` that an app would crash with, or show wrongly: they
  /// take other arguments than the call passes, or cannot be read. Only outputs for translators contain them.
  public internal(set) var drafts: Set<Int> = []

  public struct ValueOfTarget: Hashable, Sendable {
    public let target: CheckTarget
    /// An index of the values of the text.
    public let value: Int
  }

  public init() {}

  public var isEmpty: Bool { self == LeftOut() }

  /// Whether the text as a whole is left out of an output.
  public func isLeftOut(of targets: [CheckTarget]) -> Bool {
    isWhole || targets.contains(where: self.targets.contains)
  }

  /// The values that are left out of an output.
  ///
  /// - Parameter hasDrafts: whether the output is for translators.
  public func values(for targets: [CheckTarget], hasDrafts: Bool) -> Set<Int> {
    let unfit = valuesOfTargets.filter { targets.contains($0.target) }.map(\.value)
    return values.union(unfit).union(hasDrafts ? [] : drafts)
  }
}
