import TremaSupport

/// The partial file of a download, next to its destination. The file is locked for the lifetime of
/// this object.
final class PartFile: Sendable {
  private let file: FileDescriptor
  let path: String

  /// Opens the file, or creates an empty one.
  ///
  /// - Throws: `file` if it cannot be opened, or `busy` if another download is using it.
  init(path: String) throws(DownloadError) {
    guard !path.utf8.contains(0) else {
      throw DownloadError.file(path: path, code: EINVAL, reason: "the path contains a NUL")
    }
    self.path = path
    file = try Self.openLocked(path)
  }

  /// Opens and locks the file at a path.
  private static func openLocked(_ path: String) throws(DownloadError) -> FileDescriptor {
    while true {
      let (file, isRegular) = try Self.convertingErrors(path) { () throws(SystemError) in
        // With these flags, opening a pipe does not block, and symbolic links are not followed.
        let file = try FileDescriptor(
          path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
        return (try file.lock() ? file : nil, try file.status().st_mode & S_IFMT == S_IFREG)
      }
      guard let file else { throw DownloadError.busy(path: path) }
      guard isRegular else {
        throw DownloadError.file(path: path, code: EINVAL, reason: "it is not a regular file")
      }
      // The previous holder of the lock may have moved the file to its destination by now.
      if file.isSameFile(path) { return file }
    }
  }

  /// Returns the length, in bytes.
  func length() throws(DownloadError) -> Int64 {
    try Self.convertingErrors(path) { () throws(SystemError) in Int64(try file.status().st_size) }
  }

  func truncate(to length: Int64) throws(DownloadError) {
    try Self.convertingErrors(path) { () throws(SystemError) in try file.truncate(to: Int(length)) }
  }

  /// Writes bytes at an offset.
  ///
  /// - Returns: The number of bytes written, and the error that prevented writing the rest.
  func write(_ bytes: [UInt8], at offset: Int64) -> (count: Int, failure: DownloadError?) {
    let (count, failure) = file.writeBestEffort(bytes, at: Int(offset))
    return (count, failure.map { Self.failure(path, $0.code) })
  }

  /// Synchronizes the file to disk and moves it to a path. Blocks until the disk has stored it.
  func move(to destination: String) throws(DownloadError) {
    try Self.convertingErrors(path) { () throws(SystemError) in try file.synchronize() }
    guard rename(path, destination) == 0 else { throw Self.failure(destination) }
    // The directory is also synchronized so that the name reaches the disk. A file system that
    // doesn't support this may lose the name, but the file itself is complete.
    let folder = try? FileDescriptor(
      path: FileReplacement.folder(of: destination), flags: O_RDONLY | O_DIRECTORY)
    _ = try? folder?.synchronize()
  }

  func remove() { unlink(path) }

  /// Runs a file operation and converts its system errors.
  private static func convertingErrors<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(DownloadError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw failure(path, error.code)
    }
  }

  /// Returns a system call's error.
  static func failure(_ path: String, _ code: Int32 = errno) -> DownloadError {
    .file(path: path, code: code, reason: SystemError(code: code).reason)
  }
}
