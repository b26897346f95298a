internal import CTremaZlib

/// Owns one zlib stream; freed exactly once, never shared between tasks.
package struct ZlibStream: ~Copyable {
  package enum Direction: Sendable {
    case deflate, inflate
  }

  /// The container of the compressed bytes.
  package enum Format: Sendable {
    /// Nothing, as in a ZIP file: RFC 1951.
    case raw
    /// A header of two bytes and a check sum: RFC 1950.
    case zlib
    /// RFC 1952.
    case gzip
  }

  private static let pieceSize = 1 << 16

  // zlib remembers the address, so the stream may not move.
  private let raw: UnsafeMutablePointer<z_stream>
  private let direction: Direction

  /// - Returns: nil when there is no memory.
  package init?(_ direction: Direction, _ format: Format) {
    let raw = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    raw.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let windowBits =
      switch format {
      case .raw: -MAX_WBITS
      case .zlib: MAX_WBITS
      case .gzip: MAX_WBITS + 16
      }
    let code =
      switch direction {
      case .inflate: inflateInit2_(raw, windowBits, ZLIB_VERSION, size)
      case .deflate:
        deflateInit2_(
          raw, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
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
}

// The whole of a stream at once.
extension ZlibStream {
  package enum Outcome: Equatable, Sendable {
    case complete
    /// The input ends before the stream does.
    case truncated
    /// The offset in the input up to which it made sense.
    case damaged(at: Int)
    /// The reader of the output has enough.
    case stopped
  }

  /// Runs one whole stream through; to be called once.
  ///
  /// - Parameters:
  ///   - input: all of it; not more than 4 GiB.
  ///   - take: gets the output in small pieces; false ends the work.
  /// - Returns: how it ended. Input behind the end of the stream is not looked at.
  package borrowing func run(
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

// Inflating piece by piece.
extension ZlibStream {
  package struct Step: Sendable {
    package enum State: Sendable {
      /// There is more to come, of this input or of the next.
      case open
      /// The stream ends here; its check sum is right.
      case complete
      case damaged
    }

    /// Bytes taken from the input.
    package let consumed: Int
    /// Bytes written to the output.
    package let produced: Int
    package let state: State
  }

  /// Inflates as much of the input as the output has room for.
  ///
  /// - Parameters:
  ///   - input: what follows on what the last step consumed.
  ///   - output: not empty.
  package borrowing func inflateStep(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    step(input, into: output) { inflate($0, Z_NO_FLUSH) }
  }

  /// One call of zlib.
  private func step(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
    _ call: (z_streamp) -> Int32
  ) -> Step {
    let available = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count)
    raw.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    raw.pointee.avail_in = available
    raw.pointee.next_out = output.baseAddress
    raw.pointee.avail_out = room
    let code = call(raw)
    let state: Step.State =
      switch code {
      case Z_STREAM_END: .complete
      // No progress was possible, which is no error of the stream.
      case Z_OK, Z_BUF_ERROR: .open
      default: .damaged
      }
    return Step(
      consumed: Int(available - raw.pointee.avail_in),
      produced: Int(room - raw.pointee.avail_out), state: state)
  }

  /// Makes it ready for another stream of the same format.
  package borrowing func restartInflating() { inflateReset(raw) }
}

// Deflating piece by piece.
extension ZlibStream {
  /// Deflates as much of the input as the output has room for.
  ///
  /// - Parameters:
  ///   - input: what follows on what the last step consumed.
  ///   - isLast: whether nothing follows on it; then the stream is to be called until it is complete.
  ///   - output: not empty.
  package borrowing func deflateStep(
    _ input: UnsafeBufferPointer<UInt8>, isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    // More input than fits into one step is not the last of it.
    let isEnd = isLast && UInt32(exactly: input.count) != nil
    return step(input, into: output) { deflate($0, isEnd ? Z_FINISH : Z_NO_FLUSH) }
  }
}
