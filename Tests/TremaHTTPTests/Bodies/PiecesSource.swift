import TremaHTTP
import TremaSupport

/// A source of chunks in memory, which counts its calls.
final class PiecesSource: HTTPBodySource {
  private let rest: LockedValue<[[UInt8]]>
  private let failure: TransportError?
  let reads = LockedValue(0)
  let cancels = LockedValue(0)

  /// - Parameter failure: The error thrown after the last chunk, instead of the end.
  init(_ pieces: [[UInt8]], failure: TransportError? = nil) {
    rest = LockedValue(pieces)
    self.failure = failure
  }

  func next() async throws(TransportError) -> [UInt8]? {
    reads.add(1)
    let piece = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if piece == nil, let failure { throw failure }
    return piece
  }

  func cancel() { cancels.add(1) }
}

extension HTTPBodySource {
  /// All chunks until the end.
  func all() async throws(TransportError) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    while let piece = try await next() { pieces.append(piece) }
    return pieces
  }
}

extension [UInt8] {
  /// Chunks of the given size, the last one of the remaining bytes.
  func pieces(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
