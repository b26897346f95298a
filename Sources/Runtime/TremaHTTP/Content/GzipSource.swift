import TremaSupport
import TremaZlib

/// A body as gzip, compressed while it is read: what is kept is one piece of each side.
///
/// Source: RFC 9110, section 8.4.1.3; RFC 1952. Its head says no time and no name, so that the same
/// bytes become the same bytes.
///
/// `@unchecked Sendable` holds because `stream`, `input`, `offset` and `phase` are private, and every
/// access to them is inside `lock.withLock`.
package final class GzipSource: HTTPBodySource, @unchecked Sendable {
  private enum Phase {
    case open
    /// The source has ended; what zlib still has comes.
    case ending
    case ended
    case failed(TransportError)
  }

  private static let pieceSize = 1 << 16

  private let source: any HTTPBodySource
  private let lock = Lock()
  private let stream: ZlibStream
  private var input: [UInt8] = []
  private var offset = 0
  private var phase = Phase.open

  /// - Throws: `requestBody` when there is no memory.
  package init(_ source: any HTTPBodySource) throws(TransportError) {
    guard let stream = ZlibStream(.deflate, .gzip) else {
      throw TransportError(.requestBody, "no memory to compress it")
    }
    self.source = source
    self.stream = stream
  }

  package func next() async throws(TransportError) -> [UInt8]? {
    while true {
      switch try step() {
      case .piece(let piece): return piece
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

  package func cancel() {
    lock.withLock { phase = .failed(TransportError(.cancelled)) }
    source.cancel()
  }

  private enum Result {
    case piece([UInt8])
    case needsInput, end
  }

  private func feed(_ piece: [UInt8]?) {
    lock.withLock {
      guard case .open = phase else { return }
      (input, offset) = (piece ?? [], 0)
      if piece == nil { phase = .ending }
    }
  }

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
        let (piece, state) = deflated(isLast)
        switch state {
        case .complete: phase = .ended
        case .open: break
        case .damaged:
          phase = .failed(TransportError(.requestBody, "it could not be compressed"))
        }
        if case .failed(let error) = phase { throw error }
        if !piece.isEmpty { return .piece(piece) }
        if case .ended = phase { return .end }
        if !isLast, offset == input.count { return .needsInput }
      }
    }
  }

  private func deflated(_ isLast: Bool) -> ([UInt8], ZlibStream.Step.State) {
    var state = ZlibStream.Step.State.damaged
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
      input.withUnsafeBufferPointer { bytes in
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        let step = stream.deflateStep(rest, isLast: isLast, into: output)
        offset += step.consumed
        count = step.produced
        state = step.state
      }
    }
    return (piece, state)
  }
}
