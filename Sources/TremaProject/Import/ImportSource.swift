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
    default:
      language = Self.language(inStem: stem)
    }
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
  /// A word of a file's name could be a tag by its letters alone: `app`, `messages`.
  fileprivate var isPlausible: Bool {
    others.isEmpty && (language.utf8.count == 2 || PluralRules.areKnown(for: self))
  }
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
    LanguageTag(oldNames[name] ?? name)
  }
}
