import TremaSupport

/// A regular file's metadata, read without opening the file.
///
/// Two equal traces of a path mean that the file was not written, replaced or touched between them.
/// Traces include the time of the last status change, which programs cannot set back.
struct FileTrace: Hashable {
  /// The device, the inode, the size, and the times of the last write and the last status change.
  private let numbers: [Int]

  /// The time of the last write in seconds since 1970.
  let seconds: Int
  /// The nanoseconds part of the last write time.
  let nanoseconds: Int

  /// Reads the metadata of a file.
  ///
  /// - Returns: `nil` if the path is not a regular file or does not exist.
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

  /// The numbers, separated by colons.
  var spelling: String { numbers.map(String.init).joined(separator: ":") }

  /// Returns whether a later write would result in a different trace, because the file system clock
  /// has advanced since the last write. Some file systems have a resolution of one or two seconds.
  func isSettled(at moment: timespec) -> Bool {
    let age = (Int(moment.tv_sec) - seconds) * 1_000_000_000 + Int(moment.tv_nsec) - nanoseconds
    return age > (nanoseconds == 0 ? 2_000_000_000 : 20_000_000)
  }

  /// The current system time.
  static var now: timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }
}
