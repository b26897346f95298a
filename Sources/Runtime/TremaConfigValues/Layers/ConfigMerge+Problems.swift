import TremaSupport

/// The problems between layers, each worded once.
extension ConfigMerge {
  func kindConflict(
    _ path: ConfigKeyPath, _ lower: ConfigValue, _ upper: ConfigValue
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "kind-conflict",
      "'\(path)' is \(upper.kind.title) here, but \(lower.kind.title) in the layer below",
      at: upper.place.location, hint: hint(lower.kind, upper.kind), subject: path.description)
    diagnostic.about(path)
    diagnostic.related =
      lower.place.location.map {
        [Diagnostic.Related("\(lower.kind.title), first defined here", at: $0, role: .definedHere)]
      } ?? []
    return diagnostic
  }

  private func hint(_ lower: ConfigKind, _ upper: ConfigKind) -> String {
    switch (lower, upper) {
    case (.dictionary, _), (_, .dictionary):
      "remove the key with $remove in one layer and set it in the next, or make both the same"
    default: "write \(lower.title) here, or change the other"
    }
  }

  func removedNothing(
    _ path: ConfigKeyPath, _ removal: ConfigDictionary.Removal
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "removed-nothing", "'\(path)' is removed, but no layer below has it",
      at: removal.place.location, hint: "is the name right? If the key is gone, remove this, too",
      subject: path.description)
    diagnostic.about(path)
    return diagnostic
  }
}

extension ConfigMerge {
  /// - Parameter first: the same value where it is first; nil when there is none at all.
  func invalidMergeKey(
    _ path: ConfigKeyPath, _ key: String, _ value: ConfigValue, first: ConfigValue?
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "invalid-merge-key",
      first == nil
        ? "'\(path)' has no '\(key)', by which the schema merges this array"
        : "'\(path)' has the '\(key)' of another element, by which the schema merges this array",
      at: value.place.location, hint: "give every element a '\(key)' of its own",
      subject: path.description)
    diagnostic.about(path)
    diagnostic.related =
      first?.place.location.map {
        [Diagnostic.Related("the other", at: $0, role: .duplicate)]
      } ?? []
    return diagnostic
  }
}
