import Foundation
import Testing
import TremaMessages

@testable import TremaLocalization

@Suite struct LanguageFoldersTests {
  /// The folders in the order of look-up, without the root that is always the last.
  private func chain(
    _ folders: [String], _ wanted: [String], master: String? = nil, development: String? = nil
  ) throws -> [String] {
    var files: [String: String] = [:]
    for folder in folders { files["\(folder).lproj/Localizable.strings"] = "" }
    if let development {
      files["Info.plist"] = """
        <plist version="1.0"><dict><key>CFBundleDevelopmentRegion</key>\
        <string>\(development)</string></dict></plist>
        """
    }
    let bundle = try TemporaryBundle(files)
    return LanguageFolders(bundle.bundle)
      .chain(wanted.compactMap(LanguageTag.init), master: master.flatMap(LanguageTag.init))
      .dropLast().map { ($0.path as NSString).lastPathComponent.replacing(".lproj", with: "") }
  }

  @Test func `lookup order is the tag, its parents, then the master language`() throws {
    let folders = ["de", "de-CH", "en", "fr"]
    #expect(try chain(folders, ["de-CH"], master: "fr") == ["de-CH", "de", "fr"])
    #expect(try chain(folders, ["de-CH-1996", "fr"]) == ["de-CH", "de", "fr", "en"])
    #expect(try chain(folders, ["ja"], master: "de-AT") == ["de"])
  }

  @Test func `the bundle, English and the alphabet decide without a master language`() throws {
    #expect(try chain(["de", "en", "fr"], [], development: "fr") == ["fr"])
    #expect(try chain(["de", "en", "fr"], [], development: "German") == ["de"])
    #expect(try chain(["de", "en", "fr"], [], development: "$(DEVELOPMENT_LANGUAGE)") == ["en"])
    #expect(try chain(["de", "en", "fr"], []) == ["en"])
    #expect(try chain(["it", "de", "fr"], []) == ["de"])
    #expect(try chain(["it", "de"], [], master: "ja") == ["de"])
    #expect(try chain([], ["de"]) == [])
  }

  @Test(arguments: [
    (["pt-br"], "pt-BR", "pt-br"), (["pt_BR"], "pt-BR", "pt_BR"),
    (["pt-BR", "pt-PT"], "pt", "pt-BR"),
    (["zh-Hans", "zh-Hant"], "zh-Hant-TW", "zh-Hant"), (["zh", "zh-Hant"], "zh-HK", "zh-Hant"),
    (["zh_TW", "zh_CN"], "zh-Hant-HK", "zh_TW"), (["zh-Hans", "zh-Hant"], "zh-CN", "zh-Hans"),
    (["zh", "en"], "zh-Hant-TW", "en"), (["zh-Hant", "en"], "zh", "en"),
    (["English", "de"], "en-US", "English"),
    (["iw", "en"], "he-IL", "iw"), (["he", "en"], "iw", "he"), (["nb", "en"], "no", "nb"),
    (["sr", "en"], "sr-Latn-RS", "sr"), (["en", "es-419"], "es-MX", "es-419"),
    (["not a language", "en"], "not", "en"),
  ])
  func `folder names used in practice are found for their languages`(
    folders: [String], wanted: String, first: String
  ) throws {
    #expect(try chain(folders, [wanted]).first == first)
  }

  @Test func `the base folder is searched after the languages`() throws {
    #expect(try chain(["Base", "de", "en"], ["de"]) == ["de", "en", "Base"])
  }

  @Test func `environment variables select the languages as in gettext`() {
    func languages(_ environment: [String: String]) -> [String] {
      UserLanguages.fromEnvironment(environment)
    }
    #expect(languages(["LANG": "de_CH.UTF-8"]) == ["de-CH"])
    #expect(languages(["LANG": "de_CH", "LC_MESSAGES": "fr_FR", "LC_ALL": "it"]) == ["it"])
    #expect(languages(["LANG": "de_CH", "LC_ALL": ""]) == ["de-CH"])
    #expect(languages(["LANG": "en_GB", "LANGUAGE": "de_CH:fr"]) == ["de-CH", "fr", "en-GB"])
    #expect(languages(["LANG": "C", "LANGUAGE": "de"]) == [])
    #expect(languages(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == ["de"])
    #expect(languages(["LANG": "sr_RS.UTF-8@latin"]) == ["sr-Latn-RS"])
    #expect(languages(["LANG": "../../x", "LANGUAGE": "::@:."]) == [])
    #expect(languages([:]) == [])
  }
}
