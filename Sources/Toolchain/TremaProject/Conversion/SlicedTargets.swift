import TremaChecks

/// The targets of each output, with the numbers of the slices in which names must be unique.
struct SlicedTargets {
  /// The number of the slice of each output.
  private let slices: [Int]
  /// The targets in which each output has names.
  private let names: [[SlicedTarget]]

  init(_ outputs: [ConversionOutput]) {
    let slices = outputs.indices.map { index in
      outputs.firstIndex { $0.slice.selectsSameTexts(as: outputs[index].slice) } ?? index
    }
    self.slices = slices
    names = outputs.indices.map { index in
      outputs[index].checkTargets.flatMap { target in
        // The resources of Kotlin accessors belong to another output.
        let resources = outputs.indices.filter { outputs[$0].writesResources(of: target) }
        let owners =
          outputs[index].isKotlin && target != .kotlin && !resources.isEmpty ? resources : [index]
        return owners.map { SlicedTarget(target, slice: slices[$0]) }.uniqued()
      }
    }
  }

  /// The targets of all outputs.
  var all: [SlicedTarget] { names.flatMap(\.self).uniqued() }

  /// The targets in which an output has names.
  subscript(output: Int) -> [SlicedTarget] { names[output] }

  /// Returns the numbers of the slices of the outputs with the given indices.
  func slices(ofOutputs indices: Set<Int>) -> Set<Int> { Set(indices.map { slices[$0] }) }
}

extension ConversionOutput {
  /// Whether the output is Kotlin accessors.
  fileprivate var isKotlin: Bool { if case .kotlin = kind { true } else { false } }

  /// Returns whether the output is the resource files of a target.
  fileprivate func writesResources(of target: CheckTarget) -> Bool {
    guard case .resources = kind else { return false }
    return checkTargets.contains(target)
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without duplicates, in the order of their first occurrences.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
