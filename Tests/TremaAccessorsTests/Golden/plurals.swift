// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Counted {
  /// `days_left`: "Noch {count, plural, one {# Tag} other {# Tage}}"
  ///
  /// - Parameter count: the days until the trial ends
  /// - Returns: The text in the language of the app.
  public static func daysLeft(count: Int) -> String {
    translate("days_left", count, table: "Localizable", bundle: .main)
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
    translate("invited", host, name, count, table: "Localizable", bundle: .main)
  }

  /// `mixed`: "%@ hat {1, plural, one {%d Datei} other {%d Dateien}}"
  public static func mixed(_ argument1: String, _ argument2: Int) -> String {
    translate("mixed", argument1, argument2, table: "Localizable", bundle: .main)
  }

  /// `fraction`: "{0, plural, one {%1$.1f Kilometer} other {%1$.1f km}}"
  public static func fraction(km: Double) -> String {
    translate("fraction", km, table: "Localizable", bundle: .main)
  }

  /// `styles`: "{n, plural, other {{price, number} {whole, number, integer}}}"
  public static func styles(n: Int, price: Double, whole: Int) -> String {
    translate("styles", n, price, whole, table: "Localizable", bundle: .main)
  }

  /// `when`: "{n, plural, other {{day, date, short} {hour, time}}}"
  public static func when(n: Int, day: Date, hour: Date) -> String {
    translate("when", n, day, hour, table: "Localizable", bundle: .main)
  }

  /// `place`: "{place, selectordinal, other {#.}}"
  public static func place(place: Int) -> String {
    translate("place", place, table: "Localizable", bundle: .main)
  }

  /// `unnamed`: "{0, plural, one {# Tag} other {# Tage}}"
  public static func unnamed(_ argument1: Int) -> String {
    translate("unnamed", argument1, table: "Localizable", bundle: .main)
  }

  /// `gender`: "{gender, select, f {Liebe} other {Hallo}}"
  ///
  /// - Parameter sex: how the user is addressed; may be `f`; any other value selects `other`.
  /// - Returns: The text in the language of the app.
  public static func gender(sex: String) -> String {
    translate("gender", sex, table: "Localizable", bundle: .main)
  }

  /// `choiceless`: "{in, select, other {Hallo}} {class}"
  public static func choiceless(`in`: String, `class`: String) -> String {
    translate("choiceless", `in`, `class`, table: "Localizable", bundle: .main)
  }

  /// `sized`: "%d"
  public static func sized(_ argument1: Int) -> String {
    translate("sized", argument1, table: "Localizable", bundle: .main)
  }

  /// `shown_alone`: "Drei Tage"
  public static func shownAlone(n: Int) -> String {
    translate("shown_alone", n, table: "Localizable", bundle: .main)
  }
}
