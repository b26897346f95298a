import TremaMessages

/// The names of languages in Android's folders `values-…`.
///
/// Source: "Language and locale resolution overview", developer.android.com; the obsolete codes are
/// those to which `java.util.Locale` converts the current ones.
package enum AndroidQualifier {
  private static let oldCodes = ["he": "iw", "id": "in", "yi": "ji"]

  /// Returns the qualifier of a language tag: `de` or `pt-rBR`, and the form `b+zh+Hans` for a
  /// script, a numeric region or a variant.
  ///
  /// Android supports one variant and no extensions; any others are omitted. If two languages share
  /// a folder as a result, the second one is rejected when the folder is opened.
  package static func qualifier(of tag: LanguageTag) -> String {
    if tag.script == nil, tag.others.isEmpty, tag.language.utf8.count <= 3 {
      let language = oldCodes[tag.language] ?? tag.language
      guard let region = tag.region else { return language }
      if region.utf8.count == 2 { return "\(language)-r\(region)" }
    }
    let variant = tag.others.first.flatMap { $0.utf8.count > 1 ? $0 : nil }
    let parts = [tag.language, tag.script, tag.region, variant].compactMap(\.self)
    return "b+" + parts.joined(separator: "+")
  }
}
