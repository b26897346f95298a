import TremaMessages

extension Message {
  /// The features that a format loses which writes the message as ICU text: its plurals, its selects.
  var branchFeatures: Features {
    var features: Features = []
    if hasPlurals { features.insert(.plural) }
    if hasSelects { features.insert(.select) }
    return features
  }

  /// The one of these that a format says it loses: a select, since it cannot be said otherwise at
  /// all, before a plural.
  var featureLostAsText: Feature { hasSelects ? .select : .plural }
}
