import TremaFormats
import TremaMessages
import TremaSupport

/// A file to import, and the properties derived from its path.
package struct ImportSource: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The format of the file.
  package var format: ReadableFormat
  /// The language in the path: `fr.lproj/…`, `values-fr/…`, `Texts_fr.properties`.
  package var language: LanguageTag?
  /// Whether the file is the default for languages that have no file of their own, as in `values/`
  /// or `Base.lproj`. Its texts are in the master language.
  package var isDefault = false
  /// Whether the file applies only to some devices or conditions, as in `values-night/`.
  package var isVariant = false
  /// Whether the file was discovered in a folder rather than specified.
  package var isDiscovered = false
  /// The path with `*` instead of the language, which is the same for all files of a table:
  /// `App/*.lproj/Localizable.strings`, `res/values*/strings.xml`, `messages*.properties`.
  package var pattern: String

  package init(path: String, format: ReadableFormat) {
    self.path = path
    self.format = format
    pattern = path
  }

  /// Creates a source from a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format, or `nil` to determine it from the file's name.
  /// - Returns: `nil` if the format is not known.
  package init?(path: String, as format: ReadableFormat? = nil) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    guard let format = format ?? ReadableFormat(fileName: name) else { return nil }
    self.init(path: path, format: format)
    let folder = parts.dropLast().last ?? ""
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
      .joined(separator: ".")
    switch format {
    case _ where folder.hasSuffix(".lproj"):
      let tag = String(folder.dropLast(".lproj".count))
      isDefault = tag == "Base"
      language = isDefault ? nil : AppleFolder.language(tag)
      replaceFolder(with: "*.lproj")
    case .android:
      switch AndroidFolder(folder) {
      case .standard: isDefault = true
      case .language(let tag): language = tag
      case .variation(let tag): (language, isVariant) = (tag, true)
      case nil: return
      }
      replaceFolder(with: "values*")
    default:
      if let (tag, rest) = Self.language(inStem: stem) {
        language = tag
        replaceName(with: "\(rest)*\(name.dropFirst(stem.count))")
      } else if [.json, .properties, .arb, .po, .strings, .stringsdict].contains(format) {
        let isGettext = folder == "LC_MESSAGES"
        let above = isGettext ? parts.dropLast(2).last : parts.dropLast().last
        language = above.flatMap { LanguageTag.posix($0) }.flatMap { $0.ifPlausible }
        if language != nil { replaceFolder(with: "*", above: isGettext ? 1 : 0) }
      }
      // Java falls back to this file for keys missing in the language's file.
      isDefault = format == .properties && language == nil
      if isDefault { replaceName(with: "\(stem)*.properties") }
    }
  }

  /// Sets the pattern to the path with the file name replaced.
  private mutating func replaceName(with name: String) {
    pattern = "\(path.dropLast(path.split(separator: "/").last?.count ?? 0))\(name)"
  }

  /// Sets the pattern to the path with the name of a folder replaced.
  ///
  /// - Parameters:
  ///   - name: The new name, with `*` instead of the language.
  ///   - above: The number of folders between the file and the folder that names the language.
  private mutating func replaceFolder(with name: String, above: Int = 0) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    parts[parts.count - 2 - above] = name
    pattern = parts.joined(separator: "/")
  }

  /// Returns the language at the end of a file name without its extension, and the part before it:
  /// `messages_pt_BR`, `fr`, `sr@latin`, `app-de`.
  private static func language(inStem stem: String) -> (LanguageTag, rest: Substring)? {
    if let tag = LanguageTag.posix(stem)?.ifPlausible { return (tag, "") }
    for index in stem.indices where "_-.".contains(stem[index]) {
      let rest = String(stem[stem.index(after: index)...])
      if let tag = LanguageTag.posix(rest)?.ifPlausible { return (tag, stem[..<index]) }
    }
    return nil
  }
}

extension LanguageTag {
  /// The tag if it is probably a language, otherwise `nil`.
  ///
  /// Words such as `app` and `my_ui` are well-formed tags, so only ISO 639-1 codes, and
  /// three-letter codes that have CLDR plural rules, are accepted.
  fileprivate var ifPlausible: LanguageTag? {
    // Any word could be a variant, so only known variants are accepted.
    if let other = others.first, !["valencia", "tarask", "ijekavsk", "x"].contains(other) {
      return nil
    }
    let isKnown =
      language.utf8.count == 2
      ? Self.codes.contains(language) : PluralRules.areDefined(for: self)
    return isKnown ? self : nil
  }

  /// The ISO 639-1 codes, including the former codes `in`, `iw`, `ji`, `mo` and `sh`.
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
