import TremaDiagnostics
import TremaFormats
import TremaMessages

/// A file to import, and what its path says of it.
public struct ImportSource: Hashable, Sendable {
  public var path: String
  public var format: ReadableFormat
  /// The language that the path names: `fr.lproj/…`, `values-fr/…`, `Texts_fr.properties`.
  public var language: LanguageTag?
  /// The path says that the file is for every language that has none of its own: `values/`,
  /// `Base.lproj`. Such texts are in the master language.
  public var isDefault = false
  /// The path says that the file is for some devices or moments only: `values-night/`.
  public var isVariation = false
  /// Nobody named the file: it was found in a folder.
  public var isFound = false

  public init(path: String, format: ReadableFormat) {
    self.path = path
    self.format = format
  }

  /// What a path says.
  ///
  /// - Parameter format: the format when somebody says it; nil to take it from the file's name.
  /// - Returns: nil when the name is that of no format.
  public init?(path: String, as format: ReadableFormat? = nil) {
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
    case .android:
      switch AndroidFolder(folder) {
      case .standard: isDefault = true
      case .language(let tag): language = tag
      case .variation(let tag): (language, isVariation) = (tag, true)
      case nil: break
      }
    case .json, .properties, .arb, .po:
      language = Self.language(inStem: stem) ?? Self.language(inFolders: parts.dropLast())
      // Java looks there when no file of the language has the key.
      isDefault = format == .properties && language == nil
    default:
      language = Self.language(inStem: stem)
    }
  }

  /// A folder that is called as a language is: `locales/de/app.json`, `de/LC_MESSAGES/app.po`.
  private static func language(inFolders folders: ArraySlice<String>) -> LanguageTag? {
    let folders = folders.last == "LC_MESSAGES" ? folders.dropLast() : folders
    guard let tag = folders.last.flatMap({ LanguageTag($0) }), tag.isPlausible else { return nil }
    return tag
  }

  /// The last parts of a name that make a tag: `messages_pt_BR`, `fr`, `app-de`.
  private static func language(inStem stem: String) -> LanguageTag? {
    if let tag = LanguageTag(stem), tag.isPlausible { return tag }
    let bytes = Array(stem.utf8)
    for (index, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
      let rest = String(decoding: bytes[(index + 1)...], as: UTF8.self)
      if let tag = LanguageTag(rest), tag.isPlausible { return tag }
    }
    return nil
  }
}

extension LanguageTag {
  /// A word of a file's name could be a tag by its letters alone: `app`, `my_ui`. What is taken for
  /// one is a code of ISO 639-1, or one of three letters that CLDR has plural rules for.
  fileprivate var isPlausible: Bool {
    others.isEmpty
      && (language.utf8.count == 2
        ? Self.codes.contains(language) : PluralRules.areKnown(for: self))
  }

  /// ISO 639-1, and the codes it had before: `in`, `iw`, `ji`, `mo`, `sh`.
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

/// The names of Apple's language folders.
///
/// Source: "Language and Locale IDs", developer.apple.com; old names as real projects have them.
enum AppleFolder {
  private static let oldNames = [
    "English": "en", "French": "fr", "German": "de", "Italian": "it", "Spanish": "es",
    "Japanese": "ja", "Dutch": "nl", "Portuguese": "pt", "Danish": "da", "Finnish": "fi",
    "Norwegian": "nb", "Swedish": "sv", "Korean": "ko", "Polish": "pl", "Russian": "ru",
  ]

  static func language(_ name: String) -> LanguageTag? {
    LanguageTag(oldNames[name] ?? name)?.withChineseScript
  }
}
