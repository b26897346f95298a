import TremaMessages
import TremaSupport

extension LanguageTag {
  /// The tag as spelled by Java, gettext and Flutter: `pt_BR`.
  var underscored: String { description.split(separator: "-").joined(separator: "_") }

  /// Returns the tag for a POSIX or gettext locale name: `pt_BR`, `de_CH.UTF-8`, `sr@latin`.
  ///
  /// A modifier that names a script becomes the script (`sr@latin` is `sr-Latn`), and a modifier
  /// that names a currency is dropped. Any other modifier becomes a variant (`ca@valencia` is
  /// `ca-valencia`) or, if it is too short for a variant, a private-use subtag (`en@quot` is
  /// `en-x-quot`).
  ///
  /// - Returns: The tag, or `nil` if `locale` is not such a name.
  ///
  /// See the GNU gettext manual, "Locale Names"; RFC 5646, section 2.2.5.
  package static func posix(_ locale: String) -> LanguageTag? {
    let parts = locale.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2,
      let name = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .first,
      let tag = LanguageTag(String(decoding: Array(name), as: UTF8.self))
    else { return nil }
    if parts.count == 1 { return tag }
    let modifier = String(decoding: parts[1].map(ASCII.lowercased), as: UTF8.self)
    guard let subtags = modifiers[modifier] else {
      // A four-letter modifier is parsed as a script, which isn't accepted here.
      let variant = LanguageTag("\(tag)-\(modifier)").flatMap { $0.others.isEmpty ? nil : $0 }
      return variant ?? LanguageTag("\(tag)-x-\(modifier)")
    }
    let all = [tag.language, subtags.script ?? tag.script, tag.region, subtags.variant]
    return LanguageTag(all.compactMap(\.self).joined(separator: "-"))
  }

  /// The scripts and registered variants for known modifiers.
  private static let modifiers: [String: (script: String?, variant: String?)] = [
    "latin": ("Latn", nil), "cyrillic": ("Cyrl", nil), "arabic": ("Arab", nil),
    "devanagari": ("Deva", nil), "hebrew": ("Hebr", nil), "iqtelif": ("Latn", nil),
    "ijekavian": (nil, "ijekavsk"), "ijekavianlatin": ("Latn", "ijekavsk"), "euro": (nil, nil),
  ]
}
