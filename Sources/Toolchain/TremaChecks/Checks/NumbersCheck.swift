import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for numbers that differ between the master and a translation.
///
/// Numbers that occur in only one of the two are ignored, because they may be words in the other.
struct NumbersCheck: ProseCheck {
  static let rule = Rule(
    .warning, "numbers", "A translation and its master have different numbers.", stage: .review,
    isOptIn: true,
    why: "A price, a limit or a year that differs is wrong in one of the values. The digits of "
      + "every script, the separators of every country, dates, and words such as million, lakh and "
      + "千 are recognized. A number that only one of the values contains is not reported, because "
      + "it may be a word in the other.",
    example: """
      <value lang="en">At most 1,000 characters</value>
      <value lang="de">Höchstens 100 Zeichen</value>
      """,
    fix: "Correct one of them. Suppress the finding if a unit was converted.")

  static let relevantFlags: TextFlags = .digit

  static let hasPrefilterTest = true

  /// Returns whether the numbers may differ. If all digits are ASCII and none is in a tag or an
  /// address, it is sufficient to compare the counts of each digit.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    guard let found = digits(of: source), let wanted = digits(of: master) else { return true }
    return found != wanted
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, let wanted = text.masterNumbers else { return }
    let found = Numbers(of: prose)
    // If the digits are equal, the numbers differ only in order and grouping.
    if wanted.digits == found.digits { return }
    var missing = wanted.all.keys.filter { found.all[$0] == nil }
    var extra = found.all.keys.filter { wanted.all[$0] == nil }
    if missing.isEmpty, extra.isEmpty { return }
    // A time of day may be written as 17:00 or 5 pm.
    if wanted.hasClock || found.hasClock { return }
    if Numbers.distinguishesHalfDays(master) || Numbers.distinguishesHalfDays(prose) {
      let (foundHours, wantedHours) = (Self.hours(of: found), Self.hours(of: wanted))
      missing.removeAll { Self.hour($0).map(foundHours.contains) ?? false }
      extra.removeAll { Self.hour($0).map(wantedHours.contains) ?? false }
      if missing.isEmpty, extra.isEmpty { return }
    }
    Self.removeScaled(&missing, &extra, wanted, found)
    // A number that occurs in only one of the two may be a word in the other, or part of an
    // explanation.
    guard let one = missing.min(), let other = extra.min() else { return }
    findings.report(
      Self.rule,
      "the '\(prose.value.language)' value contains the number "
        + "\(found.spelling(other) ?? other), but the master contains "
        + (wanted.spelling(one) ?? one),
      of: prose, in: text, hint: "correct one of them")
  }

  /// Removes the numbers that differ only in zeros if one of the two texts has a word for them.
  ///
  /// - Parameters:
  ///   - missing: The numbers that only the master has.
  ///   - extra: The numbers that only the translation has.
  ///   - wanted: All numbers in the master.
  ///   - found: All numbers in the translation.
  private static func removeScaled(
    _ missing: inout [String], _ extra: inout [String], _ wanted: Numbers, _ found: Numbers
  ) {
    let scaled = Set(
      missing.filter(wanted.isScaled).map(withoutZeros)
        + extra.filter(found.isScaled).map(withoutZeros))
    if scaled.isEmpty { return }
    let both = scaled.intersection(missing.map(withoutZeros)).intersection(extra.map(withoutZeros))
    missing.removeAll { both.contains(withoutZeros($0)) }
    extra.removeAll { both.contains(withoutZeros($0)) }
  }

  /// Returns a number without its trailing zeros.
  private static func withoutZeros(_ number: String) -> Substring {
    let end = number.utf8.lastIndex { $0 != UInt8(ascii: "0") }
    return end.map { number[...$0] } ?? number[...]
  }

  /// Returns how often each ASCII digit occurs, or `nil` if tags, addresses or digits in other
  /// scripts prevent a fast answer.
  private static func digits(of bytes: UnsafeBufferPointer<UInt8>) -> SIMD16<UInt8>? {
    if bytes.mightContainTag { return nil }
    var (counts, total) = (SIMD16<UInt8>(), 0)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39:
        counts[Int(byte - 0x30)] &+= 1
        total += 1
      // The full stop, the slash and the `@` may be part of an address.
      case 0x2E, 0x2F, 0x40: return nil
      case 0xD9...:
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        let third = index + 2 < bytes.count ? bytes[index + 2] : 0
        if mayBeginDigit(byte, second, third) { return nil }
      default: break
      }
    }
    return total < 0x100 ? counts : nil
  }

  /// Returns whether a non-ASCII digit may start with the given bytes; see ``Numbers`` for the
  /// scripts.
  private static func mayBeginDigit(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    case 0xD9: return second >= 0xA0
    case 0xDB: return second >= 0xB0
    case 0xE0:
      let low = (second & 1) << 6 | third & 0x3F
      return (0x66...0x6F).contains(low) || (0x50...0x59).contains(low) && second >= 0xB9
    case 0xE1: return true
    case 0xEF: return second == 0xBC
    default: return false
    }
  }

  /// Returns the hours that the numbers may denote, modulo twelve.
  private static func hours(of numbers: Numbers) -> Set<Int> {
    Set(numbers.all.keys.compactMap(hour))
  }

  /// Returns the hour that a number may denote, modulo twelve, in 12-hour or 24-hour notation:
  /// midnight is 12, 0 or 24.
  private static func hour(_ number: String) -> Int? {
    Int(number).flatMap { $0 <= 24 ? $0 % 12 : nil }
  }
}
