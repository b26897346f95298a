import TremaSupport

/// The encoding of non-ASCII characters in host names.
///
/// See RFC 3492.
enum Punycode {
  /// The parameters of the encoding.
  private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)

  /// Decodes a label without its `xn--` prefix.
  ///
  /// - Returns: `nil` for a malformed label.
  static func decode(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var output: [UInt32] = []
    var rest = text
    if let dash = text.lastIndex(of: UInt8(ascii: "-")) {
      output = text[..<dash].map(UInt32.init)
      rest = text[(dash + 1)...]
    }
    var (code, position, bias) = (128, 0, 72)
    // Section 6.2: each number is the distance to the next insertion, in a variable-length
    // encoding.
    while !rest.isEmpty {
      let start = position
      var (weight, k) = (1, base)
      while true {
        guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
        position += digit * weight
        // The limits prevent an overflow. No host label reaches them.
        guard position < 1 << 24 else { return nil }
        let threshold = min(max(k - bias, tMin), tMax)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight < 1 << 30 else { return nil }
        k += base
      }
      let count = output.count + 1
      bias = adapted(position - start, count, isFirst: start == 0)
      code += position / count
      guard code < 0x110000 else { return nil }
      position %= count
      output.insert(UInt32(code), at: position)
      position += 1
    }
    let scalars = output.compactMap(Unicode.Scalar.init)
    return scalars.count == output.count ? scalars : nil
  }

  /// Encodes a label.
  ///
  /// - Returns: The unique encoding of the label, without `xn--`, or `nil` if the label is too long
  ///   for a host name.
  static func encode(_ text: ArraySlice<Unicode.Scalar>) -> [UInt8]? {
    guard text.count < 256 else { return nil }
    var output = text.filter(\.isASCII).map { UInt8($0.value) }
    let plain = output.count
    if plain > 0 { output.append(UInt8(ascii: "-")) }
    // Section 6.3: the characters are inserted in code point order.
    var (code, delta, bias, insertedCount) = (128, 0, 72, plain)
    while insertedCount < text.count {
      guard let next = text.map({ Int($0.value) }).filter({ $0 >= code }).min() else { break }
      delta += (next - code) * (insertedCount + 1)
      code = next
      for scalar in text {
        if Int(scalar.value) < code { delta += 1 }
        guard Int(scalar.value) == code else { continue }
        var (rest, k) = (delta, base)
        while true {
          let threshold = min(max(k - bias, tMin), tMax)
          if rest < threshold { break }
          output.append(letter(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          k += base
        }
        output.append(letter(rest))
        bias = adapted(delta, insertedCount + 1, isFirst: insertedCount == plain)
        delta = 0
        insertedCount += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  /// Returns the letter or digit that represents a number below 36.
  private static func letter(_ digit: Int) -> UInt8 {
    digit < 26 ? UInt8(ascii: "a") + UInt8(digit) : UInt8(ascii: "0") + UInt8(digit - 26)
  }

  /// Returns the number that a letter or digit represents, regardless of case, or `nil` if it is
  /// neither.
  private static func digit(_ byte: UInt8) -> Int? {
    if ASCII.isLetter(byte) { return Int(byte | 0x20) - 0x61 }
    return ASCII.isDigit(byte) ? Int(byte) - 0x30 + 26 : nil
  }

  /// Returns the adapted bias. See RFC 3492, section 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }
}
