/// The names of elements and attributes that a scanner met, each kept once.
struct XMLNames {
  /// Instead of the index of a name: the bytes may end before it does.
  static let unfinished = -1
  /// Instead of the index of a name: not ASCII, not one name with at most one prefix, too long, or
  /// one too many.
  static let unknown = -2
  /// Names are searched one after the other.
  private static let most = 64
  private static let longest = 128

  /// Names by their index.
  struct Members {
    private var bits: UInt64 = 0

    /// - Returns: whether the name was not among them.
    @inline(__always) mutating func insert(_ index: Int) -> Bool {
      let bit: UInt64 = 1 << UInt64(index)
      defer { bits |= bit }
      return bits & bit == 0
    }
  }

  /// Bytes as far as they fit into two words.
  private struct Key: Equatable {
    var first: UInt64
    var second: UInt64
    var length: Int

    @inline(__always) init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
      length = range.count
      first = XMLNames.word(bytes, range)
      second = length > 8 ? XMLNames.word(bytes, range.lowerBound + 8..<range.upperBound) : 0
    }
  }

  /// A name of up to eight bytes.
  private struct Short {
    var word: UInt64
    /// The mask of the bytes of a word that belong to the name.
    var mask: UInt64
    var length: Int
    /// The name that followed the last time.
    var next: Int
  }

  private struct Entry {
    var key: Key
    var string: String
    var isNamespace: Bool
  }

  /// Beside `entries`; what is longer than eight bytes fits nothing here.
  private var shorts: ContiguousArray<Short> = []
  private var entries: ContiguousArray<Entry> = []
  /// The name read last.
  private var last = 0

  subscript(index: Int) -> String { entries[index].string }

  /// Whether it is the attribute that declares a namespace.
  func isNamespace(_ index: Int) -> Bool { entries[index].isNamespace }

  /// Whether a name is there and nothing that could be more of it.
  @inline(__always) func isName(
    _ name: Int, _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    // In bounds: the eight bytes from `index` on, and the one after them.
    guard index + 8 < bytes.count, let base = bytes.baseAddress else { return false }
    let word = UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
    return isName(shorts[name], word, bytes, index)
  }

  @inline(__always) private func isName(
    _ short: Short, _ word: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Bool {
    word & short.mask == short.word && Self.isEnd(bytes[index + short.length])
  }

  /// The end of the ASCII name without a prefix that begins at an index; the index where none does.
  static func endOfName(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    guard end < bytes.count, isStart(bytes[end]) else { return end }
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end
  }

  func length(_ index: Int) -> Int { entries[index].key.length }

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - bytes: what it is in.
  ///   - index: where it begins; behind the name afterwards.
  /// - Returns: the index of the name, ``unfinished`` or ``unknown``.
  @inline(__always) mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Int {
    // In bounds: the eight bytes from `index` on, and the one after them.
    if index + 8 < bytes.count, let base = bytes.baseAddress, !shorts.isEmpty {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      // Names follow each other in the same order most of the time.
      let guess = shorts[last].next
      if isName(shorts[guess], word, bytes, index) {
        last = guess
        index += shorts[guess].length
        return guess
      }
      for number in 0..<shorts.count where isName(shorts[number], word, bytes, index) {
        shorts[last].next = number
        last = number
        index += shorts[number].length
        return number
      }
    }
    return readNew(bytes, &index)
  }

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
    guard bytes[end] < 0x80, bytes[end] != UInt8(ascii: ":"), end - start <= Self.longest else {
      return Self.unknown
    }
    index = end
    return find(bytes, start..<end)
  }

  private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let key = Key(bytes, range)
    for index in entries.indices where entries[index].key == key {
      if key.length <= 16 || entries[index].string.utf8.elementsEqual(bytes[range]) {
        return index
      }
    }
    guard entries.count < Self.most else { return Self.unknown }
    let name = String(decoding: bytes[range], as: UTF8.self)
    // These two prefixes may not be declared at will.
    if name == "xmlns:xml" || name == "xmlns:xmlns" { return Self.unknown }
    let isNamespace = name == "xmlns" || name.utf8.starts(with: "xmlns:".utf8)
    entries.append(Entry(key: key, string: name, isNamespace: isNamespace))
    shorts.append(
      key.length > 8
        ? Short(word: 1, mask: 0, length: 0, next: 0)
        : Short(word: key.first, mask: Self.mask(key.length), length: key.length, next: 0))
    return entries.count - 1
  }

  /// The first eight bytes of a range, zero behind its end.
  @inline(__always) private static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> UInt64 {
    let start = range.lowerBound
    guard start + 8 <= bytes.count, let base = bytes.baseAddress else {
      return range.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    // In bounds: there are eight bytes from `start` on.
    let word = UInt64(littleEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
    return word & mask(range.count)
  }

  @inline(__always) private static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? ~0 : 1 << UInt64(length * 8) &- 1
  }

  /// An ASCII letter or an underscore.
  @inline(__always) private static func isStart(_ byte: UInt8) -> Bool {
    byte >= 0x40 && byte < 0x80 && 0x07FF_FFFE_87FF_FFFE >> UInt64(byte & 63) & 1 == 1
  }

  /// A byte that no name holds and no character begins with.
  @inline(__always) private static func isEnd(_ byte: UInt8) -> Bool {
    // The digits, full stop and hyphen, and the colon; letters and the underscore.
    let bits: UInt64 = byte < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits >> UInt64(byte & 63) & 1 == 0
  }

  /// One of these, a digit, a full stop or a hyphen.
  @inline(__always) private static func isPart(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 0x40 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits >> UInt64(byte & 63) & 1 == 1
  }
}
