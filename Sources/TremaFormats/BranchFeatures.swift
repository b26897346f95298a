import TremaMessages

extension Message {
  /// What a format loses that writes the message as ICU text: its plurals, its selects.
  var branchFeatures: Set<Feature> {
    var features: Set<Feature> = []
    for case .argument(let argument) in elements {
      switch argument.kind {
      case .plural: features.insert(.plural)
      case .select: features.insert(.select)
      case .plain, .number, .date, .time: break
      }
      for branch in argument.branches { features.formUnion(branch.branchFeatures) }
    }
    return features
  }

  /// The one of these that a format says it loses: a select, since it cannot be said otherwise at
  /// all, before a plural.
  var featureLostAsText: Feature { branchFeatures.contains(.select) ? .select : .plural }
}
