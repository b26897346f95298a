/// A table of the element and attribute names that a scanner has read, each stored once.
struct XMLNames {
  /// The result instead of an index if the bytes may end before the name does.
  static let unfinished = -1
  /// The result instead of an index if the name is not ASCII, is not a single name with at most one
  /// prefix, is too long, or does not fit into the table.
  static let unknown = -2
  /// The maximum number of names, which are searched linearly.
  private static let maxCount = 64
  /// The maximum length of a name, in bytes.
  private static let maxNameLength = 128

  /// A set of name indices.
  struct NameSet {
    private var bits: UInt64 = 0

    /// Inserts the index of a name.
    ///
    /// - Returns: Whether the index was not in the set.
    @inline(__always) mutating func insert(_ index: Int) -> Bool {
      let bit: UInt64 = 1 << UInt64(index)
      defer { bits |= bit }
      return bits & bit == 0
    }
  }

  /// A key for comparing names: up to 16 bytes and the length.
  private struct Key: Equatable {
    var first: UInt64
    var second: UInt64
    var length: Int

    /// Creates the key for a name in a range of bytes.
    @inline(__always) init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
      length = range.count
      first = XMLNames.word(bytes, range)
      second = length > 8 ? XMLNames.word(bytes, range.lowerBound + 8..<range.upperBound) : 0
    }
  }

  /// A name of up to eight bytes.
  private struct ShortName {
    /// The bytes of the name, with the first byte lowest.
    var word: UInt64
    /// The mask of the bytes in a word that belong to the name.
    var mask: UInt64
    /// The number of bytes.
    var length: Int
    /// The index of the name that followed this name when it was last read.
    var next: Int
  }

  /// A name in the table.
  private struct Entry {
    /// The key for comparisons.
    var key: Key
    /// The name.
    var string: String
    /// Whether an attribute of this name declares a namespace.
    var isNamespace: Bool
  }

  /// The names of up to eight bytes, with the same indices as ``entries``. A longer name has a
  /// value that does not match any bytes.
  private var shortNames: ContiguousArray<ShortName> = []
  /// All names, by index.
  private var entries: ContiguousArray<Entry> = []
  /// The index of the name that was read last.
  private var lastIndex = 0

  /// The name with an index.
  subscript(index: Int) -> String { entries[index].string }

  /// Returns whether an attribute with the name declares a namespace.
  func isNamespace(_ index: Int) -> Bool { entries[index].isNamespace }

  /// Returns whether a short name starts at an index and ends after its last byte. Returns `false`
  /// if fewer than nine bytes are available, or if the name is long.
  @inline(__always) func isName(
    _ name: Int, _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    // In bounds: the eight bytes from `index`, and the next byte.
    guard index + 8 < bytes.count, let base = bytes.baseAddress else { return false }
    let word = UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
    return isName(shortNames[name], word, bytes, index)
  }

  /// Returns whether eight bytes start with a short name and the name ends there.
  @inline(__always) private func isName(
    _ short: ShortName, _ word: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Bool {
    word & short.mask == short.word && Self.isEnd(bytes[index + short.length])
  }

  /// Returns the end of the ASCII name without a prefix that starts at an index, or the index
  /// itself if there is none.
  static func endOfName(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    guard end < bytes.count, isStart(bytes[end]) else { return end }
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end
  }

  /// Returns a name's length in bytes.
  func length(_ index: Int) -> Int { entries[index].key.length }

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the name.
  ///   - index: The index of the name's first byte; after the call, the index after the name.
  /// - Returns: The index of the name in the table, ``unfinished`` or ``unknown``.
  @inline(__always) mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Int {
    // In bounds: the eight bytes from `index`, and the next byte.
    if index + 8 < bytes.count, let base = bytes.baseAddress, !shortNames.isEmpty {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      // Names usually follow each other in the same order.
      let guess = shortNames[lastIndex].next
      if isName(shortNames[guess], word, bytes, index) {
        lastIndex = guess
        index += shortNames[guess].length
        return guess
      }
      for number in 0..<shortNames.count where isName(shortNames[number], word, bytes, index) {
        shortNames[lastIndex].next = number
        lastIndex = number
        index += shortNames[number].length
        return number
      }
    }
    return readNew(bytes, &index)
  }

  /// Reads a name that could not be identified by its first eight bytes.
  private mutating func readNew(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Int {
    let start = index
    let count = bytes.count
    var end = start
    var hasPrefix = false
    guard end < count else { return Self.unfinished }
    guard Self.isStart(bytes[end]) else { return Self.unknown }
    while end < count {
      let byte = bytes[end]
      if byte == UInt8(ascii: ":"), !hasPrefix {
        hasPrefix = true
        guard end + 1 < count else { return Self.unfinished }
        guard Self.isStart(bytes[end + 1]) else { return Self.unknown }
      } else if !Self.isPart(byte) {
        break
      }
      end += 1
    }
    guard end < count else { return Self.unfinished }
    guard bytes[end] < 0x80, bytes[end] != UInt8(ascii: ":"), end - start <= Self.maxNameLength
    else {
      return Self.unknown
    }
    index = end
    return find(bytes, start..<end)
  }

  /// Returns the index of a name. Adds the name if it is new and the table is not full.
  private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let key = Key(bytes, range)
    for index in entries.indices where entries[index].key == key {
      if key.length <= 16 || entries[index].string.utf8.elementsEqual(bytes[range]) {
        return index
      }
    }
    guard entries.count < Self.maxCount else { return Self.unknown }
    let name = String(decoding: bytes[range], as: UTF8.self)
    // Declarations of the `xml` and `xmlns` prefixes are restricted, so they are left to libxml2.
    if name == "xmlns:xml" || name == "xmlns:xmlns" { return Self.unknown }
    let isNamespace = name == "xmlns" || name.utf8.starts(with: "xmlns:".utf8)
    entries.append(Entry(key: key, string: name, isNamespace: isNamespace))
    shortNames.append(
      key.length > 8
        ? ShortName(word: 1, mask: 0, length: 0, next: 0)
        : ShortName(word: key.first, mask: Self.mask(key.length), length: key.length, next: 0))
    return entries.count - 1
  }

  /// Returns the first eight bytes of a range as a word, with zeros after its end.
  @inline(__always) private static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> UInt64 {
    let start = range.lowerBound
    guard start + 8 <= bytes.count, let base = bytes.baseAddress else {
      return range.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    // In bounds: there are eight bytes from `start`.
    let word = UInt64(littleEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
    return word & mask(range.count)
  }

  /// Returns the mask of the bytes in a word that belong to a name.
  @inline(__always) private static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? ~0 : 1 << UInt64(length * 8) &- 1
  }

  /// Returns whether a byte is an ASCII letter or an underscore.
  @inline(__always) private static func isStart(_ byte: UInt8) -> Bool {
    byte >= 0x40 && byte < 0x80 && 0x07FF_FFFE_87FF_FFFE >> UInt64(byte & 63) & 1 == 1
  }

  /// Returns whether a byte is ASCII and cannot be part of a name.
  @inline(__always) private static func isEnd(_ byte: UInt8) -> Bool {
    // The bits for digits, full stop, hyphen and colon, and the bits for letters and underscore.
    let bits: UInt64 = byte < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits >> UInt64(byte & 63) & 1 == 0
  }

  /// Returns whether a byte is an ASCII letter, an underscore, a digit, a full stop or a hyphen.
  @inline(__always) private static func isPart(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 0x40 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits >> UInt64(byte & 63) & 1 == 1
  }
}
