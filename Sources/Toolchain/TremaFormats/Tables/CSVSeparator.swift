/// The separator of the cells of a record.
package enum CSVSeparator: Hashable, Sendable, CaseIterable {
  case comma, semicolon, tab

  var byte: UInt8 {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    }
  }

  static func isCandidate(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
  }

  /// The separator of a file by its header: the candidate that is there most often outside
  /// quotes, the first of them where two are as many; the comma in a header of one cell.
  ///
  /// - Parameter header: the file from the first byte that is not of a blank line.
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
