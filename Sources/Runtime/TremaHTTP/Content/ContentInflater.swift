import TremaSupport
import TremaZlib

/// A decoder for one content coding that produces its output in chunks.
///
/// - `gzip` content may have multiple consecutive members, and zero padding after the last one.
/// - `deflate` is the zlib format. Some servers send raw deflate data instead, without the zlib
///   header and checksum; the two are distinguished by the first two bytes.
/// - Any other trailing data is an error.
///
/// See RFC 9110, section 8.4.1, and RFC 1950 to 1952.
///
/// `@unchecked Sendable` holds because `state` is private and every access to it is inside
/// `lock.withLock`.
final class ContentInflater: @unchecked Sendable {
  /// The maximum size of one output chunk, in bytes. It limits the memory that a small amount of
  /// highly compressed input can use at once.
  static let chunkSize = 1 << 16

  private let lock = Lock()
  private var state: State

  /// Creates a decoder.
  ///
  /// - Parameter limit: The maximum total size of the output, in bytes.
  init(_ coding: ContentCoding, limit: Int) { state = State(coding: coding, limit: limit) }

  /// Sets the next input. Call only after `nextChunk()` has returned `nil`, because the earlier
  /// input is replaced.
  func feed(_ input: [UInt8]) {
    lock.withLock {
      state.input = input
      state.offset = 0
    }
  }

  /// Returns the next decoded chunk, never empty, or `nil` if more input is needed.
  ///
  /// - Throws: `content` for damaged or oversized content. The same error is thrown again by later
  ///   calls.
  func nextChunk() throws(TransportError) -> [UInt8]? {
    try lock.withLock { () throws(TransportError) in try state.nextChunk() }
  }

  /// Ends the input.
  ///
  /// - Throws: `truncatedBody` if the content is incomplete.
  func finish() throws(TransportError) {
    try lock.withLock { () throws(TransportError) in try state.finish() }
  }

  /// The state of the decoder, protected by the lock.
  private struct State: ~Copyable {
    /// The position in the coded content.
    enum Phase {
      /// No byte has been read.
      case empty
      /// The first byte of `deflate` content, which does not identify the format without the
      /// second.
      case firstByte(UInt8)
      /// Inside a compressed stream.
      case inside
      /// After the end of a stream.
      case afterStream
      /// After the first zero that follows the end of the last stream.
      case padding
      /// After an error, which is final.
      case failed(TransportError)
    }

    let coding: ContentCoding
    let limit: Int
    /// The input that was fed last.
    var input: [UInt8] = []
    /// The index of the next byte in `input`.
    var offset = 0
    /// The number of bytes that may still be produced before the limit is reached.
    private var remainingOutput: Int
    private var phase = Phase.empty
    private var stream: ZlibStream?

    init(coding: ContentCoding, limit: Int) {
      self.coding = coding
      self.limit = limit
      remainingOutput = limit
    }

    /// Returns the next chunk, or `nil` if the input is used up.
    mutating func nextChunk() throws(TransportError) -> [UInt8]? {
      do throws(TransportError) {
        while true {
          if case .failed(let error) = phase { throw error }
          if case .inside = phase {
            let chunk = try inflated()
            if !chunk.isEmpty { return chunk }
            if case .inside = phase { return nil }
          } else {
            guard offset < input.count else { return nil }
            try handleByte()
          }
        }
      } catch {
        phase = .failed(error)
        throw error
      }
    }

    /// Throws if the content is incomplete or damaged.
    func finish() throws(TransportError) {
      switch phase {
      case .empty, .afterStream, .padding: return
      case .failed(let error): throw error
      case .firstByte, .inside:
        throw TransportError(.truncatedBody, "the \(coding.name) content ends too early")
      }
    }

    /// Handles the next byte outside a compressed stream. The input must not be exhausted.
    private mutating func handleByte() throws(TransportError) {
      let byte = input[offset]
      switch (phase, coding) {
      case (.empty, .gzip):
        try open(.gzip)
      case (.empty, .deflate):
        phase = .firstByte(byte)
        offset += 1
      case (.firstByte(let first), _):
        // Both bytes are needed to detect the format. They are also part of the stream, so they are
        // put back and read again with the rest.
        let isZlib =
          first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(byte)) % 31 == 0
        if offset > 0 {
          offset -= 1
        } else {
          input.insert(first, at: 0)
        }
        try open(isZlib ? .zlib : .raw)
      // The first byte of the next member.
      case (.afterStream, .gzip) where byte == 0x1F:
        stream?.restartInflating()
        phase = .inside
      case (.afterStream, .gzip), (.padding, .gzip):
        guard let end = input[offset...].firstIndex(where: { $0 != 0 }) else {
          offset = input.count
          phase = .padding
          return
        }
        offset = end
        throw damagedContent("has data after its end")
      default: throw damagedContent("has data after its end")
      }
    }

    /// Starts a stream of a format.
    private mutating func open(_ format: ZlibStream.Format) throws(TransportError) {
      guard let stream = ZlibStream(.inflate, format) else {
        throw TransportError(.other, "not enough memory to decode the content")
      }
      self.stream = consume stream
      phase = .inside
    }

    /// Returns the output of one step, which is empty if the input is used up or the stream has
    /// ended.
    private mutating func inflated() throws(TransportError) -> [UInt8] {
      var state = ZlibStream.Step.State.damaged
      let chunk = [UInt8](unsafeUninitializedCapacity: ContentInflater.chunkSize) { output, count in
        input.withUnsafeBufferPointer { bytes in
          let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
          guard let step = stream?.inflateStep(rest, into: output) else { return }
          offset += step.consumed
          count = step.produced
          state = step.state
        }
      }
      switch state {
      case .open: break
      case .complete: phase = .afterStream
      // Bytes that were decompressed before the damage are not returned: its start is unknown.
      case .damaged: throw damagedContent("is damaged")
      }
      guard chunk.count <= remainingOutput else {
        throw TransportError(.content(.tooLarge(limit: limit)))
      }
      remainingOutput -= chunk.count
      return chunk
    }

    /// Returns the error for damaged content.
    ///
    /// - Parameter predicate: The predicate of the message.
    private func damagedContent(_ predicate: String) -> TransportError {
      TransportError(.content(.damaged), "the \(coding.name) content \(predicate)")
    }
  }
}
