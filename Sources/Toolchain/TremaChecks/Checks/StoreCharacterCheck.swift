import TremaCatalog
import TremaDiagnostics

/// A check for control characters in the texts of a listing.
struct StoreCharacterCheck: Check {
  static let rule = Rule(
    .error, "store-character", "A text of a store listing contains a control character.",
    why: "A store refuses the character or shows it as a box. Line breaks and tabs are allowed.",
    example: """
      <text key="store.name"> <value lang="en">Weather\\u0007</value>
      """,
    fix: "Remove the character. If the finding is suppressed, the value is written as it is.")

  static let needs = CheckNeeds(.anything) { $0.hasListings }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let entries = text.listingEntries
    if entries.isEmpty { return }
    for index in text.text.values.indices {
      let value = text.text.values[index]
      guard entries.contains(where: { text.isListed(valueAt: index, in: $0.listing) }),
        let scalar = value.message.plainText?.unicodeScalars.first(where: Self.isControl)
      else { continue }
      findings.report(
        Self.rule,
        "'\(text.shownKey)' in '\(value.language)' contains \(scalar.name), a control character, "
          + "which a store listing must not contain",
        in: text, value: value, at: text.text.location(value.textPosition, of: value),
        hint: "remove it")
    }
  }

  /// Returns whether a character is a control character other than a tab or a line break.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
  }
}
