import TremaMessages

extension LanguageTag {
  /// The tag if it is probably a language; otherwise `nil`.
  ///
  /// A word such as `app`, or `my_ui`, is a well-formed tag. So we accept only ISO 639-1 codes, and
  /// the three-letter codes that have plural rules in CLDR.
  package var ifPlausible: LanguageTag? {
    // Any word could be a variant, so only known ones are accepted.
    if let other = others.first, !["valencia", "tarask", "ijekavsk", "x"].contains(other) {
      return nil
    }
    let isKnown =
      language.utf8.count == 2
      ? Self.codes.contains(language) : PluralRules.areDefined(for: self)
    return isKnown ? self : nil
  }

  /// The codes of ISO 639-1, including the former ones `in`, `iw`, `ji`, `mo` and `sh`.
  private static let codes = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb \
    lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om \
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " ").map(String.init))
}
