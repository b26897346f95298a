import TremaHTTP
import TremaSupport

/// A body that is kept while it is read. Nothing is read ahead; it is kept when its reader has seen its
/// end, and goes on without being kept where that cannot be done.
final class CachingBody: HTTPBodySource {
  private struct State: Sendable {
    /// Nil when it is over, or cannot be kept.
    var writer: (any CacheWriter)?
    var count = 0
  }

  private let source: any HTTPBodySource
  private let declared: Int?
  private let note: @Sendable (CacheProblem) -> Void
  private let state: LockedValue<State>

  /// - Parameter declared: how long it is, as its head says.
  init(
    _ source: any HTTPBodySource, _ writer: any CacheWriter, declared: Int?,
    note: @escaping @Sendable (CacheProblem) -> Void
  ) {
    self.source = source
    self.declared = declared
    self.note = note
    state = LockedValue(State(writer: writer))
  }

  deinit { abandon() }

  func next() async throws(TransportError) -> [UInt8]? {
    let piece: [UInt8]?
    do throws(TransportError) {
      piece = try await source.next()
    } catch {
      abandon()
      throw error
    }
    guard let writer = state.withLock({ $0.writer }) else { return piece }
    do throws(CacheProblem) {
      guard let piece else {
        try await finish(writer)
        return nil
      }
      guard try await writer.append(piece) else {
        abandon()
        return piece
      }
      state.withLock { $0.count += piece.count }
    } catch {
      abandon()
      note(error)
    }
    return piece
  }

  private func finish(_ writer: any CacheWriter) async throws(CacheProblem) {
    let isWhole = state.withLock { state in
      // A cancelled body is not read to its end.
      guard state.writer != nil else { return false }
      return declared == nil || declared == state.count
    }
    guard isWhole else { return abandon() }
    try await writer.finish()
    state.withLock { $0.writer = nil }
  }

  func cancel() {
    source.cancel()
    abandon()
  }

  private func abandon() {
    let writer = state.withLock { state in
      defer { state.writer = nil }
      return state.writer
    }
    writer?.abandon()
  }
}
