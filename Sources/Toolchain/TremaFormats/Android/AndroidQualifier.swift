import TremaMessages

/// Android's names of languages in `values-…`.
///
/// Source: "Language and locale resolution overview", developer.android.com; the old codes are those
/// `java.util.Locale` turns the new ones into.
package enum AndroidQualifier {
  private static let oldCodes = ["he": "iw", "id": "in", "yi": "ji"]

  /// `de`, `pt-rBR`; the form `b+zh+Hans` where a script, a numeric region or a variant is needed.
  ///
  /// Android has room for one variant and for no extension; what is beyond that is left out. Two
  /// languages that come to share a folder so are refused when it is opened for the second.
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
