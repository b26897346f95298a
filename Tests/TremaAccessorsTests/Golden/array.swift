// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Listed {
  /// `month.0`: "Monat 0"
  public static var month0: String { translate("month.0", table: "Localizable", bundle: .main) }

  /// `month.1`: "Monat 1"
  public static var month1: String { translate("month.1", table: "Localizable", bundle: .main) }

  /// `month.2`: "Monat 2"
  public static var month2: String { translate("month.2", table: "Localizable", bundle: .main) }

  /// `month.3`: "Monat 3"
  public static var month3: String { translate("month.3", table: "Localizable", bundle: .main) }

  /// `month.4`: "Monat 4"
  public static var month4: String { translate("month.4", table: "Localizable", bundle: .main) }

  /// `month.5`: "Monat 5"
  public static var month5: String { translate("month.5", table: "Localizable", bundle: .main) }

  /// `month.6`: "Monat 6"
  public static var month6: String { translate("month.6", table: "Localizable", bundle: .main) }

  /// `month.7`: "Monat 7"
  public static var month7: String { translate("month.7", table: "Localizable", bundle: .main) }

  /// `month.8`: "Monat 8"
  public static var month8: String { translate("month.8", table: "Localizable", bundle: .main) }

  /// `month.9`: "Monat 9"
  public static var month9: String { translate("month.9", table: "Localizable", bundle: .main) }

  /// `month.10`: "Monat 10"
  public static var month10: String { translate("month.10", table: "Localizable", bundle: .main) }

  /// `month.11`: "Monat 11"
  public static var month11: String { translate("month.11", table: "Localizable", bundle: .main) }

  /// The texts of the array `month`, in order.
  public static var month: [String] {
    [
      month0,
      month1,
      month2,
      month3,
      month4,
      month5,
      month6,
      month7,
      month8,
      month9,
      month10,
      month11,
    ]
  }

  /// `size.0`: "S"
  public static var size0: String { translate("size.0", table: "Localizable", bundle: .main) }

  /// `size.1`: "M"
  public static var size1: String { translate("size.1", table: "Localizable", bundle: .main) }

  /// The texts of the array `size`, in order.
  public static var size: [String] { [size0, size1] }

  /// Not the third of them (`size.3`): "XL"
  public static var size3: String { translate("size.3", table: "Localizable", bundle: .main) }

  /// `greeting.0`: "Hallo"
  public static var greeting0: String {
    translate("greeting.0", table: "Localizable", bundle: .main)
  }

  /// `greeting.1`: "Hallo %@"
  public static func greeting1(_ argument1: String) -> String {
    translate("greeting.1", argument1, table: "Localizable", bundle: .main)
  }

  /// `alone.0`: "Eins"
  public static var alone0: String { translate("alone.0", table: "Localizable", bundle: .main) }

  /// The texts of the array `alone`, in order.
  public static var alone: [String] { [alone0] }
}
