/// The parts of a text with excused errors that outputs cannot hold: they are left out and counted.
public struct LeftOut: Hashable, Sendable {
  /// An earlier text has the same key, and is written.
  public internal(set) var isWhole = false
  /// Targets in which an earlier text has the name that the key gets there.
  public internal(set) var targets: [CheckTarget] = []
  /// The indices of values of which no output can write: the language is none, or an earlier value has it.
  public internal(set) var values: Set<Int> = []
  /// Values that a single target cannot write.
  public internal(set) var valuesOfTargets: [ValueOfTarget] = []

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
  public func values(for targets: [CheckTarget]) -> Set<Int> {
    values.union(valuesOfTargets.filter { targets.contains($0.target) }.map(\.value))
  }
}
