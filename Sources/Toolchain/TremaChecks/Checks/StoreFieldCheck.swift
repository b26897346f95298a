import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for texts with the prefix of a listing whose keys are not texts of a listing.
struct StoreFieldCheck: Check {
  static let rule = Rule(
    .error, "store-field", "A key with the prefix of a store listing is not a text of a listing.",
    why: "The keys with the prefix of a store listing are only in the listing. A key that no store "
      + "knows would be in no output at all.",
    example: """
      <text key="store.subtitel">…</text>
      """,
    fix: "Correct the key, or give the output another `prefix`. The page about store listings "
      + "lists the keys.")

  static let needs = CheckNeeds(.anything) { $0.hasListings }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    // A variant is in the field of its base.
    if text.annotations.isVariant { return }
    for target in text.targets {
      guard let listing = target.listing, let key = listing.fieldKey(of: text.view.key) else {
        continue
      }
      if StoreField.isKnown(key) { continue }
      findings.report(
        Self.rule, "'\(text.shownKey)' is not a text of a store listing", in: text,
        at: text.text.location(text.text.keyPosition),
        hint: Self.hint(for: key, prefix: listing.prefix))
      // The text is the same in all listings.
      return
    }
  }

  /// Returns a hint that names the closest key, or all keys.
  private static func hint(for key: String, prefix: String) -> String {
    if let closest = closestMatch(to: key, among: StoreField.keys) {
      return "rename it '\(prefix)\(closest)'"
    }
    return "use one of \(StoreField.keys.joined(separator: ", ")), changelogs.VERSIONCODE"
  }
}
