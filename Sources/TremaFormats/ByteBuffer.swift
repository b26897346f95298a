import TremaCatalog

/// The bytes that some format has to write in another way. Most texts have none of them, which is
/// quickly seen, and are copied whole.
struct EscapedBytes: Sendable {
  private let table: [Bool]

  init(_ bytes: some Sequence<UInt8>) {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    self.table = table
  }

  func areMissing(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { areMissing(in: $0) }
  }

  func areMissing(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    table.withUnsafeBufferPointer { table in
      // A byte is an index of the 256 rows.
      for byte in bytes where table[Int(byte)] { return false }
      return true
    }
  }

  /// The first of them from an index on, or the end.
  @inline(__always) func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    table.withUnsafeBufferPointer { table in
      var index = start
      while index < bytes.count, !table[Int(bytes[index])] { index += 1 }
      return index
    }
  }

  private static let controls = Array(0..<0x20) + [0x7F, 0xEF] as [UInt8]

  /// In double quotes; EF begins the characters that XML has no place for, and the mark.
  static let quotable = EscapedBytes(controls + Array("\"\\".utf8))
  static let resource = EscapedBytes(controls + Array("\\'\"&<>%".utf8))
  static let resourceComment = EscapedBytes(controls + Array("-".utf8))
  static let xmlText = EscapedBytes(Array("&<>\r".utf8))
  static let xmlAttribute = EscapedBytes(Array("&<\"\n\r\t".utf8))
}

extension Signs {
  /// With what ``EscapedBytes/quotable`` may be.
  static let quotable: Signs = [.quote, .backslash, .lineBreak, .control, .mark]
}

/// Where many small pieces of bytes go whose count is known: the end of an array, in which each piece
/// would be looked for room otherwise.
struct ByteRoom {
  private var place: UnsafeMutablePointer<UInt8>
  private var rest: Int

  fileprivate init(_ place: UnsafeMutablePointer<UInt8>, _ count: Int) {
    (self.place, rest) = (place, count)
  }

  @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    rest -= bytes.count
    precondition(rest >= 0, "there is no room")
    if bytes.count <= 4 {
      // They are copied sooner than a function for many is called.
      for index in 0..<bytes.count { place[index] = source[index] }
    } else {
      place.update(from: source, count: bytes.count)
    }
    place += bytes.count
  }
}

/// Small things that every writer of bytes needs.
extension [UInt8] {
  /// Appends so many bytes.
  ///
  /// - Parameter write: puts all of them into the room that is made for them.
  mutating func append(count: Int, _ write: (inout ByteRoom) -> Void) {
    let start = self.count
    var rest = count
    while rest > 0 {
      let piece = Swift.min(rest, Self.nothing.count)
      append(contentsOf: Self.nothing[..<piece])
      rest -= piece
    }
    withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var room = ByteRoom(base + start, count)
      write(&room)
    }
  }

  private static let nothing = [UInt8](repeating: 0, count: 1 << 13)

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Appends `text` with some of its bytes replaced; runs of the others are copied whole.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - prefix: what to write, with four hexadecimal digits, for control characters and the two
  ///     characters that XML has no place for; nil to keep them. They come from escapes in a value.
  ///   - escapesMark: whether U+FEFF is written so too, for readers that drop it.
  ///   - odd: the bytes that it may have something for; nil for all.
  ///   - replacement: what to write for a byte, or nil to keep it. Bytes of characters beyond ASCII
  ///     are asked for too.
  @inline(__always)
  mutating func append(
    _ text: String, controlsAs prefix: StaticString? = nil, escapesMark: Bool = false,
    among odd: EscapedBytes? = nil, replacing replacement: (UInt8) -> StaticString?
  ) {
    var text = text
    text.withUTF8 { bytes in
      append(
        bytes, controlsAs: prefix, escapesMark: escapesMark, among: odd, replacing: replacement)
    }
  }

  @inline(__always)
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString? = nil,
    escapesMark: Bool = false, among odd: EscapedBytes? = nil,
    replacing replacement: (UInt8) -> StaticString?
  ) {
    var done = 0
    var index = 0
    while true {
      if let odd { index = odd.first(in: bytes, from: index) }
      if index == bytes.count { break }
      let byte = bytes[index]
      var length = 1
      if let new = replacement(byte) {
        append(brief: UnsafeBufferPointer(rebasing: bytes[done..<index]))
        append(brief: UnsafeBufferPointer(start: new.utf8Start, count: new.utf8CodeUnitCount))
      } else if let prefix, let unit = Self.oddUnit(bytes, index, escapesMark) {
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done..<index]))
        append(prefix)
        append(hexadecimal: unit, uppercase: false)
        length = unit < 0x80 ? 1 : 3
      } else {
        index += 1
        continue
      }
      index += length
      done = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done...]))
  }

  /// Appends what may be few bytes, which are copied sooner than a function for many is called.
  @inline(__always) private mutating func append(brief bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 4 { return append(contentsOf: bytes) }
    for byte in bytes { append(byte) }
  }

  /// What stands between two double quotes in `.strings` and in JSON.
  mutating func append(
    quotable text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    if EscapedBytes.quotable.areMissing(in: text) { return append(text: text) }
    append(quotableByByte: text, controlsAs: prefix, escapesMark: escapesMark)
  }

  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString
  ) {
    append(text, controlsAs: prefix, among: .quotable, replacing: Self.quoted)
  }

  /// The same where it is known already what stands in the text.
  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, having signs: Signs, controlsAs prefix: StaticString
  ) {
    if signs.isDisjoint(with: .quotable) {
      return append(contentsOf: text)
    }
    append(quotable: text, controlsAs: prefix)
  }

  /// The plain way of the three above.
  mutating func append(
    quotableByByte text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    append(text, controlsAs: prefix, escapesMark: escapesMark, replacing: Self.quoted)
  }

  @inline(__always) private static func quoted(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    default: nil
    }
  }

  /// The control character, U+FFFE or U+FFFF, or the mark, that begins at `index`, if one does.
  @inline(__always)
  private static func oddUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ escapesMark: Bool
  ) -> UInt16? {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return UInt16(byte) }
    guard byte == 0xEF, index + 2 < bytes.count else { return nil }
    switch (bytes[index + 1], bytes[index + 2]) {
    case (0xBF, 0xBE): return 0xFFFE
    case (0xBF, 0xBF): return 0xFFFF
    case (0xBB, 0xBF): return escapesMark ? 0xFEFF : nil
    default: return nil
    }
  }

  /// Four hexadecimal digits of a UTF-16 unit.
  mutating func append(hexadecimal unit: UInt16, uppercase: Bool) {
    let ten = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
    }
  }

  /// Character data: `&` and `<`, and `>` where it would make `]]>`; elsewhere it stays, since a
  /// value that was written with it is not to change.
  package mutating func append(xmlText text: String) {
    if EscapedBytes.xmlText.areMissing(in: text) { return append(text: text) }
    var brackets = 0
    append(text) { byte in
      defer { brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0 }
      return switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">") where brackets >= 2: "&gt;"
      // A carriage return of its own would be read as a line feed.
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
  }

  /// The value of an attribute in double quotes; white space but the space would be read as one.
  mutating func append(xmlAttribute text: String) {
    if EscapedBytes.xmlAttribute.areMissing(in: text) { return append(text: text) }
    append(text) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "\n"): "&#10;"
      case UInt8(ascii: "\r"): "&#13;"
      case UInt8(ascii: "\t"): "&#9;"
      default: nil
      }
    }
  }
}
