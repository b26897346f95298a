internal import Foundation
internal import TremaMessages

/// The languages that the user of this process wants, best first.
enum UserLanguages {
  /// Asked once: on every platform the system restarts an app whose language was changed.
  static let preferred: [String] = {
    #if os(Linux) || os(Android)
      fromEnvironment(ProcessInfo.processInfo.environment)
    #else
      Locale.preferredLanguages
    #endif
  }()

  /// Foundation on Linux says `en-001` whatever the environment says (Swift 6.3.1), so we read it as
  /// `gettext` does: `LANGUAGE` is a list joined by colons and counts unless the locale is `C`; the
  /// locale is the first one set of `LC_ALL`, `LC_MESSAGES` and `LANG`.
  static func fromEnvironment(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    if locale == "C" || locale == "POSIX" { return [] }
    let list = environment["LANGUAGE"] ?? ""
    return (list.split(separator: ":").map(String.init) + [locale].compactMap(\.self))
      .compactMap(tag)
  }

  /// `de_CH.UTF-8@euro` is `de-CH`, `sr_RS@latin` is `sr-Latn-RS`; `C.UTF-8` is nothing.
  private static func tag(_ locale: String) -> String? {
    let parts = locale.split(separator: "@", maxSplits: 1)
    guard let name = parts.first?.split(separator: ".").first, let tag = LanguageTag(String(name))
    else { return nil }
    guard parts.count == 2, tag.script == nil,
      let script = ["latin": "Latn", "cyrillic": "Cyrl"][parts[1].lowercased()]
    else { return tag.description }
    return ([tag.language, script] + [tag.region].compactMap(\.self)).joined(separator: "-")
  }
}
