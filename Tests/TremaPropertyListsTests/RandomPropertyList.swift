import TremaPropertyLists
import TremaTestSupport

extension PropertyList {
  /// A value that Foundation can hold: no repeated key, no carriage return (which Foundation does
  /// not write so that it could be read back), dates of the Gregorian calendar, whole seconds.
  static func random(_ random: inout SeededGenerator, depth: Int = 0) -> PropertyList {
    switch random.number(0...(depth > 4 ? 6 : 9)) {
    case 0: PropertyList(.string(text(&random)))
    case 1: PropertyList(.integer(integer(&random)))
    case 2: PropertyList(.real(real(&random)))
    case 3: PropertyList(.boolean(random.once(in: 2)))
    case 4: PropertyList(.date(date(&random)))
    case 5:
      PropertyList(.data((0..<random.number(0...150)).map { _ in UInt8(random.number(0...255)) }))
    case 6: PropertyList(.string(text(&random)))
    case 7:
      PropertyList(
        .array((0..<random.number(0...4)).map { _ in .random(&random, depth: depth + 1) }))
    default: PropertyList(.dictionary(entries(&random, depth)))
    }
  }

  private static func entries(_ random: inout SeededGenerator, _ depth: Int) -> [Entry] {
    (0..<random.number(0...6)).map { number in
      Entry("\(number) " + text(&random), .random(&random, depth: depth + 1))
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let text = HostileText.text(&random, of: [HostileText.pieces, HostileText.backslashes])
    // Foundation drops a mark at the beginning of any string.
    let scalars = text.unicodeScalars.filter { $0 != "\r" }.drop { $0 == "\u{FEFF}" }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func integer(_ random: inout SeededGenerator) -> Integer {
    switch random.number(0...3) {
    case 0: Integer(Int64(random.number(-10...10)))
    case 1: Integer(UInt64.max - UInt64(random.number(0...10)))
    case 2: Integer(Int64.min + Int64(random.number(0...10)))
    default: Integer(Int64(bitPattern: random.next()))
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

  private static func date(_ random: inout SeededGenerator) -> PropertyList.Moment {
    // From the year 1600 to 4000.
    let seconds = Double(random.number(-12_600_000_000...63_000_000_000))
    return PropertyList.Moment(seconds: seconds) ?? PropertyList.Moment.epoch
  }
}

extension PropertyList.Moment {
  static var epoch: PropertyList.Moment {
    guard let epoch = PropertyList.Moment(seconds: 0) else { preconditionFailure() }
    return epoch
  }
}
