import TremaConfigValues
import TremaSupport
import TremaTestSupport

extension ConfigValue {
  /// A value that every reader of property lists can hold: only characters that XML can express, no
  /// mark at the beginning of a text (which Foundation drops), whole seconds from the year 1600 to
  /// 4000.
  static func random(_ random: inout SeededGenerator, depth: Int = 0) -> ConfigValue {
    switch random.number(0...(depth > 3 ? 6 : 9)) {
    case 0, 1: ConfigValue(.string(text(&random)))
    case 2: ConfigValue(.integer(integer(&random)))
    case 3: ConfigValue(.real(real(&random)))
    case 4: ConfigValue(.boolean(random.once(in: 2)))
    case 5: date(&random)
    case 6:
      ConfigValue(
        .data((0..<random.number(0...90)).map { _ in UInt8(random.number(0...255)) }))
    case 7:
      ConfigValue(
        .array((0..<random.number(0...4)).map { _ in .random(&random, depth: depth + 1) }))
    default:
      ConfigValue(
        .dictionary(
          ConfigDictionary(
            (0..<random.number(0...20)).map { number in
              .init("\(number) " + text(&random), .random(&random, depth: depth + 1))
            })))
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let text = HostileText.text(&random, of: [HostileText.pieces, HostileText.backslashes])
    return String(String.UnicodeScalarView(text.unicodeScalars.drop { $0 == "\u{FEFF}" }))
  }

  private static func integer(_ random: inout SeededGenerator) -> WholeNumber {
    switch random.number(0...3) {
    case 0: WholeNumber(random.number(-300...70_000))
    case 1: WholeNumber(UInt64.max - UInt64(random.number(0...10)))
    case 2: WholeNumber(Int64.min + Int64(random.number(0...10)))
    default: WholeNumber(Int64(bitPattern: random.next()))
    }
  }

  private static func real(_ random: inout SeededGenerator) -> Double {
    switch random.number(0...3) {
    case 0: Double(random.number(-1000...1000)) / 8
    case 1: Double(random.number(-1000...1000)) / 10
    case 2: random.pick([.infinity, -.infinity, .nan, 0, -0.0, .leastNonzeroMagnitude, 1e300])
    default: Double(bitPattern: random.next())
    }
  }

  private static func date(_ random: inout SeededGenerator) -> ConfigValue {
    let seconds = Double(random.number(-12_600_000_000...63_000_000_000))
    return ConfigValue(PropertyListDate(seconds: seconds).map(Content.date) ?? .boolean(false))
  }
}
