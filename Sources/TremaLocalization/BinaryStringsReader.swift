/// Reads the binary form of a `.strings` file, which Xcode makes for a device: one dictionary from
/// texts to texts.
///
/// Our own, because Foundation on Linux crashes on a damaged binary property list (the set in
/// 20,000 mutated files that has a bad reference, Swift 6.3.1).
///
/// Source: CoreFoundation, `CFBinaryPList.c`.
struct BinaryStringsReader {
  static let signature = Array("bplist00".utf8)

  private let bytes: [UInt8]
  private let referenceSize: Int
  private let offsetSize: Int
  private let count: Int
  private let offsetTable: Int

  /// - Returns: the texts by key without the values that are no texts, or nil when the bytes are
  ///   damaged or say something else than a dictionary.
  static func read(_ bytes: [UInt8]) -> [String: String]? {
    guard bytes.starts(with: signature), bytes.count >= signature.count + 32 else { return nil }
    let trailer = bytes.count - 32
    guard let reader = BinaryStringsReader(bytes, trailer: trailer),
      let top = number(bytes, at: trailer + 16, size: 8), let start = reader.offset(of: top),
      bytes[start] >> 4 == 0xD, let (entries, body) = reader.length(at: start),
      entries <= (bytes.count - body) / (2 * reader.referenceSize)
    else { return nil }
    var texts: [String: String] = [:]
    texts.reserveCapacity(entries)
    for entry in 0..<entries {
      let keyPlace = body + entry * reader.referenceSize
      guard let key = reader.string(referredAt: keyPlace) else { return nil }
      texts[key] = reader.string(referredAt: keyPlace + entries * reader.referenceSize)
    }
    return texts
  }

  private init?(_ bytes: [UInt8], trailer: Int) {
    guard let count = Self.number(bytes, at: trailer + 8, size: 8),
      let table = Self.number(bytes, at: trailer + 24, size: 8),
      (1...8).contains(bytes[trailer + 6]), (1...8).contains(bytes[trailer + 7]),
      table <= trailer, count <= (trailer - table) / Int(bytes[trailer + 6])
    else { return nil }
    self.bytes = bytes
    self.count = count
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    offsetTable = table
  }

  /// A big-endian number, or nil when it leaves the bytes or does not fit.
  private static func number(_ bytes: [UInt8], at index: Int, size: Int) -> Int? {
    guard index >= 0, size <= bytes.count, index <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[index..<index + size] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  private func offset(of object: Int) -> Int? {
    guard object < count else { return nil }
    let place = offsetTable + object * offsetSize
    guard let offset = Self.number(bytes, at: place, size: offsetSize), offset < offsetTable else {
      return nil
    }
    return offset
  }

  /// The length in the marker at `index`, or in the number after it, and where the content begins.
  private func length(at index: Int) -> (Int, body: Int)? {
    let short = Int(bytes[index] & 0x0F)
    guard short == 0x0F else { return (short, index + 1) }
    guard index + 1 < bytes.count, bytes[index + 1] >> 4 == 0x1, bytes[index + 1] & 0x0F <= 3 else {
      return nil
    }
    let size = 1 << Int(bytes[index + 1] & 0x0F)
    guard let length = Self.number(bytes, at: index + 2, size: size) else { return nil }
    return (length, index + 2 + size)
  }

  private func string(referredAt place: Int) -> String? {
    guard let object = Self.number(bytes, at: place, size: referenceSize),
      let start = offset(of: object), let (length, body) = length(at: start), body <= bytes.count
    else { return nil }
    switch bytes[start] >> 4 {
    case 0x5, 0x7:
      guard length <= bytes.count - body else { return nil }
      return String(decoding: bytes[body..<body + length], as: UTF8.self)
    case 0x6:
      guard length <= (bytes.count - body) / 2 else { return nil }
      let units = (0..<length).map { unit in
        UInt16(bytes[body + 2 * unit]) << 8 | UInt16(bytes[body + 2 * unit + 1])
      }
      return String(decoding: units, as: UTF16.self)
    default: return nil
    }
  }
}
