import TremaMessages

/// The language qualifiers in the names of the `values-…` folders of Android and Compose
/// Multiplatform.
///
/// Source: "Language and locale resolution overview", developer.android.com; the obsolete codes are
/// the results of converting current codes with `java.util.Locale`.
package enum AndroidQualifier {
  private static let oldCodes = ["he": "iw", "id": "in", "yi": "ji"]

  /// Returns the qualifier of a language tag, such as `de` or `pt-rBR`. The qualifier has the form
  /// `b+zh+Hans` if the tag has a script, a numeric region or a variant.
  ///
  /// Android supports one variant and no extensions; any others are omitted. If two languages get
  /// the same folder as a result, the second one is rejected when the folder is opened.
  ///
  /// - Parameters:
  ///   - tag: The language.
  ///   - usesOldCodes: Whether to use the obsolete codes of languages, as Java does.
  package static func qualifier(of tag: LanguageTag, usesOldCodes: Bool = true) -> String {
    if tag.script == nil, tag.others.isEmpty, tag.language.utf8.count <= 3 {
      let language = (usesOldCodes ? oldCodes[tag.language] : nil) ?? tag.language
      guard let region = tag.region else { return language }
      if region.utf8.count == 2 { return "\(language)-r\(region)" }
    }
    let variant = tag.others.first.flatMap { $0.utf8.count > 1 ? $0 : nil }
    let parts = [tag.language, tag.script, tag.region, variant].compactMap(\.self)
    return "b+" + parts.joined(separator: "+")
  }
}
