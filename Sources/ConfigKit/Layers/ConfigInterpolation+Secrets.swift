import TremaDiagnostics

extension ConfigInterpolation {
  /// References from keys that are shown to people to values that must not be.
  static func leaks(_ uses: [Use], _ contract: ConfigContract?) -> [Diagnostic] {
    guard contract != nil else { return [] }
    var seen = Set<Use>()
    return uses.filter { seen.insert($0).inserted }.compactMap { use in
      guard ConfigRedaction.isSecret(use.target, contract),
        !ConfigRedaction.isSecret(use.path, contract)
      else { return nil }
      var diagnostic = Diagnostic(
        .error, "secret-reference",
        "'\(use.path)' takes in the secret '\(use.target)', but is none itself",
        at: use.place.location, hint: "mark it with \"x-secret\": true in the schema, too",
        subject: use.path.description)
      diagnostic.about(use.path)
      return diagnostic
    }
  }
}
