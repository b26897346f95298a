internal import Foundation
internal import TremaMessages

/// The `.lproj` folders of a bundle, and the order in which they are looked into.
struct LanguageFolders {
  /// A folder and the language in it; `Base.lproj` and the root of the bundle have none.
  struct Folder: Hashable {
    var language: LanguageTag?
    /// The language of the texts: ``language``, else the master language of the bundle.
    var textLanguage: LanguageTag
    var path: String
  }

  /// Why the folders are not known, if they are not.
  let problem: String?
  private let root: String
  private let hasBase: Bool
  private var paths: [LanguageTag: String] = [:]
  /// The development language of the bundle.
  private let development: String?

  init(_ bundle: Bundle) {
    root = bundle.resourcePath ?? bundle.bundlePath
    // `Bundle.developmentLocalization` traps on Linux when this entry is absent (Swift 6.3.1).
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
      // Canonical tags meet `pt_BR.lproj` and SwiftPM's `pt-br.lproj`, which it makes of `pt-BR`.
      guard let tag = Self.tag(String(name.dropLast(6))), paths[tag] == nil else { continue }
      paths[tag] = root + "/" + name
    }
  }

  var languages: [LanguageTag] { paths.keys.sorted() }

  /// Each wanted language with its parents, then the master language, then what belongs to none.
  ///
  /// The master language is `master`, else the development region of the bundle, else English, else
  /// the first in alphabetical order: the first of these that the bundle has.
  func chain(_ wanted: [LanguageTag], master: LanguageTag?) -> [Folder] {
    var tags = wanted.flatMap(matches)
    let masters = [master, development.flatMap(Self.tag), LanguageTag("en"), languages.first]
    tags += masters.lazy.compactMap(\.self).map(matches).first { !$0.isEmpty } ?? []
    var seen: Set<LanguageTag> = []
    var folders = tags.filter { seen.insert($0).inserted }
      .compactMap { tag in
        paths[tag].map { Folder(language: tag, textLanguage: tag, path: $0) }
      }
    guard let own = masters.lazy.compactMap(\.self).first else { return folders }
    if hasBase {
      folders.append(Folder(language: nil, textLanguage: own, path: root + "/Base.lproj"))
    }
    folders.append(Folder(language: nil, textLanguage: own, path: root))
    return folders
  }

  /// The languages of the bundle that serve someone who wants `wanted`: itself and its parents, or
  /// when there is none of them a relative (`pt-BR` for `pt`, `zh-TW` for `zh-Hant`).
  private func matches(_ wanted: LanguageTag) -> [LanguageTag] {
    let wanted = Self.current(wanted)
    let line = sequence(first: wanted, next: \.parent).flatMap { tag in
      languages.filter { Self.current($0) == tag }
    }
    // A parent of `zh-Hant-TW` is `zh`, which is written in the other Han characters.
    let readable = line.filter {
      wanted.language != "zh" || Self.script(of: $0) == Self.script(of: wanted)
    }
    if !readable.isEmpty { return readable }
    let relative = languages.first {
      Self.current($0).language == wanted.language && Self.script(of: $0) == Self.script(of: wanted)
    }
    return relative.map { [$0] } ?? []
  }

  /// The script that a tag names or, for Chinese, implies.
  private static func script(of tag: LanguageTag) -> String? {
    guard tag.language == "zh", tag.script == nil else { return tag.script }
    return ["TW", "HK", "MO"].contains(tag.region) ? "Hant" : "Hans"
  }

  /// The tag with the code of today for its language. Source: IANA language subtag registry,
  /// `Preferred-Value`; `no` and `tl` as CLDR has them.
  static func current(_ tag: LanguageTag) -> LanguageTag {
    let codes = ["iw": "he", "in": "id", "ji": "yi", "no": "nb", "tl": "fil"]
    guard let code = codes[tag.language] else { return tag }
    return LanguageTag(code + tag.description.dropFirst(tag.language.count)) ?? tag
  }

  /// The language of a folder, also of the names that Apple's first tools gave.
  private static func tag(_ name: String) -> LanguageTag? {
    let old = [
      "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja",
      "Spanish": "es", "Dutch": "nl",
    ]
    return LanguageTag(old[name] ?? name)
  }
}
