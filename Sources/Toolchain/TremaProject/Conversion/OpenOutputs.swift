import TremaChecks

/// The outputs that are being written.
struct OpenOutputs {
  /// The outputs with a file per language.
  var resources: [ResourceOutput] = []
  /// The outputs with one file for all languages.
  var catalogs: [CatalogOutput] = []
  /// The outputs of accessors.
  var accessors: [AccessorOutput] = []

  /// Whether there are no outputs.
  var isEmpty: Bool { resources.isEmpty && catalogs.isEmpty && accessors.isEmpty }

  /// Groups the outputs that can contain a text by the values that they cannot contain.
  ///
  /// - Parameter leftOut: The outputs and values for which the text is invalid.
  /// - Returns: The groups, each with the indices of the values that are left out.
  func groups(without leftOut: OmittedParts) -> [(outputs: OpenOutputs, values: Set<Int>)] {
    var groups: [(outputs: OpenOutputs, values: Set<Int>)] = []
    func add(_ plan: ConversionOutput, _ append: (inout OpenOutputs) -> Void) {
      let targets = plan.checkTargets
      if leftOut.isOmitted(of: targets) { return }
      let values = leftOut.values(for: targets, hasDrafts: plan.includesDrafts)
      if let place = groups.firstIndex(where: { $0.values == values }) {
        append(&groups[place].outputs)
      } else {
        var outputs = OpenOutputs()
        append(&outputs)
        groups.append((outputs, values))
      }
    }
    for accessor in accessors { add(accessor.plan) { $0.accessors.append(accessor) } }
    for catalogue in catalogs { add(catalogue.plan) { $0.catalogs.append(catalogue) } }
    for resource in resources { add(resource.plan) { $0.resources.append(resource) } }
    return groups
  }

  /// The number of outputs.
  var count: Int { resources.count + catalogs.count + accessors.count }
}
