import TremaMessages

/// Android's list of the languages that the settings of the system offer for an app.
///
/// The manifest of the app names the file: `android:localeConfig="@xml/locales_config"`. The names
/// are BCP 47 tags, unlike the names of resource folders. `android:defaultLocale`, the language of
/// `values/strings.xml`, requires the SDK of Android 15 (API level 35); older devices ignore it.
///
/// Source: "Per-app language preferences" and `android.app.LocaleConfig`, developer.android.com.
package enum LocaleConfig {
  /// The path of the file, relative to the folder of the resources.
  package static let path = "xml/locales_config.xml"

  /// Returns the contents of the file.
  ///
  /// - Parameters:
  ///   - languages: The languages, in the order in which they are written.
  ///   - defaultLanguage: The language of the resources without a language in their folder.
  ///   - source: The name of the catalogue, for the header.
  package static func bytes(
    languages: [LanguageTag], defaultLanguage: LanguageTag, source: String
  ) -> [UInt8] {
    var output: [UInt8] = []
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Generated from ")
    output.append(resourceComment: source)
    output.append(". Do not edit: change the catalogue and regenerate this file. -->\n")
    output.append(
      "<locale-config xmlns:android=\"http://schemas.android.com/apk/res/android\" android:defaultLocale=\""
    )
    // A language tag contains no characters that need escaping.
    output += "\(defaultLanguage)\">\n".utf8
    for language in languages { output += "    <locale android:name=\"\(language)\"/>\n".utf8 }
    output.append("</locale-config>\n")
    return output
  }
}
