import TremaSupport

/// The metadata of a file, which does not require opening it: two equal traces of one path mean that it
/// was not written, replaced or touched in between.
///
/// The time of the last change of status is part of it, which no program can set back.
struct FileTrace: Hashable {
  private let numbers: [Int]

  /// When it was written last.
  let seconds: Int
  let nanoseconds: Int

  /// - Returns: nil for what is no regular file, and for what is not there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    seconds = Int(written.tv_sec)
    nanoseconds = Int(written.tv_nsec)
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), Int(written.tv_sec), Int(written.tv_nsec), Int(changed.tv_sec),
      Int(changed.tv_nsec),
    ]
  }

  /// Numbers set apart by colons.
  var spelling: String { numbers.map(String.init).joined(separator: ":") }

  /// Whether a later write would leave another trace: the clock of the file system has gone on since
  /// the last one. Some count whole seconds, or two of them.
  func isSettled(at moment: timespec) -> Bool {
    let age = (Int(moment.tv_sec) - seconds) * 1_000_000_000 + Int(moment.tv_nsec) - nanoseconds
    return age > (nanoseconds == 0 ? 2_000_000_000 : 20_000_000)
  }

  static var now: timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }
}
