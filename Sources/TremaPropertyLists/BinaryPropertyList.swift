import TremaDiagnostics

/// Reads the binary form, `bplist00`: a header, objects, a table of their offsets, and 32 bytes that
/// say where everything is.
///
/// Source: CoreFoundation, `CFBinaryPList.c`, and its comment on the file format.
struct BinaryPropertyList {
  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32

  let bytes: [UInt8]
  let file: String
  let limits: PropertyList.Limits
  private(set) var count = 0
  /// The end of the objects and the beginning of the table.
  private(set) var table = 0
  private var offsetSize = 0
  private var referenceSize = 0
  /// The objects that the one at hand stands in.
  private var isOpen: [Bool] = []
  private var depth = 0
  private var visited = 0
  /// Strings and data stand in the result once, however often they are named.
  private var known: [PropertyList.Value?] = []

  static func decode(
    _ bytes: [UInt8], file: String, limits: PropertyList.Limits
  ) throws(Diagnostic) -> PropertyList {
    var reader = BinaryPropertyList(bytes, file: file, limits: limits)
    let top = try reader.readTrailer()
    return try reader.value(of: top, namedAt: bytes.count - 16)
  }

  private init(_ bytes: [UInt8], file: String, limits: PropertyList.Limits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  /// - Returns: the number of the object that is the whole.
  private mutating func readTrailer() throws(Diagnostic) -> Int {
    guard bytes.starts(with: Self.header) else { throw unknownVersion() }
    // The shortest has one object of one byte and one offset.
    guard bytes.count >= Self.header.count + 2 + Self.trailerSize else { throw cutShort() }
    let trailer = bytes.count - Self.trailerSize
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize) else { throw badSize("an offset", at: trailer + 6) }
    guard (1...8).contains(referenceSize) else { throw badSize("a reference", at: trailer + 7) }
    guard let table = number(at: trailer + 24, size: 8), table > Self.header.count, table < trailer
    else { throw badTable(at: trailer + 24) }
    guard let count = number(at: trailer + 8, size: 8), count > 0,
      count <= (trailer - table) / offsetSize
    else { throw badCount(at: trailer + 8) }
    self.table = table
    self.count = count
    guard let top = number(at: trailer + 16, size: 8) else {
      throw badReference(at: trailer + 16)
    }
    isOpen = Array(repeating: false, count: count)
    known = Array(repeating: nil, count: count)
    return top
  }

  /// A big-endian number inside the file, or nil when it does not fit.
  func number(at index: Int, size: Int) -> Int? {
    bits(at: index, size: size).flatMap { Int(exactly: $0) }
  }

  func bits(at index: Int, size: Int) -> UInt64? {
    guard index >= 0, size <= bytes.count, index <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[index..<index + size] { number = number << 8 | UInt64(byte) }
    return number
  }

  /// - Parameters:
  ///   - object: its number.
  ///   - place: the byte where that number stands, for the message.
  private mutating func value(
    of object: Int, namedAt place: Int
  ) throws(Diagnostic) -> PropertyList {
    guard object < count else { throw badReference(at: place) }
    visited += 1
    if visited > limits.values {
      throw .tooManyValues(limits, file: file, at: .start, place: "byte \(place): ")
    }
    if let value = known[object] { return PropertyList(value) }
    let entry = table + object * offsetSize
    guard let start = number(at: entry, size: offsetSize), start >= Self.header.count, start < table
    else { throw badOffset(of: object, at: entry) }
    let kind = bytes[start] >> 4
    guard kind == 0xA || kind == 0xD else {
      let value = try scalar(at: start)
      known[object] = value
      return PropertyList(value)
    }
    if isOpen[object] { throw cycle(at: place, start) }
    guard depth < limits.depth else {
      throw .tooDeep(limits, file: file, at: .start, place: "byte \(start): ")
    }
    isOpen[object] = true
    depth += 1
    defer {
      isOpen[object] = false
      depth -= 1
    }
    return PropertyList(kind == 0xA ? try array(at: start) : try dictionary(at: start))
  }

  private mutating func array(at start: Int) throws(Diagnostic) -> PropertyList.Value {
    let (length, body) = try content(at: start, unit: referenceSize)
    var values: [PropertyList] = []
    values.reserveCapacity(length)
    for index in 0..<length { values.append(try reference(at: body + index * referenceSize)) }
    return .array(values)
  }

  private mutating func dictionary(at start: Int) throws(Diagnostic) -> PropertyList.Value {
    let (length, body) = try content(at: start, unit: 2 * referenceSize)
    var entries: [PropertyList.Entry] = []
    entries.reserveCapacity(length)
    for index in 0..<length {
      let place = body + index * referenceSize
      let key = try reference(at: place)
      guard case .string(let text) = key.value else { throw badKey(key, at: place) }
      entries.append(
        PropertyList.Entry(text, try reference(at: place + length * referenceSize)))
    }
    return .dictionary(entries)
  }

  private mutating func reference(at place: Int) throws(Diagnostic) -> PropertyList {
    // A number that does not fit is larger than any count.
    try value(of: number(at: place, size: referenceSize) ?? .max, namedAt: place)
  }
}
