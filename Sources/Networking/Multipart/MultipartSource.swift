import TremaHTTP
import TremaSupport

/// The bytes of a form. One part is open at a time; short ones are put together into one piece.
final class MultipartSource: HTTPBodySource {
  struct Segment: Sendable {
    let body: HTTPBody
    /// What it was measured at; nil when nobody knows.
    let length: Int64?
  }

  /// Up to so many bytes are put together.
  private static let pieceSize = 1 << 16

  private let segments: [Segment]
  private let state = LockedValue(State())

  private struct State {
    /// Of the segment that is opened next.
    var index = 0
    var open: (any HTTPBodySource)?
    /// Why there is nothing more.
    var failure: TransportError?
  }

  init(_ segments: [Segment]) { self.segments = segments }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      while true {
        if let failure = state.value.failure { throw failure }
        if let open = state.value.open {
          if let piece = try await open.next() { return piece }
          state.withLock { $0.open = nil }
        }
        let bytes = together()
        if !bytes.isEmpty { return bytes }
        let index = state.withLock { state in
          state.index += 1
          return state.index - 1
        }
        guard index < segments.count else { return nil }
        try await open(segments[index])
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      throw error
    }
  }

  func cancel() {
    let open = state.withLock { state in
      defer { state.open = nil }
      state.failure = state.failure ?? TransportError(.cancelled)
      return state.open
    }
    open?.cancel()
  }

  /// What follows as bytes that are there, as far as it makes up one piece; alone if it is longer.
  private func together() -> [UInt8] {
    state.withLock { state in
      var piece: [UInt8] = []
      while state.index < segments.count, case .bytes(let bytes) = segments[state.index].body,
        piece.isEmpty || piece.count + bytes.count <= Self.pieceSize
      {
        if piece.isEmpty { piece = bytes } else { piece += bytes }
        state.index += 1
      }
      return piece
    }
  }

  private func open(_ segment: Segment) async throws(TransportError) {
    guard let open = try await segment.body.opened() else { return }
    if let length = segment.length, open.length != length {
      open.source.cancel()
      throw TransportError(
        .requestBody, "a file of \(length) bytes has \(open.length ?? 0) when it is sent")
    }
    let isWanted = state.withLock { state in
      if state.failure != nil { return false }
      state.open = open.source
      return true
    }
    if !isWanted { open.source.cancel() }
  }
}
