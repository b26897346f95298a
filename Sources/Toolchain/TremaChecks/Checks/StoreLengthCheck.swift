import TremaCatalog
import TremaDiagnostics

/// A check for texts of a listing that are longer than the store allows.
struct StoreLengthCheck: Check {
  static let rule = Rule(
    .error, "store-length", "A text of a store listing is longer than the store allows.",
    why: "The store refuses the listing when it is uploaded. Lengths are counted in UTF-16 code "
      + "units: a letter counts as one, an emoji as two or more.",
    example: """
      <text key="store.subtitle"> <value lang="de">Pünktlich gegossene Zimmerpflanzen</value>
      """,
    fix: "Shorten the text, or write a text of its own for the store. The page about store "
      + "listings lists the limits. If the finding is suppressed, the value is written as it is.")

  static let needs = CheckNeeds(.anything) { $0.hasListings }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let entries = text.listingEntries
    guard let lowest = entries.compactMap(\.field.limit).min() else { return }
    for index in text.text.values.indices {
      // A code unit takes at least one byte.
      guard text.text.values[index].source.utf8.count > lowest else { continue }
      let value = text.text.values[index]
      guard let length = value.message.plainText.map(Store.length) else { continue }
      let exceeded = entries.filter { entry in
        entry.field.limit.map { length > $0 } ?? false
          && text.isListed(valueAt: index, in: entry.listing)
      }
      guard let limit = exceeded.compactMap(\.field.limit).min() else { continue }
      // The strictest limit is reported, because a text that respects it respects all.
      let stores = exceeded.filter { $0.field.limit == limit }.map(\.listing.store.title)
      findings.report(
        Self.rule,
        "'\(text.shownKey)' has \(Self.size(of: value, length)) in '\(value.language)', \(length - limit) more "
          + "than the \(limit) that \(stores.joined(separator: " and ")) "
          + (stores.count == 1 ? "allows" : "allow"),
        in: text, value: value, at: text.text.location(value.textPosition, of: value),
        hint: "shorten it")
    }
  }

  /// Returns the length with its unit, and the number of characters if it differs.
  private static func size(of value: Value, _ length: Int) -> String {
    let characters = value.message.plainText.map { Store.normalized($0).count } ?? length
    return characters == length
      ? "\(length) characters" : "\(length) UTF-16 code units (\(characters) characters)"
  }
}
