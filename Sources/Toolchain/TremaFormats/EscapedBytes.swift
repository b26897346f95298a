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

extension TextFlags {
  /// With what ``EscapedBytes/quotable`` may be.
  static let quotable: TextFlags = [.quote, .backslash, .lineBreak, .control, .mark]
}
