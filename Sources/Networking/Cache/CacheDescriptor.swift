import TremaSupport

/// An open file of a cache, which is closed with its last reference.
final class CacheDescriptor: Sendable {
  let number: Int32

  private init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// - Returns: nil where there is none.
  static func reading(_ path: String) throws(CacheProblem) -> CacheDescriptor? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if number >= 0 { return CacheDescriptor(number) }
    if errno == ENOENT { return nil }
    throw CacheProblem(.read, SystemText.of(errno))
  }

  /// A new file that its user alone can read.
  static func creating(_ path: String) throws(CacheProblem) -> CacheDescriptor {
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw CacheProblem(.write, SystemText.of(errno)) }
    return CacheDescriptor(number)
  }

  /// - Returns: nil for what is no regular file.
  func length() throws(CacheProblem) -> Int? {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw CacheProblem(.read, SystemText.of(errno)) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// - Returns: fewer bytes where the file ends.
  func read(_ count: Int, at offset: Int) throws(CacheProblem) -> [UInt8] {
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let result = pread(
          number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if result < 0, errno == EINTR { continue }
        if result < 0 { error = errno }
        if result <= 0 { return }
        filled += result
      }
    }
    if error != 0 { throw CacheProblem(.read, SystemText.of(error)) }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(CacheProblem) {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        pwrite(
          number, buffer.baseAddress.map { $0 + written }, bytes.count - written,
          off_t(offset + written))
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        throw CacheProblem(.write, SystemText.of(result < 0 ? errno : ENOSPC))
      }
      written += result
    }
  }

  /// The size of a chunk.
  static let longestPiece = 1 << 16

  /// The SHA-256 of a part, or of as much of it as there is; with the part where it is one piece.
  func digest(
    from start: Int, _ length: Int
  ) throws(CacheProblem) -> (digest: [UInt8], whole: [UInt8]?) {
    var hash = Hash(.sha256)
    var count = 0
    var whole: [UInt8]? = length == 0 ? [] : nil
    while count < length {
      let piece = try read(min(Self.longestPiece, length - count), at: start + count)
      if piece.isEmpty { break }
      hash.update(piece)
      count += piece.count
      if piece.count == length { whole = piece }
    }
    return (hash.finish(), whole)
  }

  /// Notes that it was used just now. Where that cannot be noted it is taken for older than it is.
  func touch() { _ = futimens(number, nil) }
}

enum SystemText {
  static func of(_ error: Int32) -> String { String(cString: strerror(error)) }
}
