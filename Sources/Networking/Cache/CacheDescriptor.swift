import TremaSupport

/// A cache's open file, which is closed when its last reference is released.
final class CacheDescriptor: Sendable {
  private let file: FileDescriptor

  private init(_ file: FileDescriptor) { self.file = file }

  /// Opens a file for reading, or returns `nil` if it is missing.
  static func openForReading(_ path: String) throws(CacheProblem) -> CacheDescriptor? {
    do throws(SystemError) {
      return CacheDescriptor(
        try FileDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    } catch {
      if error.code == ENOENT { return nil }
      throw CacheProblem(.read, error.reason)
    }
  }

  /// Creates a file that only its owner can read.
  static func create(_ path: String) throws(CacheProblem) -> CacheDescriptor {
    try convertingErrors(.write) { () throws(SystemError) in
      CacheDescriptor(
        try FileDescriptor(
          path: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
    }
  }

  /// Returns the length in bytes, or `nil` if this is not a regular file.
  func length() throws(CacheProblem) -> Int? {
    let status = try Self.convertingErrors(.read) { () throws(SystemError) in try file.status() }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Reads bytes at an offset, fewer than `count` if the file ends before that.
  func read(_ count: Int, at offset: Int) throws(CacheProblem) -> [UInt8] {
    try Self.convertingErrors(.read) { () throws(SystemError) in
      var bytes = try file.read(count, at: offset)
      while bytes.count < count {
        let more = try file.read(count - bytes.count, at: offset + bytes.count)
        if more.isEmpty { break }
        bytes += more
      }
      return bytes
    }
  }

  /// Writes bytes at an offset.
  func write(_ bytes: [UInt8], at offset: Int) throws(CacheProblem) {
    try Self.convertingErrors(.write) { () throws(SystemError) in try file.write(bytes, at: offset)
    }
  }

  /// Runs an operation and converts its system errors.
  private static func convertingErrors<Result>(
    _ action: CacheProblem.Action, _ body: () throws(SystemError) -> Result
  ) throws(CacheProblem) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw CacheProblem(action, error.reason)
    }
  }

  /// A chunk's size, in bytes.
  static let maxChunkLength = 1 << 16

  /// Returns the SHA-256 digest of a part of the file. The file may end before the part does. If
  /// the part fits into one chunk, its bytes are also returned.
  func digest(
    from start: Int, _ length: Int
  ) throws(CacheProblem) -> (digest: [UInt8], whole: [UInt8]?) {
    var hash = Hash(.sha256)
    var count = 0
    var whole: [UInt8]? = length == 0 ? [] : nil
    while count < length {
      let chunk = try read(min(Self.maxChunkLength, length - count), at: start + count)
      if chunk.isEmpty { break }
      hash.update(chunk)
      count += chunk.count
      if chunk.count == length { whole = chunk }
    }
    return (hash.finish(), whole)
  }

  /// Sets the date of the last use to the current time. If this fails, the file appears to be older
  /// than it is.
  func touch() { _ = futimens(file.number, nil) }
}
