import TremaSupport

/// Lines in a file that is followed by a new one when it is large or old. Several processes may
/// write the same file: none of their lines is lost or mixed, also when one is killed.
///
/// `app.log` is the file that is written, `app.log.1` the one before; `app.log.lock` is locked
/// (`flock`) for each line. Files are for the owner alone (0600).
public final class RotatingFileHandler: LogHandler {
  /// The path of the current file.
  public let path: String
  private let style: LogStyle
  private let maximumSize: Int64
  private let period: LogPeriod?
  private let kept: Int
  private let output: LockedFile
  private let droppedCount = RelaxedNumber()
  private let hasToldFull = LockedValue(false)
  private let hasToldStuck = LockedValue(false)

  /// - Parameters:
  ///   - style: of the lines.
  ///   - maximumSize: in bytes; a file is only larger when one line alone is.
  ///   - period: a new file in every hour or day of UTC; nil to look at the size alone.
  ///   - keep: how many old files stay; at least one.
  /// - Throws: when the file cannot be opened.
  public init(
    path: String, style: LogStyle = .json, maximumSize: Int = 10 << 20, period: LogPeriod? = nil,
    keep: Int = 5
  ) throws(LogFailure) {
    self.path = path
    self.style = style
    self.maximumSize = Int64(max(1, maximumSize))
    self.period = period
    kept = max(1, keep)
    output = LockedFile(try LogFile(path: path))
    try output.withLock { (file, _) throws(LogFailure) in
      try file.acquire()
      defer { file.release() }
      _ = try file.current()
    }
  }

  /// `RotatingFileHandler`, with the path.
  public var name: String { "RotatingFileHandler(\(path))" }

  /// How many records are not in the file because the disk was full.
  public var dropped: Int { droppedCount.value }

  /// Appends a record, and rotates the file first where it is due.
  public func handle(_ record: LogRecord) throws {
    do throws(LogFailure) {
      try output.withLock { (file, line) throws(LogFailure) in
        line.removeAll(keepingCapacity: line.capacity <= 2 * JSONLine.limit)
        style.line(record, into: &line)
        try file.acquire()
        defer { file.release() }
        try append(line, at: record.time, to: &file)
      }
    } catch {
      guard error.code == ENOSPC || error.code == EDQUOT else { throw error }
      droppedCount.add(1)
      if hasToldFull.takeFirst() { LogNote.write("\(error); records are dropped") }
    }
  }

  private func append(
    _ line: [UInt8], at time: LogTime, to file: inout LogFile
  ) throws(LogFailure) {
    var state = try file.current()
    let isFull = state.size + Int64(line.count) > maximumSize
    let isOld = period?.hasEnded(since: state.written, at: time.seconds) ?? false
    if state.size > 0, isFull || isOld {
      do throws(LogFailure) {
        try file.rotate(keeping: kept)
      } catch {
        // A file that grows is better than a line that is lost.
        if hasToldStuck.takeFirst() { LogNote.write("\(error); the file grows on") }
      }
      state = try file.current()
    }
    try file.append(line, after: state)
  }

  /// Returns when every line is on the disk.
  public func flush() throws {
    try output.withLock { (file, _) throws(LogFailure) in try file.synchronise() }
  }
}

/// A file and the buffer of its lines, which are only ever touched under a lock.
///
/// `@unchecked Sendable` holds because both are private and every access to them in this class is
/// inside `lock.withLock`.
private final class LockedFile: @unchecked Sendable {
  private let lock = Lock()
  private var file: LogFile
  private var line: [UInt8] = []

  init(_ file: consuming LogFile) { self.file = file }

  func withLock<Result>(
    _ body: (inout LogFile, inout [UInt8]) throws(LogFailure) -> Result
  ) throws(LogFailure) -> Result {
    try lock.withLock { () throws(LogFailure) in try body(&file, &line) }
  }
}

/// After which time a file is followed by a new one, in UTC.
public enum LogPeriod: Sendable, Hashable {
  case hour, day

  /// Whether a new one has begun since something was written.
  func hasEnded(since written: Int64, at now: Int64) -> Bool {
    let length: Int64 = self == .hour ? 3600 : 86_400
    return Self.floor(now, length) > Self.floor(written, length)
  }

  private static func floor(_ seconds: Int64, _ length: Int64) -> Int64 {
    seconds >= 0 ? seconds / length : (seconds - length + 1) / length
  }
}
