internal import CTremaZlib

/// Owns one zlib stream without zlib's own header; freed exactly once, never shared between tasks.
struct ZlibStream: ~Copyable {
  enum Direction {
    case deflate, inflate
  }

  enum Outcome: Equatable {
    case complete
    /// The input ends before the stream does.
    case truncated
    /// The offset in the input up to which it made sense.
    case damaged(at: Int)
    /// Whoever took the output has enough.
    case stopped
  }

  private static let pieceSize = 1 << 16

  // zlib remembers the address, so the stream may not move.
  private let raw: UnsafeMutablePointer<z_stream>
  private let direction: Direction

  /// - Returns: nil when there is no memory.
  init?(_ direction: Direction) {
    let raw = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    raw.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // A negative number of window bits stands for a stream without header.
    let code =
      switch direction {
      case .inflate: inflateInit2_(raw, -MAX_WBITS, ZLIB_VERSION, size)
      case .deflate:
        deflateInit2_(
          raw, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
          size)
      }
    guard code == Z_OK else {
      raw.deallocate()
      return nil
    }
    self.raw = raw
    self.direction = direction
  }

  deinit {
    switch direction {
    case .inflate: inflateEnd(raw)
    case .deflate: deflateEnd(raw)
    }
    raw.deallocate()
  }

  /// Runs one whole stream through; to be called once.
  ///
  /// - Parameters:
  ///   - input: all of it; not more than 4 GiB.
  ///   - take: gets the output in small pieces; false ends the work.
  /// - Returns: how it ended. Input behind the end of the stream is not looked at.
  borrowing func run(
    _ input: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Outcome {
    raw.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    raw.pointee.avail_in = UInt32(clamping: input.count)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceSize) { piece in
      while true {
        raw.pointee.next_out = piece.baseAddress
        raw.pointee.avail_out = UInt32(Self.pieceSize)
        let code =
          switch direction {
          case .inflate: inflate(raw, Z_NO_FLUSH)
          case .deflate: deflate(raw, Z_FINISH)
          }
        let count = Self.pieceSize - Int(raw.pointee.avail_out)
        if count > 0, !take(UnsafeBufferPointer(rebasing: piece[..<count])) { return .stopped }
        switch code {
        case Z_STREAM_END: return .complete
        case Z_OK: continue
        case Z_BUF_ERROR: return .truncated
        default: return .damaged(at: input.count - Int(raw.pointee.avail_in))
        }
      }
    }
  }
}

/// The check sum of a ZIP entry.
enum CRC32 {
  /// - Parameter bytes: not more than 4 GiB.
  static func of(_ bytes: [UInt8]) -> UInt32 {
    // Without a pointer zlib gives the sum of nothing.
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(clamping: bytes.count)))
  }
}
