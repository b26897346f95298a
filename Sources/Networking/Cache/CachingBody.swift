import TremaHTTP
import TremaSupport

/// A body that is stored while it is read. Nothing is read ahead. The response is stored when the
/// reader reaches the end. If the response cannot be stored, reading continues.
final class CachingBody: HTTPBodySource {
  private struct State: Sendable {
    /// The writer, or `nil` after the end, or if the response cannot be stored.
    var writer: (any CacheWriter)?
    var count = 0
  }

  private let source: any HTTPBodySource
  /// The length of the body according to its head, or `nil` if unknown.
  private let declaredLength: Int?
  /// Reports one of the store's problems.
  private let report: @Sendable (CacheProblem) -> Void
  private let state: LockedValue<State>

  /// Creates a body.
  ///
  /// - Parameter declaredLength: The length of the body according to its head, or `nil` if unknown.
  init(
    _ source: any HTTPBodySource, _ writer: any CacheWriter, declaredLength: Int?,
    report: @escaping @Sendable (CacheProblem) -> Void
  ) {
    self.source = source
    self.declaredLength = declaredLength
    self.report = report
    state = LockedValue(State(writer: writer))
  }

  deinit { abandon() }

  func next() async throws(TransportError) -> [UInt8]? {
    let chunk: [UInt8]?
    do throws(TransportError) {
      chunk = try await source.next()
    } catch {
      abandon()
      throw error
    }
    guard let writer = state.withLock({ $0.writer }) else { return chunk }
    do throws(CacheProblem) {
      guard let chunk else {
        try await finish(writer)
        return nil
      }
      guard try await writer.append(chunk) else {
        abandon()
        return chunk
      }
      state.withLock { $0.count += chunk.count }
    } catch {
      abandon()
      report(error)
    }
    return chunk
  }

  /// Stores the response if its body is complete.
  private func finish(_ writer: any CacheWriter) async throws(CacheProblem) {
    let isWhole = state.withLock { state in
      // A cancelled body has not been read to its end.
      guard state.writer != nil else { return false }
      return declaredLength == nil || declaredLength == state.count
    }
    guard isWhole else { return abandon() }
    try await writer.finish()
    state.withLock { $0.writer = nil }
  }

  func cancel() {
    source.cancel()
    abandon()
  }

  /// Discards the response.
  private func abandon() {
    let writer = state.withLock { state in
      defer { state.writer = nil }
      return state.writer
    }
    writer?.abandon()
  }
}
