import TremaSupport

/// Holds a source to the length that was declared for it: more and fewer bytes are errors, and what
/// is too much is never handed on.
package final class MeasuredSource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let length: Int64
  private let rest: LockedValue<Int64>
  private let isCancelled = LockedValue(false)

  package init(_ source: any HTTPBodySource, length: Int64) {
    self.source = source
    self.length = length
    rest = LockedValue(length)
  }

  package func next() async throws(TransportError) -> [UInt8]? {
    guard let piece = try await source.next() else {
      guard rest.value == 0 else {
        throw TransportError(
          .requestBody, "it ends \(rest.value) bytes before the \(length) that were declared")
      }
      return nil
    }
    let isWithin = rest.withLock { rest in
      guard piece.count <= rest else { return false }
      rest -= Int64(piece.count)
      return true
    }
    guard isWithin else {
      cancel()
      throw TransportError(.requestBody, "it has more than the \(length) bytes that were declared")
    }
    return piece
  }

  package func cancel() { if isCancelled.takeFirst() { source.cancel() } }
}
