/// A parser for a single conversion in Apple or Android syntax.
enum PlaceholderParser {
  /// Parses the placeholder that starts with the percent sign at an offset.
  ///
  /// - Returns: The placeholder and the offset after it, or `nil` if the percent sign does not
  ///   start a placeholder.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (Placeholder, end: Int)? {
    var reader = Reader(bytes: bytes, index: start + 1)
    var placeholder = Placeholder(conversion: 0)
    let afterPercent = reader.index
    if let number = reader.readNumber() {
      if reader.take(UInt8(ascii: "$")) {
        guard number > 0 else { return nil }
        placeholder.position = number
      } else {
        reader.index = afterPercent
      }
    }
    placeholder.flags = reader.flags()
    placeholder.width = reader.readWidthOrPrecision()
    if reader.take(UInt8(ascii: ".")) {
      placeholder.precisionZeros = reader.leadingZeros()
      placeholder.precision = reader.readWidthOrPrecision() ?? .fixed(0)
    }
    placeholder.length = reader.length(isNumbered: placeholder.position != nil)
    guard let letter = reader.next, !reader.isNumberTooLong else { return nil }
    reader.index += 1
    placeholder.conversion = letter
    switch letter {
    case UInt8(ascii: "@"), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "D"),
      UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"), UInt8(ascii: "X"),
      UInt8(ascii: "o"), UInt8(ascii: "O"), UInt8(ascii: "f"), UInt8(ascii: "F"),
      UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"), UInt8(ascii: "G"),
      UInt8(ascii: "a"), UInt8(ascii: "A"), UInt8(ascii: "c"), UInt8(ascii: "C"),
      UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "p"):
      if placeholder.flags == .localDigits, placeholder.position == nil, let next = reader.next,
        isLatin(next)
      {
        // `5%Idee` is text.
        return nil
      }
      guard let length = placeholder.length, rareLengths.contains(length) else {
        return (placeholder, reader.index)
      }
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      guard let suffix = reader.next, dateSuffixes.contains(suffix) else { return nil }
      reader.index += 1
      placeholder.dateSuffix = suffix
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"), UInt8(ascii: "H"),
      UInt8(ascii: "n"):
      break
    default: return nil
    }
    // Conversions that only one platform supports are recognized only if no word follows:
    // `5%brutto` is text.
    if placeholder.position == nil, let next = reader.next, isLatin(next) { return nil }
    return (placeholder, reader.index)
  }

  /// Parses the placeholder at an offset of an array.
  static func parse(_ bytes: [UInt8], at start: Int) -> (Placeholder, end: Int)? {
    bytes.withUnsafeBufferPointer { parse($0, at: start) }
  }

  /// The second letters of date conversions.
  ///
  /// See `java.util.Formatter`, "Date/Time Conversions".
  private static let dateSuffixes = Array("HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".utf8)

  /// The rare length modifiers, after which the conversion must not be followed by a word.
  private static let rareLengths: [Placeholder.Length] = [
    .quad, .size, .pointerDifference, .maximum,
  ]

  /// Returns whether a byte is, or starts, a Latin letter. The bytes that start quotes, spaces and
  /// scripts without spaces between words are different.
  private static func isLatin(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0xC3...0xC9).contains(byte)
  }

  /// The state of parsing one conversion.
  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index: Int
    /// Whether a number has more than nine digits, which means that there is no conversion.
    var isNumberTooLong = false

    /// The next byte, or `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips a byte if it is next.
    ///
    /// - Returns: Whether the byte was skipped.
    mutating func take(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      index += 1
      return true
    }

    /// Reads a decimal number of at most nine digits, which fits into `int` on all platforms.
    /// Returns `nil` if there is none.
    mutating func readNumber() -> Int? {
      let start = index
      var number = 0
      while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        guard index - start < 9 else {
          isNumberTooLong = true
          return nil
        }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        index += 1
      }
      return index == start ? nil : number
    }

    /// Skips zeros that are followed by more digits, and returns how many there were.
    mutating func leadingZeros() -> UInt8 {
      var zeros: UInt8 = 0
      while zeros < 9, next == UInt8(ascii: "0"), index + 1 < bytes.count,
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1])
      {
        zeros += 1
        index += 1
      }
      return zeros
    }

    /// Reads the flags.
    mutating func flags() -> Placeholder.Flags {
      var flags: Placeholder.Flags = []
      while let byte = next {
        switch byte {
        case UInt8(ascii: "-"): flags.insert(.leftAligned)
        case UInt8(ascii: "0"): flags.insert(.zeroPadded)
        case UInt8(ascii: "+"): flags.insert(.signed)
        case UInt8(ascii: ","), UInt8(ascii: "'"): flags.insert(.grouped)
        case UInt8(ascii: "#"): flags.insert(.alternate)
        case UInt8(ascii: "("): flags.insert(.parenthesised)
        case UInt8(ascii: "I") where isBeforeNumber: flags.insert(.localDigits)
        default: return flags
        }
        index += 1
      }
      return flags
    }

    /// Whether the byte is glibc's `I` flag. It is if an integer conversion follows, or a
    /// floating-point conversion with a width or precision.
    private var isBeforeNumber: Bool {
      var end = index + 1
      while end < bytes.count, end < index + 8, "-+0'123456789.lhqjzt".utf8.contains(bytes[end]) {
        end += 1
      }
      guard end < bytes.count else { return false }
      return "diu".utf8.contains(bytes[end])
        || end > index + 1 && "feg".utf8.contains(bytes[end] | 0x20)
    }

    /// Reads a width or precision. Returns `nil` if there is none.
    mutating func readWidthOrPrecision() -> Placeholder.WidthOrPrecision? {
      if take(UInt8(ascii: "*")) { return .argument }
      return readNumber().map { .fixed($0) }
    }

    /// Reads a length modifier. Returns `nil` if there is none.
    mutating func length(isNumbered: Bool) -> Placeholder.Length? {
      switch next {
      case UInt8(ascii: "h"):
        // `%h` is a conversion in Java. In C, `h` must be followed by a numeric conversion.
        guard index + 1 < bytes.count, "hdiuxXoDUO".utf8.contains(bytes[index + 1]) else {
          return nil
        }
        index += 1
        return take(UInt8(ascii: "h")) ? .char : .short
      case UInt8(ascii: "l"):
        index += 1
        return take(UInt8(ascii: "l")) ? .longLong : .long
      case UInt8(ascii: "t"):
        // In `%td`, `t` is the length modifier for `ptrdiff_t`, as on Apple platforms; it isn't the
        // day of the month, as in Java. `%1$td` is the day of the month because a date's parts are
        // displayed with multiple conversions of the same argument.
        guard index + 1 < bytes.count, "diuxXo".utf8.contains(bytes[index + 1]),
          !isNumbered || bytes[index + 1] != UInt8(ascii: "d")
        else { return nil }
        index += 1
        return .pointerDifference
      case UInt8(ascii: "q"): index += 1; return .quad
      case UInt8(ascii: "z"): index += 1; return .size
      case UInt8(ascii: "j"): index += 1; return .maximum
      case UInt8(ascii: "L"): index += 1; return .longDouble
      default: return nil
      }
    }
  }
}
