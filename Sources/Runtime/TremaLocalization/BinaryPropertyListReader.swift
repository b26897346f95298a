/// A reader for binary `.strings` and `.stringsdict` files, which Xcode creates for devices:
/// dictionaries of strings.
///
/// It replaces Foundation's reader, which crashes on Linux if a set in a damaged binary property
/// list contains an invalid reference (found among 20,000 mutated files; Swift 6.3.1).
///
/// See `CFBinaryPList.c` in CoreFoundation.
struct BinaryPropertyListReader {
  /// The magic number at the start of a file.
  static let signature = Array("bplist00".utf8)

  private let bytes: [UInt8]
  /// The size of a reference to an object, in bytes.
  private let referenceSize: Int
  /// The size of an entry in the offset table, in bytes.
  private let offsetSize: Int
  /// The number of objects.
  private let count: Int
  /// The offset table's position.
  private let offsetTable: Int
  /// The decoded strings by object number, since more than one value may refer to the same object.
  /// Strings of up to 15 bytes are not included, as `String` stores them inline.
  private var longTexts: [Int: String] = [:]
  /// The remaining cost of reading objects. As objects can be referenced many times, a small file
  /// could describe a list that exhausts the memory.
  private var budget: Int

  /// Reads a file.
  ///
  /// - Returns: The entries by key, or `nil` if the file is damaged or does not contain a
  ///   dictionary.
  static func read(_ bytes: [UInt8]) -> [TextKey: PropertyListValue]? {
    guard bytes.starts(with: signature), bytes.count >= signature.count + 32 else { return nil }
    let trailer = bytes.count - 32
    guard var reader = BinaryPropertyListReader(bytes, trailer: trailer),
      let top = number(bytes, at: trailer + 16, size: 8),
      case .dictionary(let entries)? = reader.value(of: top, depth: 0)
    else { return nil }
    return entries
  }

  /// Reads the trailer of a file, or returns `nil` if it is invalid.
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
    budget = bytes.count * 16
  }

  /// Reads a big-endian number, or returns `nil` if it is out of bounds or does not fit.
  private static func number(_ bytes: [UInt8], at index: Int, size: Int) -> Int? {
    guard index >= 0, size <= bytes.count, index <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[index..<index + size] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  /// Returns an object's position, or `nil` if its number or offset is invalid.
  private func offset(of object: Int) -> Int? {
    guard object < count else { return nil }
    let entryOffset = offsetTable + object * offsetSize
    guard let offset = Self.number(bytes, at: entryOffset, size: offsetSize), offset < offsetTable
    else {
      return nil
    }
    return offset
  }

  /// Reads the length of an object from its marker or the number after it.
  ///
  /// - Returns: The length and the position of the content, or `nil` if it is invalid.
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

  /// Subtracts a cost from the budget.
  ///
  /// - Returns: Whether the budget was sufficient.
  private mutating func spend(_ cost: Int) -> Bool {
    budget -= cost
    return budget >= 0
  }

  /// Reads an object, or returns `nil` if it is damaged or the budget is exhausted.
  private mutating func value(of object: Int, depth: Int) -> PropertyListValue? {
    if let text = longTexts[object] { return spend(1) ? .text(text) : nil }
    guard let start = offset(of: object) else { return nil }
    switch bytes[start] >> 4 {
    case 0x5, 0x6, 0x7:
      guard let text = text(at: start) else { return nil }
      if text.utf8.count > 15 { longTexts[object] = text }
      return .text(text)
    case 0xD:
      guard depth < PropertyListValue.maxDepth else { return nil }
      return entries(at: start, depth: depth).map(PropertyListValue.dictionary)
    default: return spend(1) ? .other(Self.name(of: bytes[start])) : nil
    }
  }

  /// Reads the entries of a dictionary. The references to all keys precede the references to the
  /// values.
  private mutating func entries(at start: Int, depth: Int) -> [TextKey: PropertyListValue]? {
    guard let (length, body) = length(at: start), body <= bytes.count,
      length <= (bytes.count - body) / (2 * referenceSize), spend(1)
    else { return nil }
    var entries: [TextKey: PropertyListValue] = [:]
    entries.reserveCapacity(length)
    for entry in 0..<length {
      let referenceOffset = body + entry * referenceSize
      guard let keyObject = Self.number(bytes, at: referenceOffset, size: referenceSize),
        let object = Self.number(
          bytes, at: referenceOffset + length * referenceSize, size: referenceSize),
        case .text(let key)? = value(of: keyObject, depth: depth + 1),
        // Comparing keys takes time in proportion to their length.
        spend(entries.count > 0 && longTexts[keyObject] != nil ? key.utf8.count / 16 : 0),
        let value = value(of: object, depth: depth + 1)
      else { return nil }
      entries[TextKey(key)] = value
    }
    return entries
  }

  /// Reads a string: UTF-16 for the marker 0x6, otherwise bytes that are decoded as UTF-8.
  private mutating func text(at start: Int) -> String? {
    guard let (length, body) = length(at: start), body <= bytes.count else { return nil }
    switch bytes[start] >> 4 {
    case 0x6:
      guard length <= (bytes.count - body) / 2, spend(2 * length + 1) else { return nil }
      let units = (0..<length).map { unit in
        UInt16(bytes[body + 2 * unit]) << 8 | UInt16(bytes[body + 2 * unit + 1])
      }
      return String(decoding: units, as: UTF16.self)
    default:
      guard length <= bytes.count - body, spend(length + 1) else { return nil }
      return String(decoding: bytes[body..<body + length], as: UTF8.self)
    }
  }

  /// Returns the XML element name for the type of an object.
  private static func name(of marker: UInt8) -> String {
    switch marker >> 4 {
    case 0x0: marker == 0x08 ? "false" : marker == 0x09 ? "true" : "null"
    case 0x1: "integer"
    case 0x2: "real"
    case 0x3: "date"
    case 0x4: "data"
    case 0xA: "array"
    default: "object"
    }
  }
}
