/// The names of days and months.
///
/// See RFC 5322, section 3.3, and RFC 9110, section 5.6.7.
enum DateName {
  /// The names of the days, starting with Sunday.
  static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// Returns the day of the week, from 0 for Sunday, for three lowercase letters. They are packed
  /// into one number, with the first letter in the highest byte, so no lookup table is needed.
  static func day(_ letters: UInt32) -> Int? {
    switch letters {
    case 0x73_75_6E: 0  // sun
    case 0x6D_6F_6E: 1  // mon
    case 0x74_75_65: 2  // tue
    case 0x77_65_64: 3  // wed
    case 0x74_68_75: 4  // thu
    case 0x66_72_69: 5  // fri
    case 0x73_61_74: 6  // sat
    default: nil
    }
  }

  /// Returns the month, from 1, for three lowercase letters, packed like the letters of a day.
  static func month(_ letters: UInt32) -> Int? {
    switch letters {
    case 0x6A_61_6E: 1  // jan
    case 0x66_65_62: 2  // feb
    case 0x6D_61_72: 3  // mar
    case 0x61_70_72: 4  // apr
    case 0x6D_61_79: 5  // may
    case 0x6A_75_6E: 6  // jun
    case 0x6A_75_6C: 7  // jul
    case 0x61_75_67: 8  // aug
    case 0x73_65_70: 9  // sep
    case 0x6F_63_74: 10  // oct
    case 0x6E_6F_76: 11  // nov
    case 0x64_65_63: 12  // dec
    default: nil
    }
  }

  /// Returns the rest of a day's name after its first three letters.
  static func remainder(ofDay day: Int) -> StaticString {
    switch day {
    case 2: "sday"
    case 3: "nesday"
    case 4: "rsday"
    case 6: "urday"
    default: "day"
    }
  }

  /// The abbreviated names of the days, starting with Sunday, three letters each.
  static let dayLetters: StaticString = "SunMonTueWedThuFriSat"
  /// The abbreviated names of the months, three letters each.
  static let monthLetters: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
}
