import TremaSupport

/// The layout of one argument: its placeholder, with the width and precision resolved.
struct Layout {
  /// The argument's placeholder.
  let placeholder: Placeholder
  /// The minimum width, in characters.
  var width = 0
  /// The precision: the number of digits or a string's maximum length, or `nil` if there is none.
  var precision: Int?
  /// Whether the output is padded at the end.
  var isLeftAligned: Bool

  /// Creates a layout with the fixed width and precision of a placeholder.
  init(_ placeholder: Placeholder) {
    self.placeholder = placeholder
    isLeftAligned = placeholder.flags.contains(.leftAligned)
    if case .fixed(let width) = placeholder.width { self.width = width }
    if case .fixed(let precision) = placeholder.precision { self.precision = precision }
  }

  /// Limits the width and, except for strings, the precision.
  ///
  /// - Returns: Whether the width or precision exceeded the limit. The precision of a string is not
  ///   limited because it only truncates the string.
  mutating func clamp(to largest: Int) -> Bool {
    let isLarger = width > largest || placeholder.type != .text && (precision ?? 0) > largest
    width = min(width, largest)
    if placeholder.type != .text { precision = precision.map { min($0, largest) } }
    return isLarger
  }

  /// Returns the formatted argument, and whether it has the type that the placeholder requires.
  func formatted(_ argument: FormatArgument) -> (text: String, fits: Bool) {
    switch placeholder.type {
    case .text: return (padded(truncated(argument.description)), true)
    case .integer:
      switch argument {
      case .integer(let number):
        if number < 0, radix != 10 { return (integer(UInt64(bitPattern: number), ""), true) }
        // C formats -1 with `%u` as 18446744073709551615, which is never intended. Instead, the
        // sign is kept and a mismatch is reported.
        let fits = number >= 0 || placeholder.isSigned
        return (integer(number.magnitude, number < 0 ? "-" : positiveSign), fits)
      case .unsigned(let number): return (integer(number, positiveSign), true)
      case .boolean(let value): return (integer(value ? 1 : 0, positiveSign), true)
      case .floating(let number):
        guard let whole = Int64(exactly: number) else { break }
        return (integer(whole.magnitude, whole < 0 ? "-" : positiveSign), false)
      case .text, .character, .date: break
      }
    case .floating:
      switch argument {
      case .floating(let number): return (floating(number), true)
      case .integer(let number): return (floating(Double(number)), false)
      case .unsigned(let number): return (floating(Double(number)), false)
      case .text, .character, .boolean, .date: break
      }
    case .character:
      switch argument {
      case .character(let character): return (padded(String(character)), true)
      case .text(let text): return (padded(text), text.count == 1)
      case .integer(let number): if let shown = character(number) { return (shown, true) }
      case .unsigned(let number):
        if let shown = character(Int64(clamping: number)) { return (shown, true) }
      case .floating, .boolean, .date: break
      }
    case .boolean:
      if case .boolean = argument { return (padded(argument.description), true) }
    case .pointer, .hash, .date, .none: break
    }
    return (padded(argument.description), false)
  }

  /// The sign of a positive number with the `+` flag. As in C, it does not apply to unsigned
  /// conversions.
  private var positiveSign: String {
    placeholder.flags.contains(.signed) && placeholder.isSigned ? "+" : ""
  }

  /// Returns a string truncated to the precision.
  private func truncated(_ text: String) -> String {
    guard let precision else { return text }
    return String(text.prefix(precision))
  }

  /// Returns the padded character for a code point, as `%c` formats an integer. Returns `nil` for
  /// invalid code points and for NUL, which ends C strings.
  private func character(_ number: Int64) -> String? {
    guard number > 0, let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return padded(String(Character(scalar)))
  }

  /// Returns a string padded with spaces to the width, which is counted in user-perceived
  /// characters.
  func padded(_ text: String) -> String {
    guard width > 0 else { return text }
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isLeftAligned ? text + padding : padding + text
  }
}

extension Layout {
  /// The radix of an integer conversion.
  var radix: Int {
    switch placeholder.conversion {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    default: 10
    }
  }

  /// Formats an integer. `printf` is not used because it must be passed the size of each number,
  /// and reads invalid memory if the size is wrong.
  func integer(_ number: UInt64, _ sign: String) -> String {
    let isUpper = placeholder.conversion == UInt8(ascii: "X")
    // As in C, the number 0 with precision 0 has no digits.
    var digits =
      number == 0 && precision == 0 ? "" : String(number, radix: radix, uppercase: isUpper)
    if let precision, digits.utf8.count < precision {
      digits = String(repeating: "0", count: precision - digits.utf8.count) + digits
    }
    var prefix = sign
    if placeholder.flags.contains(.alternate) {
      if radix == 16, number != 0 { prefix += isUpper ? "0X" : "0x" }
      if radix == 8, !digits.hasPrefix("0") { digits = "0" + digits }
    }
    let missing = width - prefix.utf8.count - digits.utf8.count
    // As in C, zeros fill the width only without the `-` flag and without a precision.
    if missing > 0, placeholder.flags.contains(.zeroPadded), !isLeftAligned, precision == nil {
      return prefix + String(repeating: "0", count: missing) + digits
    }
    return padded(prefix + digits)
  }

  /// Formats a floating-point number with the C library, whose rounding is exact to the last digit.
  /// The format is built only from flags and the conversion, so it consumes exactly two `int`
  /// arguments and one `double`.
  func floating(_ number: Double) -> String {
    var format: [CChar] = [CChar(bitPattern: UInt8(ascii: "%"))]
    func append(_ letter: UInt8) { format.append(CChar(bitPattern: letter)) }
    if isLeftAligned { append(UInt8(ascii: "-")) }
    if placeholder.flags.contains(.zeroPadded) { append(UInt8(ascii: "0")) }
    if placeholder.flags.contains(.signed) { append(UInt8(ascii: "+")) }
    if placeholder.flags.contains(.alternate) { append(UInt8(ascii: "#")) }
    for letter in "*.*".utf8 { append(letter) }
    append(placeholder.conversion)
    append(0)
    // As in C, a negative precision from an argument is ignored.
    let values: [any CVarArg] = [
      Int32(truncatingIfNeeded: width), Int32(truncatingIfNeeded: precision ?? -1), number,
    ]
    func write(_ buffer: UnsafeMutableBufferPointer<CChar>) -> Int {
      withVaList(values) { Int(vsnprintf(buffer.baseAddress, buffer.count, format, $0)) }
    }
    // 1e308 with the maximum number of decimals needs about 1,400 bytes. Nearly all numbers need
    // fewer than 64.
    for capacity in [64, 2 * Message.maxWidthOrPrecision] {
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        let length = write(buffer)
        return (0..<capacity).contains(length) ? Self.text(buffer[..<length]) : nil
      }
      if let text { return text }
    }
    return padded(String(describing: number))
  }

  /// Returns `printf` output with a decimal point, regardless of the locale set with `setlocale`.
  /// The rest of the output is ASCII.
  private static func text(_ bytes: Slice<UnsafeMutableBufferPointer<CChar>>) -> String {
    var text: [UInt8] = []
    var isInPoint = false
    for byte in bytes.lazy.map(UInt8.init(bitPattern:)) {
      let isPoint = byte >= 0x80 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "'")
      if !isPoint { text.append(byte) } else if !isInPoint { text.append(UInt8(ascii: ".")) }
      isInPoint = isPoint
    }
    return String(decoding: text, as: UTF8.self)
  }
}
