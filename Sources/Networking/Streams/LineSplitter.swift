/// Cuts bytes into lines, whose ends are LF, CR LF and CR, wherever the pieces end.
struct LineSplitter {
  private var bytes: [UInt8] = []
  /// Of the line that is next.
  private var start = 0
  /// What has been looked at.
  private var seen = 0
  /// The line before ended with CR: an LF behind it belongs to it.
  private var skipsLineFeed = false
  private let limit: Int
  /// Of the line that was taken last; they begin with 1.
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

  /// What stands behind the last end of a line, when nothing more comes; nil when there is nothing.
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
  public enum Reason: Hashable, Sendable {
    /// It has more bytes than that.
    case tooLong(limit: Int)
    /// Its bytes do not fit the charset.
    case malformed(charset: String)
  }

  /// The first one is 1.
  public let line: Int
  public let reason: Reason
}

extension LineError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .tooLong(let limit): "line \(line) is longer than \(limit) bytes"
    case .malformed(let charset): "line \(line) is no \(charset)"
    }
  }
}
