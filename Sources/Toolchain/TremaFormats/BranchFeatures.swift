import TremaMessages

extension Message {
  /// The features that are lost in a format that writes the message as ICU text: plurals and
  /// selects.
  var branchFeatures: Features {
    var features: Features = []
    if hasPlurals { features.insert(.plural) }
    if hasSelects { features.insert(.select) }
    return features
  }

  /// The feature to report as lost. A select has priority over a plural, because the platforms have
  /// no equivalent of it.
  var featureLostAsText: Feature { hasSelects ? .select : .plural }
}
