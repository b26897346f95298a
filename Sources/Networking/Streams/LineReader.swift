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

/// Cuts bytes into lines, whose ends are LF, CR LF and CR, wherever the pieces end.
struct LineSplitter {
  private var bytes: [UInt8] = []
  /// The offset of the next line.
  private var start = 0
  /// The number of bytes that have been searched.
  private var seen = 0
  /// The line before ended with CR: an LF behind it belongs to it.
  private var skipsLineFeed = false
  private let limit: Int
  /// The number of the line that was taken last, from 1.
  private(set) var number = 0

  /// - Parameter limit: the most bytes of a line, without its end.
  init(limit: Int) { self.limit = max(0, limit) }

  mutating func feed(_ piece: [UInt8]) {
    if start == bytes.count {
      bytes = piece
    } else {
      bytes.removeFirst(start)
      bytes += piece
    }
    seen -= start
    start = 0
  }

  /// The next line that is there as a whole, without its end; nil when more is to be fed.
  ///
  /// - Throws: `tooLong`, also for a line whose end has not come.
  mutating func next() throws(LineError) -> ArraySlice<UInt8>? {
    if skipsLineFeed, start < bytes.count {
      if bytes[start] == 0x0A { start += 1 }
      skipsLineFeed = false
      seen = max(seen, start)
    }
    guard let end = bytes[seen...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      seen = bytes.count
      guard seen - start <= limit else { throw tooLong }
      return nil
    }
    guard end - start <= limit else { throw tooLong }
    let line = bytes[start..<end]
    skipsLineFeed = bytes[end] == 0x0D
    start = end + 1
    seen = start
    number += 1
    return line
  }

  /// Returns the bytes after the last line break at the end of the input; `nil` if there are none.
  mutating func rest() -> ArraySlice<UInt8>? {
    guard start < bytes.count else { return nil }
    defer { start = bytes.count }
    number += 1
    return bytes[start...]
  }

  private var tooLong: LineError { LineError(line: number + 1, reason: .tooLong(limit: limit)) }
}

/// A line of a body that cannot be read.
public struct LineError: Error, Hashable, Sendable {
  /// The reason of a line error.
  public enum Reason: Hashable, Sendable {
    /// It has more bytes than that.
    case tooLong(limit: Int)
    /// Its bytes do not fit the charset.
    case malformed(charset: String)
  }

  /// The first one is 1.
  public let line: Int
  /// The reason of the error.
  public let reason: Reason
}

extension LineError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch reason {
    case .tooLong(let limit): "line \(line) is longer than \(limit) bytes"
    case .malformed(let charset): "line \(line) is no \(charset)"
    }
  }
}
