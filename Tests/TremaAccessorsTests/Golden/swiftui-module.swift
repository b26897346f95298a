// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Texts of `Texts.trm`; master language `de`.
public enum Shown {
  /// `days_left`: "Noch {count, plural, one {# Tag} other {# Tage}}"
  ///
  /// - Parameter count: the days until the trial ends
  /// - Returns: The text in the language of the app.
  public static func daysLeft(count: Int) -> String {
    translate("days_left", count, table: "Localizable", bundle: .module)
  }

  /// Shown in the list of guests (`invited`): "{host, select, female {{name} hat {count, plural, =0
  /// {niemanden} one {einen Gast} other {# Gäste}} in ihr Haus eingeladen.} male {Er lädt ein.}
  /// other {{name} lädt ein.}}"
  ///
  /// - Parameters:
  ///   - host: one of `female`, `male`, `diverse`; any other value selects `other`.
  ///   - name: the value to show.
  ///   - count: the number that selects the plural form.
  /// - Returns: The text in the language of the app.
  public static func invited(host: String, name: String, count: Int) -> String {
    translate("invited", host, name, count, table: "Localizable", bundle: .module)
  }

  /// `title`: "Titel"
  public static var title: String { translate("title", table: "Localizable", bundle: .module) }

  /// `order`: "%2$@: %1$d"
  public static func order(_ argument1: Int, _ argument2: String) -> String {
    translate("order", argument1, argument2, table: "Localizable", bundle: .module)
  }

  /// `letter`: "%c"
  public static func letter(_ argument1: Character) -> String {
    translate("letter", argument1, table: "Localizable", bundle: .module)
  }
}

#if canImport(SwiftUI)
  extension Shown {
    /// The texts as SwiftUI views, in the language of the app. After a change of language, a view
    /// is updated together with its parent.
    public enum Views {
      /// `days_left`
      public static func daysLeft(count: Int) -> Text {
        Text(verbatim: translate("days_left", count, table: "Localizable", bundle: .module))
      }

      /// `invited`
      public static func invited(host: String, name: String, count: Int) -> Text {
        Text(
          verbatim: translate("invited", host, name, count, table: "Localizable", bundle: .module))
      }

      /// `title`
      public static var title: Text {
        Text(verbatim: translate("title", table: "Localizable", bundle: .module))
      }

      /// `order`
      public static func order(_ argument1: Int, _ argument2: String) -> Text {
        Text(
          verbatim: translate("order", argument1, argument2, table: "Localizable", bundle: .module))
      }

      /// `letter`
      public static func letter(_ argument1: Character) -> Text {
        Text(verbatim: translate("letter", argument1, table: "Localizable", bundle: .module))
      }
    }

    /// The texts as localized string resources. The system looks them up when it displays them, in
    /// the language that it selected for the app, even if the app has selected another. Texts that
    /// only `translate` can format are left out.
    public enum Resources {
      /// `days_left`
      public static func daysLeft(count: Int) -> LocalizedStringResource {
        LocalizedStringResource(
          "days_left", defaultValue: "\(count)", table: "Localizable",
          bundle: .atURL(Bundle.module.bundleURL))
      }

      /// `title`
      public static var title: LocalizedStringResource {
        LocalizedStringResource(
          "title", table: "Localizable", bundle: .atURL(Bundle.module.bundleURL))
      }

      /// `order`
      public static func order(_ argument1: Int, _ argument2: String) -> LocalizedStringResource {
        LocalizedStringResource(
          "order", defaultValue: "\(argument1) \(argument2)", table: "Localizable",
          bundle: .atURL(Bundle.module.bundleURL))
      }
    }
  }
#endif
