import TremaSupport

extension ConfigInterpolation {
  /// Returns an error for each reference to a secret from a key that is not marked as secret,
  /// because the value of that key would be shown.
  ///
  /// - Parameters:
  ///   - uses: The references that were followed.
  ///   - value: The configuration with its references resolved.
  ///   - contract: The contract of the configuration's root.
  package static func secretLeaks(
    _ uses: [Use], in value: ConfigValue, _ contract: ConfigContract?
  ) -> [Diagnostic] {
    let redaction = ConfigRedaction(contract: contract)
    var seen = Set<Use>()
    // More than one environment may have the same reference, which is reported once.
    return uses.filter { seen.insert($0).inserted }.compactMap { use in
      guard !redaction.isMarked(use.path),
        let secret = redaction.secret(in: value[use.target], at: use.target)
      else { return nil }
      let content =
        secret == use.target
        ? "the secret '\(secret)'" : "'\(use.target)' with the secret '\(secret)'"
      var diagnostic = Diagnostic(
        .error, "secret-reference",
        "'\(use.path)' contains \(content), but is not marked as a secret",
        at: use.location.diagnosticLocation,
        hint: "mark it with \"x-secret\": true in the schema",
        subject: use.path.description)
      diagnostic.setKeyPath(use.path)
      return diagnostic
    }
  }
}
