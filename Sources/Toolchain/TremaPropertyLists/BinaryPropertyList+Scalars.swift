import TremaSupport

/// Scalars are objects that contain no other objects. The upper half of their first byte, the
/// marker, is the kind. The lower half is the length or its binary logarithm.
extension BinaryPropertyList {
  /// Returns the value of an object that is not a container, and the offset after it.
  ///
  /// - Throws: A diagnostic for a kind that property lists do not support, such as null or a set,
  ///   and for an object that is invalid or overlaps the offset table.
  func scalar(at start: Int) throws(Diagnostic) -> (PropertyList.Value, end: Int) {
    let low = Int(bytes[start] & 0x0F)
    switch (bytes[start] >> 4, low) {
    case (0x0, 0x8): return (.boolean(false), start + 1)
    case (0x0, 0x9): return (.boolean(true), start + 1)
    case (0x0, 0x0): throw disallowedObject("a null", at: start)
    // The lower half is the size's binary logarithm. The size is at most 16 bytes.
    case (0x1, 0...4):
      return (.integer(try integer(at: start, size: 1 << low)), start + 1 + (1 << low))
    // Real numbers have four or eight bytes.
    case (0x2, 2):
      let number = Float(bitPattern: UInt32(try bits(after: start, size: 4)))
      return (.real(Double(number)), start + 5)
    case (0x2, 3): return (.real(Double(bitPattern: try bits(after: start, size: 8))), start + 9)
    case (0x3, 3):
      let seconds = Double(bitPattern: try bits(after: start, size: 8))
      guard let date = PropertyList.Moment(seconds: seconds) else { throw invalidDate(at: start) }
      return (.date(date), start + 9)
    case (0x4, _):
      let body = try body(at: start, unit: 1)
      return (.data(Array(bytes[body])), body.upperBound)
    case (0x5, _):
      let body = try body(at: start, unit: 1)
      return (.string(try ascii(body)), body.upperBound)
    case (0x6, _):
      let body = try body(at: start, unit: 2)
      return (.string(try utf16(body)), body.upperBound)
    case (0x7, _):
      let body = try body(at: start, unit: 1)
      return (.string(try utf8(body)), body.upperBound)
    // The lower half is the size minus one.
    case (0x8, 0...7): return (.uid(try bits(after: start, size: low + 1)), start + 2 + low)
    case (0xB, _), (0xC, _): throw disallowedObject("a set", at: start)
    default: throw unknownKind(at: start)
    }
  }

  /// Returns the byte range of a string or data object.
  ///
  /// - Parameters:
  ///   - start: The offset of the marker.
  ///   - unit: The size of the unit in which the length is given, in bytes.
  private func body(at start: Int, unit: Int) throws(Diagnostic) -> Range<Int> {
    let (length, body) = try content(at: start, unit: unit)
    return body..<body + length * unit
  }

  /// Returns the big-endian number after a marker.
  ///
  /// - Throws: A diagnostic if the number overlaps the offset table.
  private func bits(after start: Int, size: Int) throws(Diagnostic) -> UInt64 {
    guard size <= tableOffset - start - 1, let bits = bits(at: start + 1, size: size) else {
      throw offsetTableOverlap(at: start)
    }
    return bits
  }

  /// Returns an integer of 1, 2, 4, 8 or 16 bytes. Integers of 1, 2 and 4 bytes are unsigned;
  /// integers of 8 and 16 bytes are signed.
  ///
  /// - Throws: A diagnostic if a 16-byte integer is outside -2^63...2^64 - 1.
  private func integer(at start: Int, size: Int) throws(Diagnostic) -> PropertyList.Integer {
    if size == 8 {
      return PropertyList.Integer(Int64(bitPattern: try bits(after: start, size: 8)))
    }
    guard size == 16 else { return PropertyList.Integer(try bits(after: start, size: size)) }
    let high = try bits(after: start, size: 8)
    let low = try bits(after: start + 8, size: 8)
    // Sixteen bytes are either a number above 2^63 - 1, with an upper half of zero, or a
    // sign-extended negative number.
    if high == 0 { return PropertyList.Integer(low) }
    let number = Int64(bitPattern: low)
    guard high == .max, number < 0 else { throw integerTooLarge(at: start) }
    return PropertyList.Integer(number)
  }

  /// Returns an object's length and the offset of its content. The marker's lower half contains the
  /// length; 15 means that an integer object with the length follows.
  ///
  /// - Parameters:
  ///   - start: The offset of the marker.
  ///   - unit: The size of the unit in which the length is given, in bytes.
  /// - Throws: A diagnostic if the content would overlap the offset table.
  func content(at start: Int, unit: Int) throws(Diagnostic) -> (length: Int, body: Int) {
    var length = Int(bytes[start] & 0x0F)
    var body = start + 1
    if length == 0x0F {
      guard body < tableOffset, bytes[body] >> 4 == 0x1, bytes[body] & 0x0F <= 3 else {
        throw invalidLength(at: body)
      }
      let size = 1 << Int(bytes[body] & 0x0F)
      guard let number = number(at: body + 1, size: size) else { throw invalidLength(at: body) }
      length = number
      body += 1 + size
    }
    // Dividing avoids an overflow that multiplying could cause.
    guard body <= tableOffset, length <= (tableOffset - body) / unit else {
      throw offsetTableOverlap(at: start)
    }
    return (length, body)
  }

  /// Returns an ASCII string.
  ///
  /// - Throws: A diagnostic at the first byte that is not ASCII.
  private func ascii(_ body: Range<Int>) throws(Diagnostic) -> String {
    guard let index = bytes[body].firstIndex(where: { $0 >= 0x80 }) else {
      return String(decoding: bytes[body], as: UTF8.self)
    }
    throw invalidString("ASCII", at: index)
  }

  /// Returns a UTF-8 string, which has kind 0x7.
  ///
  /// - Throws: A diagnostic if the string is ill-formed.
  private func utf8(_ body: Range<Int>) throws(Diagnostic) -> String {
    guard let text = Self.text(bytes[body], UTF8()) else {
      throw invalidString("UTF-8", at: body.lowerBound)
    }
    return text
  }

  /// Returns a big-endian UTF-16 string.
  private func utf16(_ body: Range<Int>) throws(Diagnostic) -> String {
    let units = stride(from: body.lowerBound, to: body.upperBound, by: 2).lazy.map { index in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    guard let text = Self.text(units, UTF16()) else {
      throw invalidString("UTF-16", at: body.lowerBound)
    }
    return text
  }

  /// Decodes a string strictly.
  ///
  /// - Returns: The string, or `nil` if it is ill-formed, in which case the `String` initializers
  ///   would insert U+FFFD.
  private static func text<Codec: UnicodeCodec>(
    _ units: some Sequence<Codec.CodeUnit>, _ codec: Codec
  ) -> String? {
    var codec = codec
    var units = units.makeIterator()
    var scalars = String.UnicodeScalarView()
    while true {
      switch codec.decode(&units) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: return String(scalars)
      case .error: return nil
      }
    }
  }
}
