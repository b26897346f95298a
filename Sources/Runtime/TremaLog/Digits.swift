/// Decimal digits, two at a time.
enum Digits {
  /// `00` to `99`. Computed, so that it is not asked whether it has been made.
  private static var pairs: StaticString {
    """
    00010203040506070809101112131415161718192021222324\
    25262728293031323334353637383940414243444546474849\
    50515253545556575859606162636465666768697071727374\
    75767778798081828384858687888990919293949596979899
    """
  }

  /// - Parameters:
  ///   - number: 0 to 99.
  ///   - place: has room for two bytes.
  @inline(__always)
  static func writePair(_ number: Int, to place: UnsafeMutablePointer<UInt8>) {
    place.initialize(from: pairs.utf8Start + 2 * number, count: 2)
  }

  /// Writes a number in full.
  ///
  /// - Parameter place: has room for 20 bytes.
  /// - Returns: how many there are.
  static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let count = count(of: number)
    var (rest, left) = (number, count)
    while rest >= 100 {
      left -= 2
      writePair(Int(truncatingIfNeeded: rest % 100), to: place + left)
      rest /= 100
    }
    if rest >= 10 {
      writePair(Int(truncatingIfNeeded: rest), to: place)
    } else {
      place.initialize(to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest))
    }
    return count
  }

  private static func count(of number: UInt64) -> Int {
    var (count, bound) = (1, 10 as UInt64)
    while number >= bound {
      count += 1
      // The largest numbers have 20 digits, and no power of ten above them.
      let (next, isTooLarge) = bound.multipliedReportingOverflow(by: 10)
      if isTooLarge { return count }
      bound = next
    }
    return count
  }
}
