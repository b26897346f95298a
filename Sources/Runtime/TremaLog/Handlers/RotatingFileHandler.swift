import TremaSupport

/// A handler that writes lines to a file, and starts a new file when the current one is large or
/// old.
///
/// Multiple processes can write to the same file: no line is lost or interleaved with another, even
/// if a process is killed. The current file is `app.log`, the previous one is `app.log.1`, and
/// `app.log.lock` is locked with `flock` for each line. Only the owner can read the files (mode
/// 0600).
public final class RotatingFileHandler: LogHandler {
  /// The current file's path.
  public let path: String
  /// The format of the lines.
  private let style: LogStyle
  /// The maximum size in bytes.
  private let maximumSize: Int64
  /// The period after which the file is replaced, or `nil` for none.
  private let period: LogPeriod?
  /// The number of old files to keep.
  private let maxOldFiles: Int
  /// The file, protected by a lock.
  private let output: LockedFile
  /// The number of dropped records.
  private let droppedCount = RelaxedNumber()
  /// Whether a full disk has been reported.
  private let hasReportedFullDisk = LockedValue(false)
  /// Whether a rotation failure has been reported.
  private let hasReportedRotationFailure = LockedValue(false)

  /// Creates a handler and opens the file.
  ///
  /// - Parameters:
  ///   - path: The path of the current file, in an existing folder.
  ///   - style: The format of the lines.
  ///   - maximumSize: The maximum file size, in bytes. Only a file that consists of a single line
  ///     may exceed it.
  ///   - period: The period after which a new file starts, in UTC, or `nil` for none.
  ///   - keep: The number of old files to keep, at least 1.
  /// - Throws: ``LogFailure`` if the file cannot be opened.
  public init(
    path: String, style: LogStyle = .json, maximumSize: Int = 10 << 20, period: LogPeriod? = nil,
    keep: Int = 5
  ) throws(LogFailure) {
    self.path = path
    self.style = style
    self.maximumSize = Int64(max(1, maximumSize))
    self.period = period
    maxOldFiles = max(1, keep)
    output = LockedFile(try LogFile(path: path))
    try output.withLock { (file, _) throws(LogFailure) in
      try file.acquire()
      defer { file.release() }
      _ = try file.openCurrent()
    }
  }

  /// `RotatingFileHandler`, with the path.
  public var name: String { "RotatingFileHandler(\(path))" }

  /// The number of records that were dropped because the disk was full.
  public var droppedRecordCount: Int { droppedCount.value }

  /// Appends a record, first replacing the file if it is due.
  ///
  /// - Throws: ``LogFailure``, except if the disk is full: the record is then dropped and counted.
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
      if hasReportedFullDisk.trySet() { LogNote.write("\(error); records are dropped") }
    }
  }

  /// Appends a line, first rotating the file if it is too large or too old.
  private func append(
    _ line: [UInt8], at time: LogTime, to file: inout LogFile
  ) throws(LogFailure) {
    var state = try file.openCurrent()
    let isFull = state.size + Int64(line.count) > maximumSize
    let isOld = period?.hasEnded(since: state.lastWriteTime, at: time.seconds) ?? false
    if state.size > 0, isFull || isOld {
      do throws(LogFailure) {
        try file.rotate(keeping: maxOldFiles)
      } catch {
        // We'd rather exceed the maximum size than lose a line.
        if hasReportedRotationFailure.trySet() { LogNote.write("\(error); the file keeps growing") }
      }
      state = try file.openCurrent()
    }
    try file.append(line, after: state)
  }

  /// Returns after every line is on the disk.
  public func flush() throws {
    try output.withLock { (file, _) throws(LogFailure) in try file.synchronize() }
  }
}

/// A log file and its line buffer, accessed only while holding a lock.
///
/// `@unchecked Sendable` holds because both are private and every access to them in this class is
/// inside `lock.withLock`.
private final class LockedFile: @unchecked Sendable {
  /// The lock that protects the file and the buffer.
  private let lock = Lock()
  private var file: LogFile
  /// The buffer for a line, which is reused.
  private var line: [UInt8] = []

  init(_ file: consuming LogFile) { self.file = file }

  /// Runs `body` while holding the process-local lock.
  func withLock<Result>(
    _ body: (inout LogFile, inout [UInt8]) throws(LogFailure) -> Result
  ) throws(LogFailure) -> Result {
    try lock.withLock { () throws(LogFailure) in try body(&file, &line) }
  }
}

/// The period after which a file is replaced with a new one, in UTC.
public enum LogPeriod: Sendable, Hashable {
  /// A UTC hour or day.
  case hour, day

  /// Returns whether a new period has begun between two times, in seconds since 1970.
  func hasEnded(since written: Int64, at now: Int64) -> Bool {
    let length: Int64 = self == .hour ? 3600 : 86_400
    return Self.floor(now, length) > Self.floor(written, length)
  }

  /// Returns the number of the period that contains a time.
  private static func floor(_ seconds: Int64, _ length: Int64) -> Int64 {
    seconds >= 0 ? seconds / length : (seconds - length + 1) / length
  }
}
