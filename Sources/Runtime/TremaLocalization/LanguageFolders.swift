internal import Foundation
internal import TremaMessages

/// The `.lproj` folders of a bundle, and the order they are searched in.
struct LanguageFolders {
  /// A folder and its language. `Base.lproj` and the root of the bundle have no language.
  struct Folder: Hashable {
    /// The folder's language, or `nil` if it has none.
    var language: LanguageTag?
    /// The language of the texts: `language`, or the bundle's master language if that is `nil`.
    var textLanguage: LanguageTag
    /// The folder's path.
    var path: String
  }

  /// The reason why the folders could not be listed, or `nil` on success.
  let problem: String?
  /// The path that contains the folders.
  private let root: String
  /// Whether there is a `Base.lproj` folder.
  private let hasBase: Bool
  /// The paths of the folders by language.
  private var paths: [LanguageTag: String] = [:]
  /// The bundle's development language, as in its `Info.plist`.
  private let development: String?

  /// Lists the folders of a bundle.
  init(_ bundle: Bundle) {
    root = bundle.resourcePath ?? bundle.bundlePath
    // `Bundle.developmentLocalization` traps on Linux if this key is missing (Swift 6.3.1).
    development = bundle.object(forInfoDictionaryKey: "CFBundleDevelopmentRegion") as? String
    var names: [String] = []
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: root)
      problem = nil
    } catch {
      problem = "cannot be listed: \(error.localizedDescription)"
    }
    hasBase = names.contains("Base.lproj")
    for name in names.sorted() where name.hasSuffix(".lproj") && name != "Base.lproj" {
      // Canonical tags make `pt_BR.lproj` equal to `pt-br.lproj`, the name that SwiftPM creates
      // from `pt-BR`.
      guard let tag = Self.tag(String(name.dropLast(6))), paths[tag] == nil else { continue }
      paths[tag] = root + "/" + name
    }
  }

  /// The languages of the bundle in alphabetical order.
  var languages: [LanguageTag] { paths.keys.sorted() }

  /// Returns the folders in search order: each wanted language with its parents, then the master
  /// language, then the folders without a language.
  ///
  /// The master language is the first of the following that the bundle contains: `master`, the
  /// bundle's development region, English, and the first language in alphabetical order.
  func chain(_ wanted: [LanguageTag], master: LanguageTag?) -> [Folder] {
    var tags = wanted.flatMap(matches)
    let masters = [master, development.flatMap(Self.tag), LanguageTag("en"), languages.first]
    tags += masters.lazy.compactMap(\.self).map(matches).first { !$0.isEmpty } ?? []
    var seen: Set<LanguageTag> = []
    var folders = tags.filter { seen.insert($0).inserted }
      .compactMap { tag in
        paths[tag].map { Folder(language: tag, textLanguage: tag, path: $0) }
      }
    guard let masterLanguage = masters.lazy.compactMap(\.self).first else { return folders }
    if hasBase {
      folders.append(
        Folder(language: nil, textLanguage: masterLanguage, path: root + "/Base.lproj"))
    }
    folders.append(Folder(language: nil, textLanguage: masterLanguage, path: root))
    return folders
  }

  /// Returns the bundle's languages that suit a user of the given language: the language itself and
  /// its parents. If there are none, the result is the first related language (`pt-BR` for `pt`,
  /// `zh-TW` for `zh-Hant`).
  private func matches(_ wanted: LanguageTag) -> [LanguageTag] {
    let wanted = Self.withCurrentCode(wanted)
    let line = sequence(first: wanted, next: \.parent).flatMap { tag in
      languages.filter { Self.withCurrentCode($0) == tag }
    }
    // `zh`, a parent of `zh-Hant-TW`, is written in a different Han script.
    let readable = line.filter {
      wanted.language != "zh" || Self.script(of: $0) == Self.script(of: wanted)
    }
    if !readable.isEmpty { return readable }
    let relative = languages.first {
      Self.withCurrentCode($0).language == wanted.language
        && Self.script(of: $0) == Self.script(of: wanted)
    }
    return relative.map { [$0] } ?? []
  }

  /// Returns the script that a tag contains or, for Chinese, implies.
  private static func script(of tag: LanguageTag) -> String? {
    guard tag.language == "zh", tag.script == nil else { return tag.script }
    return ["TW", "HK", "MO"].contains(tag.region) ? "Hant" : "Hans"
  }

  /// Returns the tag with a deprecated language code replaced by the current one. See
  /// `Preferred-Value` in the IANA language subtag registry. `no` and `tl` are as in CLDR.
  static func withCurrentCode(_ tag: LanguageTag) -> LanguageTag {
    let codes = ["iw": "he", "in": "id", "ji": "yi", "no": "nb", "tl": "fil"]
    guard let code = codes[tag.language] else { return tag }
    return LanguageTag(code + tag.description.dropFirst(tag.language.count)) ?? tag
  }

  /// Returns the language of a folder name without its extension. Names from Apple's early tools,
  /// such as `English`, are supported.
  private static func tag(_ name: String) -> LanguageTag? {
    let old = [
      "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja",
      "Spanish": "es", "Dutch": "nl",
    ]
    return LanguageTag(old[name] ?? name)
  }
}
