import TremaSupport

/// A merge's diagnostics.
extension ConfigMerge {
  /// Returns the error for an upper value whose kind differs from the kind of the lower value.
  func kindConflict(
    _ path: ConfigKeyPath, _ lower: ConfigValue, _ upper: ConfigValue
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "kind-conflict",
      "'\(path)' is \(upper.kind.title) here, but \(lower.kind.title) in the layer below",
      at: upper.location.diagnosticLocation, hint: hint(lower.kind, upper.kind),
      subject: path.description)
    diagnostic.setKeyPath(path)
    diagnostic.related =
      lower.location.diagnosticLocation.map {
        [Diagnostic.Related("\(lower.kind.title), first defined here", at: $0, role: .definedHere)]
      } ?? []
    return diagnostic
  }

  /// Returns the hint for a conflict. A container cannot be rewritten as a scalar, or vice versa,
  /// so the key has to be removed first.
  private func hint(_ lower: ConfigKind, _ upper: ConfigKind) -> String {
    switch (lower, upper) {
    case (.dictionary, _), (_, .dictionary):
      "use the same kind in both layers, or remove the key in one and set it in the next"
    default: "use \(lower.title) here, or change the value in the layer below"
    }
  }

  /// Returns the error for removing a key that no lower layer has.
  func missingRemovalTarget(
    _ path: ConfigKeyPath, _ removal: ConfigDictionary.Removal
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "removed-nothing", "'\(path)' is removed, but no lower layer defines it",
      at: removal.location.diagnosticLocation, hint: "fix the name, or remove the directive",
      subject: path.description)
    diagnostic.setKeyPath(path)
    return diagnostic
  }
}

extension ConfigMerge {
  /// Returns the error for an element that cannot be identified in an array that is merged by a
  /// key.
  ///
  /// - Parameters:
  ///   - path: The element's path.
  ///   - key: The key that identifies elements.
  ///   - value: The value of the key, or the element if it does not have the key.
  ///   - first: The equal value of an earlier element, or `nil` if the element does not have the
  ///     key.
  func invalidMergeKey(
    _ path: ConfigKeyPath, _ key: String, _ value: ConfigValue, first: ConfigValue?
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "invalid-merge-key",
      first == nil
        ? "'\(path)' has no '\(key)', which the schema uses to merge the array"
        : "'\(path)' has the '\(key)' of another element, but the schema uses it to merge the array",
      at: value.location.diagnosticLocation, hint: "give every element a unique '\(key)'",
      subject: path.description)
    diagnostic.setKeyPath(path)
    diagnostic.related =
      first?.location.diagnosticLocation.map {
        [Diagnostic.Related("the other element", at: $0, role: .duplicate)]
      } ?? []
    return diagnostic
  }
}
