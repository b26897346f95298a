import TremaSupport
import TremaZlib

/// Decodes one content coding, piece by piece.
///
/// - `gzip` may have several members, one behind the other, and zeros behind the last one.
/// - `deflate` is the format of zlib; what some servers send instead, the same without its header
///   and check sum, is told apart by the first two bytes.
/// - Anything else behind the end is damage.
///
/// Source: RFC 9110, section 8.4.1; RFC 1950 to 1952.
///
/// `@unchecked Sendable` holds because `state` is private and every access to it is inside
/// `lock.withLock`.
final class ContentInflater: @unchecked Sendable {
  /// The most bytes that one piece has, so that a few bytes of input cannot become many at once.
  static let pieceSize = 1 << 16

  private let lock = Lock()
  private var state: State

  /// - Parameter limit: the most bytes that come out of it.
  init(_ coding: ContentCoding, limit: Int) { state = State(coding: coding, limit: limit) }

  /// The next bytes that are to be decoded; to be called when ``piece()`` has given nil.
  func feed(_ input: [UInt8]) {
    lock.withLock {
      state.input = input
      state.offset = 0
    }
  }

  /// Returns the next decoded chunk, never empty; `nil` when more input is needed.
  ///
  /// - Throws: `content`, and again whenever it is called after that.
  func piece() throws(TransportError) -> [UInt8]? {
    try lock.withLock { () throws(TransportError) in try state.piece() }
  }

  /// Ends the input.
  ///
  /// - Throws: `truncatedBody` when it ended in the midst of the content.
  func finish() throws(TransportError) {
    try lock.withLock { () throws(TransportError) in try state.finish() }
  }

  private struct State: ~Copyable {
    enum Phase {
      /// No byte has come yet.
      case empty
      /// The first byte of `deflate`, which says nothing without the second.
      case first(UInt8)
      case inside
      /// Behind the end of a stream.
      case behind
      /// Behind the first zero that follows the end.
      case padding
      case failed(TransportError)
    }

    let coding: ContentCoding
    let limit: Int
    var input: [UInt8] = []
    var offset = 0
    private var room: Int
    private var phase = Phase.empty
    private var stream: ZlibStream?

    init(coding: ContentCoding, limit: Int) {
      self.coding = coding
      self.limit = limit
      room = limit
    }

    mutating func piece() throws(TransportError) -> [UInt8]? {
      do throws(TransportError) {
        while true {
          if case .failed(let error) = phase { throw error }
          if case .inside = phase {
            let piece = try inflated()
            if !piece.isEmpty { return piece }
            if case .inside = phase { return nil }
          } else {
            guard offset < input.count else { return nil }
            try pass()
          }
        }
      } catch {
        phase = .failed(error)
        throw error
      }
    }

    func finish() throws(TransportError) {
      switch phase {
      case .empty, .behind, .padding: return
      case .failed(let error): throw error
      case .first, .inside:
        throw TransportError(.truncatedBody, "the \(coding.name) content ends too early")
      }
    }

    /// One step outside of a stream; there is input.
    private mutating func pass() throws(TransportError) {
      let byte = input[offset]
      switch (phase, coding) {
      case (.empty, .gzip):
        try open(.gzip)
      case (.empty, .deflate):
        phase = .first(byte)
        offset += 1
      case (.first(let first), _):
        // Both bytes were shown to be needed; they are read again with the rest.
        let isZlib =
          first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(byte)) % 31 == 0
        if offset > 0 {
          offset -= 1
        } else {
          input.insert(first, at: 0)
        }
        try open(isZlib ? .zlib : .raw)
      // How another member begins.
      case (.behind, .gzip) where byte == 0x1F:
        stream?.restartInflating()
        phase = .inside
      case (.behind, .gzip), (.padding, .gzip):
        guard let end = input[offset...].firstIndex(where: { $0 != 0 }) else {
          offset = input.count
          phase = .padding
          return
        }
        offset = end
        throw damaged("has something behind its end")
      default: throw damaged("has something behind its end")
      }
    }

    private mutating func open(_ format: ZlibStream.Format) throws(TransportError) {
      guard let stream = ZlibStream(.inflate, format) else {
        throw TransportError(.other, "no memory to decode the content")
      }
      self.stream = consume stream
      phase = .inside
    }

    /// Returns the output of one step; empty when the input is used up or the stream has ended.
    private mutating func inflated() throws(TransportError) -> [UInt8] {
      var state = ZlibStream.Step.State.damaged
      let piece = [UInt8](unsafeUninitializedCapacity: ContentInflater.pieceSize) { output, count in
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
      case .complete: phase = .behind
      // Bytes that were decompressed before the damage are not returned: its start is unknown.
      case .damaged: throw damaged("is damaged")
      }
      guard piece.count <= room else {
        throw TransportError(.content(.tooLarge(limit: limit)))
      }
      room -= piece.count
      return piece
    }

    private func damaged(_ what: String) -> TransportError {
      TransportError(.content(.damaged), "the \(coding.name) content \(what)")
    }
  }
}
