import TremaSupport

extension Layout {
  var radix: Int {
    switch placeholder.conversion {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    default: 10
    }
  }

  /// Writes a whole number. Our own, because `printf` needs to be told the size of each number and
  /// reads what is not there when it is told wrong.
  func integer(_ number: UInt64, _ sign: String) -> String {
    let isUpper = placeholder.conversion == UInt8(ascii: "X")
    // C: with precision 0 the number 0 has no digits.
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
    // C: zeros fill the width only when neither `-` nor a precision is given.
    if missing > 0, placeholder.flags.contains(.zeroPadded), !isLeftAligned, precision == nil {
      return prefix + String(repeating: "0", count: missing) + digits
    }
    return padded(prefix + digits)
  }

  /// Writes a floating-point number through the C library, whose rounding is exact to the last
  /// digit. The format is built here from flags, numbers and a letter, so it takes exactly two
  /// `int` and one `double`.
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
    // C: a negative precision from an argument counts as none.
    let values: [any CVarArg] = [
      Int32(truncatingIfNeeded: width), Int32(truncatingIfNeeded: precision ?? -1), number,
    ]
    func write(_ buffer: UnsafeMutableBufferPointer<CChar>) -> Int {
      withVaList(values) { Int(vsnprintf(buffer.baseAddress, buffer.count, format, $0)) }
    }
    // 1e308 with every decimal that is honoured needs some 1,400 bytes, and nearly all texts need
    // less than 64.
    for capacity in [64, 2 * Message.largestExtent] {
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        let length = write(buffer)
        return (0..<capacity).contains(length) ? Self.text(buffer[..<length]) : nil
      }
      if let text { return text }
    }
    return padded(String(describing: number))
  }

  /// The bytes as a text with a point before the decimals, whatever `setlocale` was told: all else
  /// that `printf` writes is ASCII.
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
