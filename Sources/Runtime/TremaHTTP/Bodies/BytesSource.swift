import TremaSupport

/// Bytes that are there, in one piece.
package final class BytesSource: HTTPBodySource {
  private let rest: LockedValue<[UInt8]?>
  private let isCancelled = LockedValue(false)

  package init(_ bytes: [UInt8]) { rest = LockedValue(bytes.isEmpty ? nil : bytes) }

  package func next() async throws(TransportError) -> [UInt8]? {
    if isCancelled.value { throw TransportError(.cancelled) }
    return rest.exchange(nil)
  }

  package func cancel() {
    isCancelled.value = true
    rest.value = nil
  }
}
