import TremaSupport

/// Replacements in the bytes of one file.
package struct SourceEdits {
  /// The bytes of the file that go, and those that come for them, in the order of the file. Edits
  /// that meet another are for another time.
  private var replacements: [(range: Range<Int>, bytes: [UInt8])] = []

  private let bytes: [UInt8]

  /// - Parameters:
  ///   - edits: where they meet, the first in the file is made.
  ///   - bytes: UTF-8 whose lines end with line feeds, perhaps after a carriage return.
  package init(_ edits: [Diagnostic.Edit], to bytes: [UInt8]) {
    self.bytes = bytes
    let lines = LineOffsets(bytes)
    let ranges = edits.enumerated().compactMap { index, edit in
      lines.range(of: edit.location).map { (range: $0, index: index) }
    }
    var end = 0
    for (range, index) in ranges.sorted(by: {
      ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index)
    }) {
      guard range.lowerBound >= end else { continue }
      replacements.append((range, Array(edits[index].replacement.utf8)))
      // Two edits of one place, neither with any bytes, would have no order.
      end = max(range.upperBound, range.lowerBound + 1)
    }
  }

  /// How many edits are made.
  package var count: Int { replacements.count }

  /// The file with the edits made.
  package var edited: [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for (range, replacement) in replacements {
      result += bytes[copied..<range.lowerBound]
      result += replacement
      copied = range.upperBound
    }
    return result + bytes[copied...]
  }
}
