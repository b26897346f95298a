/// A target in the outputs that contain the same texts. Names must be unique only among texts that
/// one output contains together.
package struct SlicedTarget: Hashable, Sendable {
  package let target: CheckTarget
  /// The number of the slice. Outputs that select the same texts have the same number.
  package let slice: Int

  package init(_ target: CheckTarget, slice: Int) {
    (self.target, self.slice) = (target, slice)
  }
}

extension CheckScope {
  /// The targets in which names must be unique. The slices of one target are consecutive.
  var namingTargets: [SlicedTarget] {
    targets.flatMap { target in
      let sliced = slicedTargets.filter { $0.target == target }
      return sliced.isEmpty ? [SlicedTarget(target, slice: 0)] : sliced
    }
  }
}

extension ExaminedText {
  /// Returns whether the outputs of a target contain the text, or a variant under its name.
  func isNamed(in target: SlicedTarget) -> Bool { slices?.contains(target.slice) ?? true }
}
