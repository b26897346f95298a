import TremaCatalog
import TremaDiagnostics

/// A check for placeholders, plurals and selects in the texts of a listing.
struct StoreArgumentCheck: Check {
  static let rule = Rule(
    .error, "store-argument", "A text of a store listing takes an argument.",
    why: "A store shows the text as it is, so that readers would see the placeholder.",
    example: """
      <text key="store.description"> <value lang="en">Water %d plants</value>
      """,
    fix:
      "Write the text without an argument. A percent sign before a letter is written `%%`. If the "
      + "finding is suppressed, the listing does not contain the value.")

  static let needs = CheckNeeds([.placeholders, .branches]) { $0.hasListings }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let entries = text.listingEntries
    for index in text.text.values.indices where text.text.values[index].message.hasPlaceholders {
      let listed = entries.filter { text.isListed(valueAt: index, in: $0.listing) }
      if listed.isEmpty { continue }
      let value = text.text.values[index]
      let hasBranches = value.message.hasBranches
      findings.report(
        Self.rule,
        "'\(text.shownKey)' in '\(value.language)' has \(hasBranches ? "a plural or select" : "a placeholder"), "
          + "but a store listing takes no arguments",
        in: text, value: value,
        at: hasBranches
          ? text.text.location(value.textPosition, of: value)
          : text.location(ofOccurrence: 0, inValue: index),
        hint: hasBranches ? "replace it with plain text" : "remove it")
      if findings.isLastError { continue }
      for entry in listed {
        findings.omittedParts.valuesOfTargets.append(.init(target: entry.target, value: index))
      }
    }
  }
}
