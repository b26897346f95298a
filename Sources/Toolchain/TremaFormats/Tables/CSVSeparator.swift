/// The separator between the cells of a record.
package enum CSVSeparator: Hashable, Sendable, CaseIterable {
  case comma, semicolon, tab

  /// The ASCII character.
  var byte: UInt8 {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    }
  }

  /// Returns whether a byte is one of the supported separators.
  static func isCandidate(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
  }

  /// Returns the separator that is most frequent in the header, outside quotes. If two are equally
  /// frequent, the one that occurs first is returned. If there are none, the comma is returned.
  ///
  /// - Parameter header: The content of the file from the first line that is not blank.
  static func detected(in header: ArraySlice<UInt8>) -> UInt8 {
    var counts = [UInt8: (count: Int, first: Int)]()
    var isQuoted = false
    for (index, byte) in zip(header.indices, header) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if isCandidate(byte) { counts[byte, default: (0, index)].count += 1 }
    }
    let best = counts.max { a, b in
      (a.value.count, b.value.first) < (b.value.count, a.value.first)
    }
    return best?.key ?? UInt8(ascii: ",")
  }
}
