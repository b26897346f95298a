import TremaDiagnostics

/// The objects that hold no others.
extension BinaryPropertyList {
  func scalar(at start: Int) throws(Diagnostic) -> PropertyList.Value {
    let low = Int(bytes[start] & 0x0F)
    switch (bytes[start] >> 4, low) {
    case (0x0, 0x8): return .boolean(false)
    case (0x0, 0x9): return .boolean(true)
    case (0x0, 0x0): throw foreign("a null", at: start)
    case (0x1, 0...4): return .integer(try integer(at: start, size: 1 << low))
    case (0x2, 2):
      return .real(Double(Float(bitPattern: UInt32(try bits(after: start, size: 4)))))
    case (0x2, 3): return .real(Double(bitPattern: try bits(after: start, size: 8)))
    case (0x3, 3):
      let seconds = Double(bitPattern: try bits(after: start, size: 8))
      guard let date = PropertyList.Timestamp(seconds: seconds) else { throw badDate(at: start) }
      return .date(date)
    case (0x4, _):
      let (length, body) = try content(at: start, unit: 1)
      return .data(Array(bytes[body..<body + length]))
    case (0x5, _): return .string(try ascii(at: start))
    case (0x6, _): return .string(try utf16(at: start))
    case (0x7, _): return .string(try utf8(at: start))
    case (0x8, 0...7): return .uid(try bits(after: start, size: low + 1))
    case (0xB, _), (0xC, _): throw foreign("a set", at: start)
    default: throw unknownKind(at: start)
    }
  }

  private func bits(after start: Int, size: Int) throws(Diagnostic) -> UInt64 {
    guard size <= table - start - 1, let bits = bits(at: start + 1, size: size) else {
      throw reachesTooFar(at: start)
    }
    return bits
  }

  /// One, two and four bytes have no sign, eight and sixteen have.
  private func integer(at start: Int, size: Int) throws(Diagnostic) -> PropertyList.Integer {
    if size == 8 {
      return PropertyList.Integer(Int64(bitPattern: try bits(after: start, size: 8)))
    }
    guard size == 16 else { return PropertyList.Integer(try bits(after: start, size: size)) }
    let high = try bits(after: start, size: 8)
    let low = try bits(after: start + 8, size: 8)
    if high == 0 { return PropertyList.Integer(low) }
    let number = Int64(bitPattern: low)
    guard high == .max, number < 0 else { throw integerTooLarge(at: start) }
    return PropertyList.Integer(number)
  }

  /// The length in the marker at `start`, or in the number after it, and where the content begins.
  ///
  /// - Throws: when so many units would not end before the table.
  func content(at start: Int, unit: Int) throws(Diagnostic) -> (length: Int, body: Int) {
    var length = Int(bytes[start] & 0x0F)
    var body = start + 1
    if length == 0x0F {
      guard body < table, bytes[body] >> 4 == 0x1, bytes[body] & 0x0F <= 3 else {
        throw badLength(at: body)
      }
      let size = 1 << Int(bytes[body] & 0x0F)
      guard let number = number(at: body + 1, size: size) else { throw badLength(at: body) }
      length = number
      body += 1 + size
    }
    guard body <= table, length <= (table - body) / unit else { throw reachesTooFar(at: start) }
    return (length, body)
  }

  private func ascii(at start: Int) throws(Diagnostic) -> String {
    let (length, body) = try content(at: start, unit: 1)
    let content = bytes[body..<body + length]
    guard let bad = content.firstIndex(where: { $0 >= 0x80 }) else {
      return String(decoding: content, as: UTF8.self)
    }
    throw badString("ASCII", at: bad)
  }

  private func utf8(at start: Int) throws(Diagnostic) -> String {
    let (length, body) = try content(at: start, unit: 1)
    guard let text = Self.text(bytes[body..<body + length], UTF8()) else {
      throw badString("UTF-8", at: body)
    }
    return text
  }

  private func utf16(at start: Int) throws(Diagnostic) -> String {
    let (length, body) = try content(at: start, unit: 2)
    let units = (0..<length).lazy.map { unit in
      UInt16(bytes[body + 2 * unit]) << 8 | UInt16(bytes[body + 2 * unit + 1])
    }
    guard let text = Self.text(units, UTF16()) else {
      throw badString("UTF-16", at: body)
    }
    return text
  }

  /// - Returns: nil where Swift's own decoding would put U+FFFD.
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
