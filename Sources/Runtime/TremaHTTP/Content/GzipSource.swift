import TremaSupport
import TremaZlib

/// A source that compresses its underlying source with gzip while it is read. Memory use is limited
/// to one input chunk and one output chunk.
///
/// See RFC 9110, section 8.4.1.3, and RFC 1952. The header contains neither a time nor a file name,
/// so the output is deterministic.
///
/// `@unchecked Sendable` holds because `stream`, `input`, `offset` and `phase` are private, and
/// every access to them is inside `lock.withLock`.
package final class GzipSource: HTTPBodySource, @unchecked Sendable {
  /// The progress of the compression.
  private enum Phase {
    case open
    /// The source has ended, but zlib still has output.
    case ending
    case ended
    case failed(TransportError)
  }

  /// The maximum size of one output chunk, in bytes.
  private static let chunkSize = 1 << 16

  private let source: any HTTPBodySource
  private let lock = Lock()
  private let stream: ZlibStream
  /// The chunk that is being compressed.
  private var input: [UInt8] = []
  /// The index of the next byte in `input`.
  private var offset = 0
  private var phase = Phase.open

  /// Creates a source that compresses an underlying source.
  ///
  /// - Throws: `requestBody` if zlib cannot allocate memory.
  package init(_ source: any HTTPBodySource) throws(TransportError) {
    guard let stream = ZlibStream(.deflate, .gzip) else {
      throw TransportError(.requestBody, "not enough memory to compress it")
    }
    self.source = source
    self.stream = stream
  }

  /// Returns the next compressed chunk, or `nil` at the end.
  ///
  /// - Throws: The error of the source, or `requestBody` if the compression fails. Errors are
  ///   final.
  package func next() async throws(TransportError) -> [UInt8]? {
    while true {
      switch try step() {
      case .chunk(let chunk): return chunk
      case .end: return nil
      case .needsInput:
        do throws(TransportError) {
          feed(try await source.next())
        } catch {
          lock.withLock { phase = .failed(error) }
          throw error
        }
      }
    }
  }

  /// Cancels the source. Afterwards, `next()` throws `cancelled`.
  package func cancel() {
    lock.withLock { phase = .failed(TransportError(.cancelled)) }
    source.cancel()
  }

  /// The result of one compression step.
  private enum Result {
    case chunk([UInt8])
    case needsInput, end
  }

  /// Stores the next input chunk; `nil` ends the input.
  private func feed(_ chunk: [UInt8]?) {
    lock.withLock {
      guard case .open = phase else { return }
      (input, offset) = (chunk ?? [], 0)
      if chunk == nil { phase = .ending }
    }
  }

  /// Compresses the stored input until there is a chunk of output.
  private func step() throws(TransportError) -> Result {
    try lock.withLock { () throws(TransportError) in
      let isLast: Bool
      switch phase {
      case .failed(let error): throw error
      case .ended: return .end
      case .open where offset == input.count: return .needsInput
      case .open: isLast = false
      case .ending: isLast = true
      }
      while true {
        let (chunk, state) = deflated(isLast)
        switch state {
        case .complete: phase = .ended
        case .open: break
        case .damaged:
          phase = .failed(TransportError(.requestBody, "it cannot be compressed"))
        }
        if case .failed(let error) = phase { throw error }
        if !chunk.isEmpty { return .chunk(chunk) }
        if case .ended = phase { return .end }
        if !isLast, offset == input.count { return .needsInput }
      }
    }
  }

  /// Runs zlib once on the remaining input.
  ///
  /// - Parameter isLast: Whether no input follows, which makes zlib write its buffered output.
  /// - Returns: The output, which may be empty, and the state of the stream.
  private func deflated(_ isLast: Bool) -> ([UInt8], ZlibStream.Step.State) {
    var state = ZlibStream.Step.State.damaged
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { output, count in
      input.withUnsafeBufferPointer { bytes in
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        let step = stream.deflateStep(rest, isLast: isLast, into: output)
        offset += step.consumed
        count = step.produced
        state = step.state
      }
    }
    return (chunk, state)
  }
}
