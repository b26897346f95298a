// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Texts {
  /// The name of the app (`app_name`): "Trema"
  public static var appName: String { translate("app_name", table: "Localizable", bundle: .main) }

  /// `login.title`: "Anmelden"
  public static var loginTitle: String {
    translate("login.title", table: "Localizable", bundle: .main)
  }

  /// Shown in the settings.
  /// Keep it short.
  ///
  /// Opens the browser.
  ///
  /// `my_URL_key`
  public static var myUrlKey: String {
    translate("my_URL_key", table: "Localizable", bundle: .main)
  }

  /// No master (`APP_VERSION`)
  public static var appVersion: String {
    translate("APP_VERSION", table: "Localizable", bundle: .main)
  }

  /// `percent`: "100% sicher, 50 % Rabatt"
  public static var percent: String { translate("percent", table: "Localizable", bundle: .main) }

  /// `untranslated`
  public static var untranslated: String {
    translate("untranslated", table: "Localizable", bundle: .main)
  }

  /// `long_text`: "Donaudampfschiff fährt. Donaudampfschiff fährt. Donaudampfschiff fährt.
  /// Donaudampfschiff fährt. Donaudampfschiff fährt. Donaudampfschiff fährt. Donaudampfschiff
  /// fährt. Donaudampfschiff fährt. Donaudampfschiff fährt. Donaudampfschiff fährt.
  /// Donaudampfschiff fährt. Donaudampfschiff fährt. "
  public static var longText: String { translate("long_text", table: "Localizable", bundle: .main) }
}
