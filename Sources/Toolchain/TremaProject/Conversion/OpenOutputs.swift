import TremaChecks

/// The outputs that are being written.
struct OpenOutputs {
  var resources: [ResourceOutput] = []
  var catalogues: [CatalogOutput] = []
  var accessors: [AccessorOutput] = []

  var isEmpty: Bool { resources.isEmpty && catalogues.isEmpty && accessors.isEmpty }

  /// The outputs that have a place for a text, together where they have a place for the same of it.
  ///
  /// - Returns: groups of outputs, each with the indices of the values that are left out of it.
  func groups(without leftOut: LeftOut) -> [(outputs: OpenOutputs, values: Set<Int>)] {
    var groups: [(outputs: OpenOutputs, values: Set<Int>)] = []
    func add(_ plan: ConversionOutput, _ append: (inout OpenOutputs) -> Void) {
      let targets = plan.checkTargets
      if leftOut.isLeftOut(of: targets) { return }
      let values = leftOut.values(for: targets, hasDrafts: plan.isForTranslating)
      if let place = groups.firstIndex(where: { $0.values == values }) {
        append(&groups[place].outputs)
      } else {
        var outputs = OpenOutputs()
        append(&outputs)
        groups.append((outputs, values))
      }
    }
    for accessor in accessors { add(accessor.plan) { $0.accessors.append(accessor) } }
    for catalogue in catalogues { add(catalogue.plan) { $0.catalogues.append(catalogue) } }
    for resource in resources { add(resource.plan) { $0.resources.append(resource) } }
    return groups
  }

  var count: Int { resources.count + catalogues.count + accessors.count }
}
