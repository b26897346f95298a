// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
enum Texts {
  /// `bench.greeting`: "Hallo %1$@, noch %2$ld Tage bis zum Ende der Testphase"
  ///
  /// - Parameters:
  ///   - name: Who is greeted
  ///   - days: What is left
  /// - Returns: The text in the language of the app.
  static func benchGreeting(name: String, days: Int) -> String {
    translate("bench.greeting", name, days, table: "Localizable", bundle: BenchBundle.bundle)
  }

  /// `bench.days_left`: "{days, plural, one {Noch # Tag bis zum Ende der Testphase} other {Noch #
  /// Tage bis zum Ende der Testphase}}"
  ///
  /// - Parameter days: What is left
  /// - Returns: The text in the language of the app.
  static func benchDaysLeft(days: Int) -> String {
    translate("bench.days_left", days, table: "Localizable", bundle: BenchBundle.bundle)
  }
}
