import TremaHTTP
import TremaLock

/// The body of a response for one reader: it ends when the reader's task is cancelled, and when
/// nobody holds it any more.
final class StreamedBody: Sendable {
  private let source: any HTTPBodySource
  private let isOver = LockedValue(false)

  init(_ body: HTTPResponseBody) { source = body.source ?? WholeBody(body.bytes ?? []) }

  deinit { cancel() }

  /// - Throws: whatever the source throws; `cancelled` when the task is.
  func next() async throws(TransportError) -> [UInt8]? {
    let source = source
    let result = await withTaskCancellationHandler {
      () async -> Result<[UInt8]?, TransportError> in
      do throws(TransportError) { return .success(try await source.next()) } catch {
        return .failure(error)
      }
    } onCancel: {
      cancel()
    }
    switch result {
    case .success(let piece):
      if piece == nil { isOver.value = true }
      return piece
    case .failure(let error):
      cancel()
      throw Task.isCancelled ? TransportError(.cancelled, mayHaveBeenSent: true) : error
    }
  }

  func cancel() { if isOver.takeFirst() { source.cancel() } }
}

/// A body that is there, as one piece.
private final class WholeBody: HTTPBodySource {
  private let rest: LockedValue<[UInt8]?>

  init(_ bytes: [UInt8]) { rest = LockedValue(bytes.isEmpty ? nil : bytes) }

  func next() async throws(TransportError) -> [UInt8]? {
    if Task.isCancelled { throw TransportError(.cancelled) }
    return rest.exchange(nil)
  }

  func cancel() { rest.value = nil }
}
