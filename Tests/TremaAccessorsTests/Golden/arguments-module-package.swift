// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import Swift
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
package enum Strings {
  /// `greeting`: "Hallo, %@"
  ///
  /// - Parameter userName: the user's first name
  /// - Returns: The text in the language of the app.
  package static func greeting(userName: String) -> String {
    translate("greeting", userName, table: "Main", bundle: .module)
  }

  /// Every type (`all`): "%@ %d %u %x %.2f %c %s %ld"
  package static func all(
    _ argument1: String, _ argument2: Int, _ argument3: UInt, _ argument4: UInt,
    _ argument5: Double, _ argument6: Character, _ argument7: String, _ argument8: Int
  ) -> String {
    translate(
      "all", argument1, argument2, argument3, argument4, argument5, argument6, argument7, argument8,
      table: "Main", bundle: .module)
  }

  /// Shown above the basket (`order`): "%1$@: %2$d"
  ///
  /// - Parameters:
  ///   - name: the argument of `%1$@`.
  ///   - count: how many there are
  /// - Returns: The text in the language of the app.
  package static func order(name: String, count: Int) -> String {
    translate("order", name, count, table: "Main", bundle: .module)
  }

  /// `merged`: "%1$@"
  package static func merged(_ argument1: String, _ argument2: String, _ argument3: Int) -> String {
    translate("merged", argument1, argument2, argument3, table: "Main", bundle: .module)
  }

  /// `gap`: "%2$@"
  ///
  /// - Parameters:
  ///   - argument1: ignored because no language uses it.
  ///   - shown: what is shown
  /// - Returns: The text in the language of the app.
  package static func gap(_ argument1: String, shown: String) -> String {
    translate("gap", argument1, shown, table: "Main", bundle: .module)
  }

  /// The master wins (`disagreed`): "%@"
  package static func disagreed(_ argument1: String) -> String {
    translate("disagreed", argument1, table: "Main", bundle: .module)
  }

  /// `unsigned`: "%x"
  package static func unsigned(_ argument1: UInt) -> String {
    translate("unsigned", argument1, table: "Main", bundle: .module)
  }

  /// `names`: "%@ %@ %@ %@ %@ %@"
  package static func names(
    `in`: String, in2: String, userName: String, translate argument4: String, _ argument5: String,
    _ argument6: String
  ) -> String {
    translate(
      "names", `in`, in2, userName, argument4, argument5, argument6, table: "Main", bundle: .module)
  }

  /// `documented`: "%@ %d"
  ///
  /// - Parameters:
  ///   - argument1x: the `name` of \<b>
  ///   - argument1: the argument of `%2$d`.
  /// - Returns: The text in the language of the app.
  package static func documented(_ argument1x: String, argument1: Int) -> String {
    translate("documented", argument1x, argument1, table: "Main", bundle: .module)
  }
}
