import TremaHTTP
import TremaSupport

/// The body of an answer, piece by piece.
final class MockBodySource: HTTPBodySource {
  private let exchange: MockExchange
  private let interval: Duration
  private let ending: MockAnswer.Ending
  private let total: Int64?
  private let rest: LockedValue<ArraySlice<[UInt8]>>
  private let end = LockedValue<Result<Void, TransportError>?>(nil)

  /// - Parameter total: how many bytes there are; nil when the reader shall not know.
  init(
    _ exchange: MockExchange, _ pieces: [[UInt8]], every interval: Duration = .zero,
    ending: MockAnswer.Ending = .complete, total: Int64? = nil
  ) {
    self.exchange = exchange
    self.interval = interval
    self.ending = ending
    self.total = total
    rest = LockedValue(pieces[...])
  }

  // A stream that nobody reads is over when nobody holds it any more.
  deinit { exchange.end() }

  func next() async throws(TransportError) -> [UInt8]? {
    if let end = end.value {
      try end.get()
      return nil
    }
    do throws(TransportError) {
      guard let piece = rest.withLock({ $0.popFirst() }) else {
        switch ending {
        case .complete: break
        case .failing(let kind): throw TransportError(kind, mayHaveBeenSent: true)
        case .never: try await exchange.pause(nil, .idle)
        }
        end.value = .success(())
        exchange.end()
        return nil
      }
      try await exchange.pause(interval, .idle)
      exchange.received(piece.count, of: total)
      return piece
    } catch {
      end.value = .failure(error)
      exchange.end()
      throw error
    }
  }

  func cancel() {
    exchange.stop(TransportError(.cancelled, mayHaveBeenSent: true))
    exchange.end()
  }
}
