import TremaSupport

/// The bytes of a download so far, beside its final place. The file is locked as long as this object
/// exists.
final class PartFile: Sendable {
  private let file: FileDescriptor
  let path: String

  /// Opens what is there, or makes an empty one.
  ///
  /// - Throws: `file`, and `busy` when another download uses it.
  init(path: String) throws(DownloadError) {
    guard !path.utf8.contains(0) else {
      throw DownloadError.file(path: path, code: EINVAL, reason: "the path holds a NUL")
    }
    self.path = path
    file = try Self.locked(path)
  }

  private static func locked(_ path: String) throws(DownloadError) -> FileDescriptor {
    while true {
      let (file, isRegular) = try Self.reporting(path) { () throws(SystemError) in
        // Opening a pipe would wait for its other end.
        let file = try FileDescriptor(
          path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
        return (try file.lock() ? file : nil, try file.status().st_mode & S_IFMT == S_IFREG)
      }
      guard let file else { throw DownloadError.busy(path: path) }
      guard isRegular else {
        throw DownloadError.file(path: path, code: EINVAL, reason: "it is no regular file")
      }
      // The previous owner may have moved it to its place in between.
      if file.isAt(path) { return file }
    }
  }

  /// Returns the length, in bytes.
  func length() throws(DownloadError) -> Int64 {
    try Self.reporting(path) { () throws(SystemError) in Int64(try file.status().st_size) }
  }

  func truncate(to length: Int64) throws(DownloadError) {
    try Self.reporting(path) { () throws(SystemError) in try file.truncate(to: Int(length)) }
  }

  /// - Returns: how many bytes were written before something went wrong, and what it was.
  func write(_ bytes: [UInt8], at offset: Int64) -> (count: Int, failure: DownloadError?) {
    let (count, failure) = file.writeMost(bytes, at: Int(offset))
    return (count, failure.map { Self.failure(path, $0.code) })
  }

  /// Moves it to its place when all of it is on the disk. It takes as long as the disk does.
  func move(to place: String) throws(DownloadError) {
    try Self.reporting(path) { () throws(SystemError) in try file.synchronize() }
    guard rename(path, place) == 0 else { throw Self.failure(place) }
    // The name as well is on the disk then. Where the file system cannot be asked to, the file is whole all the
    // same.
    let folder = try? FileDescriptor(
      path: FileReplacement.folder(of: place), flags: O_RDONLY | O_DIRECTORY)
    _ = try? folder?.synchronize()
  }

  func remove() { unlink(path) }

  private static func reporting<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(DownloadError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw failure(path, error.code)
    }
  }

  static func failure(_ path: String, _ code: Int32 = errno) -> DownloadError {
    .file(path: path, code: code, reason: SystemError(code: code).reason)
  }
}
