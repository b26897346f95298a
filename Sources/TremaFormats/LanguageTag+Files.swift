import TremaMessages

extension LanguageTag {
  /// The tag as Java, gettext and Flutter write it: `pt_BR`.
  var underscored: String { description.split(separator: "-").joined(separator: "_") }
}
