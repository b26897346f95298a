import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check for languages without a locale in a store, or with the locale of another language.
struct StoreLocaleCheck: Check {
  static let rule = Rule(
    .error, "store-locale", "A language has no locale of its own in a store.",
    why:
      "A store has listings in a fixed set of locales, and fastlane refuses other folders. Of two "
      + "languages with the same locale, only one can be the listing.",
    example: """
      <text key="store.name"> <value lang="de-CH">Wetter</value>
      """,
    fix: "Leave the language out with the field `languages` of the output, or name a locale of the "
      + "store in `languageNames`: `{ \"de-CH\": \"de-DE\" }`. If the finding is suppressed, the "
      + "listing does not contain the language.")

  static let needs = CheckNeeds(.anything) { $0.hasListings }

  /// The locales of each listing that are used, with the language of the first value.
  private var languages: [StoreListing: [String: LanguageTag]] = [:]
  /// The languages of each listing that have been reported.
  private var reported: [StoreListing: Set<LanguageTag>] = [:]

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for entry in text.listingEntries {
      for index in text.languages.indices where text.isListed(valueAt: index, in: entry.listing) {
        guard let tag = text.languages[index].tag else { continue }
        let locale = entry.listing.locale(of: tag)
        if let locale {
          let first = languages[entry.listing, default: [:]][locale, default: tag]
          languages[entry.listing, default: [:]][locale] = first
          if first == tag { continue }
        }
        guard reported[entry.listing, default: []].insert(tag).inserted else { continue }
        let value = text.text.values[index]
        findings.report(
          Self.rule, Self.message(tag, locale, entry.listing, languages), in: text, value: value,
          at: text.text.location(value.languagePosition, of: value),
          hint: "leave it out with the field 'languages' of the output, or name another locale in "
            + "'languageNames'")
      }
    }
  }

  /// Returns the message for a language.
  private static func message(
    _ tag: LanguageTag, _ locale: String?, _ listing: StoreListing,
    _ languages: [StoreListing: [String: LanguageTag]]
  ) -> String {
    guard let locale else { return "'\(tag)' is not a locale of \(listing.store.title)" }
    let first = languages[listing]?[locale]?.description ?? ""
    return "'\(tag)' and '\(first)' are both '\(locale)' in \(listing.store.title)"
  }
}
