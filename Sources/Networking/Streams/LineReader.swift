import TremaHTTP
import TremaSupport

/// The lines of a body, read as they are asked for: no further piece is read while a line is there.
/// One task reads at a time.
final class LineReader: Sendable {
  private struct State: Sendable {
    var splitter: LineSplitter
    var isAtStart = true
    var isOver = false
  }

  let response: HTTPResponseHead
  private let body: StreamedBody
  private let state: LockedValue<State>

  init(_ response: HTTPResponse, limit: Int) {
    self.response = response.head
    body = .reading(response)
    state = LockedValue(State(splitter: LineSplitter(limit: limit)))
  }

  /// The next line that a closure makes something of; nil at the end. After an error there is nothing
  /// more.
  func next<Value>(
    _ read: (ArraySlice<UInt8>, _ number: Int) throws -> Value?
  ) async throws(NetworkError) -> Value? {
    do throws(NetworkError) {
      while true {
        let (line, number) = try line()
        if let line {
          let value: Value?
          do { value = try read(line, number) } catch { throw body.error(.decoding(error)) }
          if let value { return value }
          continue
        }
        if state.withLock({ $0.isOver }) { return nil }
        take(try await body.chunk())
      }
    } catch {
      body.cancel()
      state.withLock { $0 = State(splitter: LineSplitter(limit: 0), isOver: true) }
      throw error
    }
  }

  private func line() throws(NetworkError) -> (ArraySlice<UInt8>?, Int) {
    do throws(LineError) {
      return try state.withLock { state throws(LineError) in
        if let line = try state.splitter.next() { return (line, state.splitter.number) }
        guard state.isOver else { return (nil, 0) }
        return (state.splitter.rest(), state.splitter.number)
      }
    } catch {
      throw body.error(.decoding(error))
    }
  }

  private func take(_ piece: [UInt8]?) {
    state.withLock { state in
      guard let piece else {
        state.isOver = true
        return
      }
      state.splitter.feed(piece)
    }
  }
}
