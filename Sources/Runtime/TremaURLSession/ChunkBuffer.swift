import TremaHTTP

/// A buffer of received chunks: in memory up to a mark, on disk beyond it.
struct ChunkBuffer: Sendable {
  private static let mark = 1 << 20

  private var pieces: [[UInt8]] = []
  private var first = 0
  /// The number of bytes in memory.
  private(set) var count = 0
  private var spool: SpooledFile?

  mutating func append(_ bytes: [UInt8], spools: Bool) throws(TransportError) {
    if let spool { return try spool.append(bytes) }
    if spools, count >= Self.mark {
      let file = try SpooledFile()
      try file.append(bytes)
      spool = file
      return
    }
    pieces.append(bytes)
    count += bytes.count
  }

  mutating func next() throws(TransportError) -> [UInt8]? {
    guard first < pieces.count else {
      (pieces, first) = ([], 0)
      let bytes = try spool?.next(upTo: 1 << 16)
      if bytes == nil { spool = nil }
      return bytes
    }
    let bytes = pieces[first]
    pieces[first] = []
    first += 1
    count -= bytes.count
    return bytes
  }
}
