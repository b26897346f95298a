import TremaSupport

/// What has come of a file so far, beside its place. Nobody else writes to it while this object is
/// held: it is locked.
final class PartFile: Sendable {
  private let descriptor: Int32
  let path: String

  /// Opens what is there, or makes an empty one.
  ///
  /// - Throws: `file`, and `busy` when somebody else has it.
  init(path: String) throws(DownloadError) {
    guard !path.utf8.contains(0) else {
      throw DownloadError.file(path: path, code: EINVAL, reason: "the path holds a NUL")
    }
    self.path = path
    descriptor = try Self.locked(path)
  }

  deinit { close(descriptor) }

  private static func locked(_ path: String) throws(DownloadError) -> Int32 {
    while true {
      // Opening a pipe would wait for its other end.
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let descriptor = open(path, flags, 0o666)
      guard descriptor >= 0 else { throw failure(path) }
      var isWanted = false
      defer { if !isWanted { close(descriptor) } }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EINTR { continue }
        if errno == EWOULDBLOCK { throw DownloadError.busy(path: path) }
        throw failure(path)
      }
      var opened = stat()
      var named = stat()
      guard fstat(descriptor, &opened) == 0 else { throw failure(path) }
      guard opened.st_mode & S_IFMT == S_IFREG else {
        throw DownloadError.file(path: path, code: EINVAL, reason: "it is no regular file")
      }
      // Whoever had it before may have moved it to its place in between.
      guard lstat(path, &named) == 0, named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev
      else { continue }
      isWanted = true
      return descriptor
    }
  }

  /// Returns the length, in bytes.
  func length() throws(DownloadError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    return Int64(status.st_size)
  }

  func truncate(to length: Int64) throws(DownloadError) {
    while ftruncate(descriptor, off_t(length)) != 0 {
      if errno != EINTR { throw Self.failure(path) }
    }
  }

  /// - Returns: how many bytes were written before something went wrong, and what it was.
  func write(_ bytes: [UInt8], at offset: Int64) -> (count: Int, failure: DownloadError?) {
    bytes.withUnsafeBytes { buffer in
      var count = 0
      while count < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[count...])
        let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(count)))
        if written > 0 {
          count += written
        } else if written == 0 || errno != EINTR {
          return (count, Self.failure(path, written == 0 ? EIO : errno))
        }
      }
      return (count, nil)
    }
  }

  /// Moves it to its place when all of it is on the disk. It takes as long as the disk does.
  func move(to place: String) throws(DownloadError) {
    while fsync(descriptor) != 0 { if errno != EINTR { throw Self.failure(path) } }
    guard rename(path, place) == 0 else { throw Self.failure(place) }
    Self.syncFolder(of: place)
  }

  func remove() { unlink(path) }

  /// The name as well is on the disk then. Some file systems cannot be asked to, and the file is
  /// whole all the same.
  private static func syncFolder(of path: String) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  static func failure(_ path: String, _ code: Int32 = errno) -> DownloadError {
    .file(path: path, code: code, reason: String(cString: strerror(code)))
  }
}
