internal import CTremaZlib

/// An owned zlib stream, freed exactly once and never shared between tasks.
package struct ZlibStream: ~Copyable {
  /// Whether bytes are compressed or decompressed.
  package enum Direction: Sendable {
    case deflate, inflate
  }

  /// The container format of the compressed bytes.
  package enum Format: Sendable {
    /// No container, as in a ZIP file: RFC 1951.
    case raw
    /// A header of two bytes and a checksum: RFC 1950.
    case zlib
    /// The format of gzip: RFC 1952.
    case gzip
  }

  /// An output chunk's size, in bytes.
  private static let chunkSize = 1 << 16

  // zlib stores the address of the stream, so it must not move.
  private let raw: UnsafeMutablePointer<z_stream>
  /// The direction of the stream.
  private let direction: Direction

  /// Creates a stream, or returns `nil` if there is not enough memory.
  package init?(_ direction: Direction, _ format: Format) {
    let raw = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    raw.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // zlib selects the format by the window bits: negative for no container, plus 16 for gzip.
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

// Processing of a complete input.
extension ZlibStream {
  /// The result of processing a stream.
  package enum Outcome: Equatable, Sendable {
    /// The stream ended and its checksum is correct.
    case complete
    /// The input ends before the stream does.
    case truncated
    /// The stream is invalid at an offset of the input.
    case damaged(at: Int)
    /// The receiver of the output stopped processing.
    case stopped
  }

  /// Processes one complete stream. Call it only once.
  ///
  /// - Parameters:
  ///   - input: The complete input, at most 4 GiB.
  ///   - take: Receives the output in chunks, valid only for the duration of the call, and returns
  ///     whether to continue.
  /// - Returns: The result. Input after the end of the stream is ignored.
  package borrowing func run(
    _ input: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Outcome {
    raw.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    raw.pointee.avail_in = UInt32(clamping: input.count)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.chunkSize) { chunk in
      while true {
        raw.pointee.next_out = chunk.baseAddress
        raw.pointee.avail_out = UInt32(Self.chunkSize)
        let code =
          switch direction {
          case .inflate: inflate(raw, Z_NO_FLUSH)
          case .deflate: deflate(raw, Z_FINISH)
          }
        let count = Self.chunkSize - Int(raw.pointee.avail_out)
        if count > 0, !take(UnsafeBufferPointer(rebasing: chunk[..<count])) { return .stopped }
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

// Decompression in steps.
extension ZlibStream {
  /// The result of a step.
  package struct Step: Sendable {
    /// The state of a stream after a step.
    package enum State: Sendable {
      /// The stream continues, in this input or the next one.
      case open
      /// The stream has ended and its checksum is correct.
      case complete
      /// The stream is invalid.
      case damaged
    }

    /// The number of bytes that were read from the input.
    package let consumed: Int
    /// The number of bytes that were written to the output.
    package let produced: Int
    /// The stream's state.
    package let state: State
  }

  /// Decompresses as much of the input as fits into the output.
  ///
  /// - Parameters:
  ///   - input: The input that the previous step has not consumed.
  ///   - output: The output buffer, not empty.
  package borrowing func inflateStep(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    step(input, into: output) { inflate($0, Z_NO_FLUSH) }
  }

  /// Calls zlib once with an input and an output.
  private func step(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
    _ call: (z_streamp) -> Int32
  ) -> Step {
    let available = UInt32(clamping: input.count)
    let capacity = UInt32(clamping: output.count)
    raw.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    raw.pointee.avail_in = available
    raw.pointee.next_out = output.baseAddress
    raw.pointee.avail_out = capacity
    let code = call(raw)
    let state: Step.State =
      switch code {
      case Z_STREAM_END: .complete
      // No progress was possible, which is not an error of the stream.
      case Z_OK, Z_BUF_ERROR: .open
      default: .damaged
      }
    return Step(
      consumed: Int(available - raw.pointee.avail_in),
      produced: Int(capacity - raw.pointee.avail_out), state: state)
  }

  /// Prepares for another stream of the same format.
  package borrowing func restartInflating() { inflateReset(raw) }
}

// Compression in steps.
extension ZlibStream {
  /// Compresses as much of the input as fits into the output.
  ///
  /// - Parameters:
  ///   - input: The input that the previous step has not consumed.
  ///   - isLast: Whether no input follows. The function must then be called until the stream is
  ///     complete.
  ///   - output: The output buffer, not empty.
  package borrowing func deflateStep(
    _ input: UnsafeBufferPointer<UInt8>, isLast: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    // An input that exceeds one step is not the last input.
    let isEnd = isLast && UInt32(exactly: input.count) != nil
    return step(input, into: output) { deflate($0, isEnd ? Z_FINISH : Z_NO_FLUSH) }
  }
}
