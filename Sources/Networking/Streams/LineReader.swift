import TremaHTTP
import TremaSupport

/// The lines of a body. No chunk is read while a complete line is available. Only one task may read
/// at a time.
final class LineReader: Sendable {
  /// The bytes that have been received but not returned.
  private struct State: Sendable {
    var splitter: LineSplitter
    var isAtStart = true
    /// Whether the body has ended.
    var isOver = false
  }

  let response: HTTPResponseHead
  private let body: StreamedBody
  private let state: LockedValue<State>

  /// Creates a reader.
  ///
  /// - Parameter limit: The maximum line size, in bytes.
  init(_ response: HTTPResponse, limit: Int) {
    self.response = response.head
    body = .reading(response)
    state = LockedValue(State(splitter: LineSplitter(limit: limit)))
  }

  /// Returns the next value that the closure returns for a line, or `nil` at the end of the body.
  /// An error ends the sequence.
  ///
  /// - Parameter read: Decodes a line, whose number starts from 1, or returns `nil` to skip it.
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
        add(try await body.chunk())
      }
    } catch {
      body.cancel()
      state.withLock { $0 = State(splitter: LineSplitter(limit: 0), isOver: true) }
      throw error
    }
  }

  /// Returns the next complete line and its number, or `nil` if more bytes are needed.
  private func line() throws(NetworkError) -> (ArraySlice<UInt8>?, Int) {
    do throws(LineError) {
      return try state.withLock { state throws(LineError) in
        if let line = try state.splitter.next() { return (line, state.splitter.number) }
        guard state.isOver else { return (nil, 0) }
        return (state.splitter.remainder(), state.splitter.number)
      }
    } catch {
      throw body.error(.decoding(error))
    }
  }

  /// Adds a chunk, or records the end of the body.
  private func add(_ chunk: [UInt8]?) {
    state.withLock { state in
      guard let chunk else {
        state.isOver = true
        return
      }
      state.splitter.feed(chunk)
    }
  }
}

/// A splitter for lines that end with LF, CR LF or CR, regardless of chunk boundaries.
struct LineSplitter {
  /// The bytes that have been fed but not discarded.
  private var bytes: [UInt8] = []
  /// The offset of the next line.
  private var start = 0
  /// The offset before which there is no line break to search for.
  private var scannedEnd = 0
  /// Whether the last line ended with CR, so an LF after it is part of the same line break.
  private var skipsLineFeed = false
  private let limit: Int
  /// The number of the last line that was returned, starting from 1, or 0 before the first line.
  private(set) var number = 0

  /// Creates a splitter.
  ///
  /// - Parameter limit: The maximum size of a line in bytes, without its line break.
  init(limit: Int) { self.limit = max(0, limit) }

  /// Adds a chunk. The bytes of lines that have been returned are discarded.
  mutating func feed(_ chunk: [UInt8]) {
    if start == bytes.count {
      bytes = chunk
    } else {
      bytes.removeFirst(start)
      bytes += chunk
    }
    scannedEnd -= start
    start = 0
  }

  /// Returns the next complete line without its line break, or `nil` if more bytes are needed.
  ///
  /// - Throws: `tooLongError` if the line exceeds the limit, even if it is incomplete.
  mutating func next() throws(LineError) -> ArraySlice<UInt8>? {
    if skipsLineFeed, start < bytes.count {
      if bytes[start] == 0x0A { start += 1 }
      skipsLineFeed = false
      scannedEnd = max(scannedEnd, start)
    }
    guard let end = bytes[scannedEnd...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      scannedEnd = bytes.count
      guard scannedEnd - start <= limit else { throw tooLongError }
      return nil
    }
    guard end - start <= limit else { throw tooLongError }
    let line = bytes[start..<end]
    skipsLineFeed = bytes[end] == 0x0D
    start = end + 1
    scannedEnd = start
    number += 1
    return line
  }

  /// Returns the bytes after the last line break at the end of the input, or `nil` if there are
  /// none.
  mutating func remainder() -> ArraySlice<UInt8>? {
    guard start < bytes.count else { return nil }
    defer { start = bytes.count }
    number += 1
    return bytes[start...]
  }

  /// The error for the next line, which is too long.
  private var tooLongError: LineError {
    LineError(line: number + 1, reason: .tooLong(limit: limit))
  }
}

/// An error for a line that cannot be read.
public struct LineError: Error, Hashable, Sendable {
  /// The reason why a line cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The line has more bytes than the limit.
    case tooLong(limit: Int)
    /// The bytes of the line are invalid in the charset.
    case malformed(charset: String)
  }

  /// The line number, starting from 1.
  public let line: Int
  /// The reason of the error.
  public let reason: Reason
}

extension LineError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch reason {
    case .tooLong(let limit): "line \(line) is longer than \(limit) bytes"
    case .malformed(let charset): "line \(line) is not valid \(charset)"
    }
  }
}
