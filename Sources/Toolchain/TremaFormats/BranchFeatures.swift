import TremaMessages

extension Message {
  /// The features that are lost in a format that writes the message as plain text in ICU syntax:
  /// plurals and selects.
  var branchFeatures: Features {
    var features: Features = []
    if hasPlurals { features.insert(.plural) }
    if hasSelects { features.insert(.select) }
    return features
  }

  /// The feature to report as lost. Selects have priority over plurals because platforms have no
  /// equivalent of a select.
  var featureLostAsText: Feature { hasSelects ? .select : .plural }
}
