import TremaChecks

/// The outputs that are being written.
struct OpenOutputs {
  /// The outputs with one file per language.
  var resources: [ResourceOutput] = []
  /// The outputs with one file for all languages.
  var catalogs: [CatalogOutput] = []
  /// The outputs of accessors.
  var accessors: [AccessorOutput] = []
  /// The listings of stores.
  var listings: [ListingOutput] = []

  /// Whether there are no outputs.
  var isEmpty: Bool {
    resources.isEmpty && catalogs.isEmpty && accessors.isEmpty && listings.isEmpty
  }

  /// Returns the outputs with the given indices in the conversion.
  func selecting(_ numbers: Set<Int>) -> OpenOutputs {
    var outputs = self
    outputs.resources.removeAll { !numbers.contains($0.plan.number) }
    outputs.catalogs.removeAll { !numbers.contains($0.plan.number) }
    outputs.accessors.removeAll { !numbers.contains($0.plan.number) }
    outputs.listings.removeAll { !numbers.contains($0.plan.number) }
    return outputs
  }

  /// Groups the outputs that can contain a text by the values that they omit.
  ///
  /// - Parameter omittedParts: The outputs and values that the text is invalid for.
  /// - Returns: The groups, each with the indices of the omitted values.
  func groups(without omittedParts: OmittedParts) -> [(outputs: OpenOutputs, values: Set<Int>)] {
    var groups: [(outputs: OpenOutputs, values: Set<Int>)] = []
    func add(_ plan: ConversionOutput, _ append: (inout OpenOutputs) -> Void) {
      let targets = plan.checkTargets
      if omittedParts.isOmitted(of: plan.namingTargets) { return }
      let values = omittedParts.values(for: targets, hasDrafts: plan.includesDrafts)
      if let index = groups.firstIndex(where: { $0.values == values }) {
        append(&groups[index].outputs)
      } else {
        var outputs = OpenOutputs()
        append(&outputs)
        groups.append((outputs, values))
      }
    }
    for accessor in accessors { add(accessor.plan) { $0.accessors.append(accessor) } }
    for catalog in catalogs { add(catalog.plan) { $0.catalogs.append(catalog) } }
    for resource in resources { add(resource.plan) { $0.resources.append(resource) } }
    for listing in listings { add(listing.plan) { $0.listings.append(listing) } }
    return groups
  }

  /// The number of outputs.
  var count: Int { resources.count + catalogs.count + accessors.count + listings.count }
}
