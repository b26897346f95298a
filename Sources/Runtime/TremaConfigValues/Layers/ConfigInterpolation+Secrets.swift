import TremaSupport

extension ConfigInterpolation {
  /// References from keys that are shown to people to values that must not be.
  ///
  /// - Parameter value: what the references were found in, without them.
  package static func leaks(
    _ uses: [Use], in value: ConfigValue, _ contract: ConfigContract?
  ) -> [Diagnostic] {
    let redaction = ConfigRedaction(contract: contract)
    var seen = Set<Use>()
    return uses.filter { seen.insert($0).inserted }.compactMap { use in
      guard !redaction.isMarked(use.path),
        let secret = redaction.secret(in: value[use.target], at: use.target)
      else { return nil }
      let what =
        secret == use.target
        ? "the secret '\(secret)'" : "'\(use.target)' with the secret '\(secret)'"
      var diagnostic = Diagnostic(
        .error, "secret-reference",
        "'\(use.path)' takes in \(what), but is none itself",
        at: use.place.location, hint: "mark it with \"x-secret\": true in the schema, too",
        subject: use.path.description)
      diagnostic.about(use.path)
      return diagnostic
    }
  }
}
