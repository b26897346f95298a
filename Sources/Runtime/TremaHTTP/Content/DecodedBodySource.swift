import TremaSupport

/// The decoded bytes of a body that is on its way. Input is read when the piece before it is used up,
/// so that a slow reader slows down the server, and nothing is read ahead.
final class DecodedBodySource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let inflater: ContentInflater
  private let isCancelled = LockedValue(false)

  init(_ source: any HTTPBodySource, _ coding: ContentCoding, limit: Int) {
    self.source = source
    inflater = ContentInflater(coding, limit: limit)
  }

  func next() async throws(TransportError) -> [UInt8]? {
    while true {
      do throws(TransportError) {
        if let piece = try inflater.piece() { return piece }
      } catch {
        cancel()
        throw error
      }
      guard let input = try await source.next() else {
        try inflater.finish()
        return nil
      }
      inflater.feed(input)
    }
  }

  func cancel() { if isCancelled.takeFirst() { source.cancel() } }
}
