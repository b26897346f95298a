import TremaHTTP

/// A buffer of received chunks, in memory up to a limit and on disk beyond it.
struct ChunkBuffer: Sendable {
  /// The number of bytes in memory beyond which chunks are stored on disk.
  private static let memoryLimit = 1 << 20

  /// The chunks in memory. Chunks before `firstIndex` have been read and are empty.
  private var chunks: [[UInt8]] = []
  /// The index of the first unread chunk.
  private var firstIndex = 0
  /// The number of bytes in memory.
  private(set) var count = 0
  /// The chunks on disk, which follow the chunks in memory, or `nil` if there are none.
  private var spool: DiskByteQueue?

  /// Appends a chunk.
  ///
  /// - Parameters:
  ///   - spools: Whether the chunk may be stored on disk.
  /// - Throws: `other` if the temporary file cannot be written.
  mutating func append(_ bytes: [UInt8], spools: Bool) throws(TransportError) {
    if let spool { return try spool.append(bytes) }
    if spools, count >= Self.memoryLimit {
      let file = try DiskByteQueue()
      try file.append(bytes)
      spool = file
      return
    }
    chunks.append(bytes)
    count += bytes.count
  }

  /// Removes and returns the next chunk, or `nil` if the buffer is empty.
  mutating func next() throws(TransportError) -> [UInt8]? {
    guard firstIndex < chunks.count else {
      (chunks, firstIndex) = ([], 0)
      let bytes = try spool?.next(upTo: 1 << 16)
      if bytes == nil { spool = nil }
      return bytes
    }
    let bytes = chunks[firstIndex]
    chunks[firstIndex] = []
    firstIndex += 1
    count -= bytes.count
    return bytes
  }
}
