import TremaSupport

/// Replacements in the bytes of one file.
package struct SourceEdits {
  /// The replaced byte ranges and their replacements, in file order and without overlaps.
  private var replacements: [(range: Range<Int>, bytes: [UInt8])] = []

  /// The bytes of the file.
  private let bytes: [UInt8]

  /// Selects the edits that can be applied together.
  ///
  /// If edits overlap, only the first in the file is applied; the others are left for another run.
  /// Edits whose location does not exist in the file are ignored.
  ///
  /// - Parameters:
  ///   - edits: The edits in any order.
  ///   - bytes: The file as UTF-8. Its lines end with line feeds, possibly after a carriage return.
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
      // Two insertions at the same position would have no defined order, so only one of them is
      // applied.
      end = max(range.upperBound, range.lowerBound + 1)
    }
  }

  /// The number of edits that are applied.
  package var count: Int { replacements.count }

  /// The bytes of the file after the edits.
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
