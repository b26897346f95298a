/// Fetches lines of a document in any encoding, as UTF-8, for the quotation in a report.
package enum SourceLines {
  /// The lines of a document that are asked for; a part of a very long one.
  ///
  /// - Parameters:
  ///   - wanted: line numbers from 1.
  ///   - limit: the most bytes kept of a line.
  ///   - source: gives the bytes of the document in pieces, nil at its end.
  /// - Returns: what could be read, without line ends; a fault ends the search early.
  package static func collect(
    _ wanted: Set<Int>, limit: Int, from source: () throws -> [UInt8]?
  ) -> [Int: [UInt8]] {
    // In their order, which costs less than to look for each line of the document among them.
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
          let (passed, lines) = blocks(of: utf8, from: start, below: (next ?? last + 1) - line)
          (start, line) = (passed, line + lines)
        }
        let end = utf8.firstIndex(of: UInt8(ascii: "\n"), from: start)
        if isWanted {
          let room = max(0, limit - lines[line, default: []].count)
          lines[line, default: []] += utf8[start..<(end ?? utf8.count)].prefix(room)
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
    // A document shorter than its declaration may be still waits to be told that this is all.
    _ = try? transcoder.transcode(UnsafeBufferPointer(start: nil, count: 0), isLast: true, take)
    for number in lines.keys where lines[number]?.last == UInt8(ascii: "\r") {
      lines[number]?.removeLast()
    }
    return lines
  }

  /// Passes whole blocks as long as they have fewer line feeds than `limit`, all together.
  ///
  /// - Returns: where the blocks end, and how many line feeds are in them.
  private static func blocks(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, below limit: Int
  ) -> (end: Int, lineFeeds: Int) {
    let block = 512
    let lineFeeds = SIMD4<UInt64>(repeating: 0x0A0A_0A0A_0A0A_0A0A)
    let lows = SIMD4<UInt64>(repeating: 0x7F7F_7F7F_7F7F_7F7F)
    let ones = SIMD4<UInt64>(repeating: 0x0101_0101_0101_0101)
    var (end, passed) = (start, 0)
    guard let base = bytes.baseAddress else { return (end, passed) }
    while end + block <= bytes.count {
      // A byte for each of 32 columns of the block, none of which has more than 16 line feeds.
      var columns = SIMD4<UInt64>()
      for offset in stride(from: end, to: end + block, by: 32) {
        // In bounds: a block is a multiple of 32 bytes.
        let row = UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD4<UInt64>.self) ^ lineFeeds
        let rest = (row & lows) &+ lows
        columns &+= (~(rest | row) &>> 7) & ones
      }
      // Sums of four columns fit into a byte.
      let counts = columns.wrappedSum()
      let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts >> 8 & 0x00FF_00FF_00FF_00FF)
      let own = Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
      if passed + own >= limit { break }
      (end, passed) = (end + block, passed + own)
    }
    return (end, passed)
  }
}
