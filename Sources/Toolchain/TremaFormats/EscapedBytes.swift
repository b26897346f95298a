import TremaCatalog

/// A set of bytes that a format must escape. Most texts contain none of them. This is detected
/// quickly, and such a text is copied in one piece.
struct EscapedBytes: Sendable {
  /// A flag for each of the 256 byte values.
  private let table: [Bool]

  /// Creates a set of bytes.
  init(_ bytes: some Sequence<UInt8>) {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    self.table = table
  }

  /// Returns whether a string contains no byte in the set.
  func isDisjoint(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { isDisjoint(in: $0) }
  }

  /// Returns whether UTF-8 bytes contain no byte in the set.
  func isDisjoint(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    table.withUnsafeBufferPointer { table in
      // The table has 256 elements, so every byte is a valid index.
      for byte in bytes where table[Int(byte)] { return false }
      return true
    }
  }

  /// Returns the index of the first byte in the set, at or after an index, or the byte count if
  /// there is none.
  @inline(__always) func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    table.withUnsafeBufferPointer { table in
      var index = start
      while index < bytes.count, !table[Int(bytes[index])] { index += 1 }
      return index
    }
  }

  /// Control characters, and EF, which is the first byte of U+FEFF, U+FFFE and U+FFFF in UTF-8.
  private static let controls = Array(0..<0x20) + [0x7F, 0xEF] as [UInt8]

  /// The bytes to escape in double quotes. EF starts U+FFFE and U+FFFF, which XML does not allow,
  /// and the byte order mark.
  static let quotable = EscapedBytes(controls + Array("\"\\".utf8))
  /// The bytes to escape in the value of an Android resource.
  static let resource = EscapedBytes(controls + Array("\\'\"&<>%".utf8))
  /// The bytes to escape in a comment in an Android resource file, which must not contain `--`.
  static let resourceComment = EscapedBytes(controls + Array("-".utf8))
  /// The bytes to escape in XML character data.
  static let xmlText = EscapedBytes(Array("&<>\r".utf8))
  /// The bytes to escape in an XML attribute.
  static let xmlAttribute = EscapedBytes(Array("&<\"\n\r\t".utf8))
}

extension TextFlags {
  /// The flags for texts that may contain a byte from ``EscapedBytes/quotable``.
  static let quotable: TextFlags = [.quote, .backslash, .lineBreak, .control, .mark]
}
