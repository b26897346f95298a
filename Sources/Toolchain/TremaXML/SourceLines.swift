/// Collects lines of a document in any encoding, converted to UTF-8, to quote in a report.
package enum SourceLines {
  /// Returns lines of a document, truncated to a maximum length.
  ///
  /// - Parameters:
  ///   - wanted: The line numbers, from 1.
  ///   - limit: The maximum number of bytes per line.
  ///   - source: Returns the document's bytes in pieces, and `nil` at the end.
  /// - Returns: The lines that could be read, without line ends. An error ends the search.
  package static func collect(
    _ wanted: Set<Int>, limit: Int, from source: () throws -> [UInt8]?
  ) -> [Int: [UInt8]] {
    // Sorting the numbers is cheaper than a lookup for each line of the document.
    var rest = wanted.filter { $0 > 0 }.sorted()[...]
    guard let last = rest.last else { return [:] }
    let transcoder = Transcoder()
    var line = 1
    var isWanted = rest.first == line
    if isWanted { rest.removeFirst() }
    var next = rest.popFirst()
    var lines: [Int: [UInt8]] = [:]
    var isFirst = true
    func take(_ utf8: UnsafeBufferPointer<UInt8>) {
      var start = 0
      while line <= last, start < utf8.count {
        if !isWanted {
          let (blocksEnd, lines) = blocks(of: utf8, from: start, below: (next ?? last + 1) - line)
          (start, line) = (blocksEnd, line + lines)
        }
        let end = utf8.firstIndex(of: UInt8(ascii: "\n"), from: start)
        if isWanted {
          let capacity = max(0, limit - lines[line, default: []].count)
          lines[line, default: []] += utf8[start..<(end ?? utf8.count)].prefix(capacity)
        }
        guard let end else { return }
        start = end + 1
        line += 1
        isWanted = line == next
        if isWanted { next = rest.popFirst() }
      }
    }
    while line <= last || isFirst {
      isFirst = false
      guard let bytes = try? source() else { break }
      let isReadable = bytes.withUnsafeBufferPointer { bytes in
        (try? transcoder.transcode(bytes, isLast: false, take)) != nil
      }
      if !isReadable { break }
    }
    // The transcoder may hold a document shorter than the longest declaration until it knows that
    // the document is complete.
    _ = try? transcoder.transcode(UnsafeBufferPointer(start: nil, count: 0), isLast: true, take)
    for number in lines.keys where lines[number]?.last == UInt8(ascii: "\r") {
      lines[number]?.removeLast()
    }
    return lines
  }

  /// Skips whole blocks while the number of line feeds in them is less than a limit.
  ///
  /// - Returns: The end of the blocks, and how many line feeds they contain.
  private static func blocks(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, below limit: Int
  ) -> (end: Int, lineFeeds: Int) {
    let block = 512
    let lineFeeds = SIMD4<UInt64>(repeating: 0x0A0A_0A0A_0A0A_0A0A)
    let lows = SIMD4<UInt64>(repeating: 0x7F7F_7F7F_7F7F_7F7F)
    let ones = SIMD4<UInt64>(repeating: 0x0101_0101_0101_0101)
    var (end, skippedLineFeeds) = (start, 0)
    guard let base = bytes.baseAddress else { return (end, skippedLineFeeds) }
    while end + block <= bytes.count {
      // Each byte counts the line feeds in one of the block's 32 columns, and no column has more
      // than 16.
      var columns = SIMD4<UInt64>()
      for offset in stride(from: end, to: end + block, by: 32) {
        // In bounds, since a block's size is a multiple of 32 bytes.
        let row = UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD4<UInt64>.self) ^ lineFeeds
        let rest = (row & lows) &+ lows
        columns &+= (~(rest | row) &>> 7) & ones
      }
      // The sum of four columns fits into a byte.
      let counts = columns.wrappedSum()
      let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts >> 8 & 0x00FF_00FF_00FF_00FF)
      let blockLineFeeds = Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
      if skippedLineFeeds + blockLineFeeds >= limit { break }
      (end, skippedLineFeeds) = (end + block, skippedLineFeeds + blockLineFeeds)
    }
    return (end, skippedLineFeeds)
  }
}
