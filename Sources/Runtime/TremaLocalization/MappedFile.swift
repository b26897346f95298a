internal import TremaMessages
internal import TremaSupport

/// A function that maps files into memory without reading them.
///
/// The mapping refers to the file itself. If the file is replaced by renaming another file over it,
/// as `trema` and installers do, existing mappings are not affected. If it is truncated in place,
/// reading the missing part terminates the process with SIGBUS, as with any mapping.
enum MappedFile {
  /// The reason why a file could not be mapped, for messages.
  struct Failure: Error {
    var reason: String
  }

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - maxSize: The maximum size, in bytes.
  /// - Returns: The bytes, or `nil` if there is no file at the path.
  /// - Throws: `Failure` if there is a file but it cannot be mapped, is not a regular file or is
  ///   too large.
  static func open(_ path: String, maxSize: Int) throws(Failure) -> CompiledBytes? {
    // Opening a pipe without `O_NONBLOCK` would block until it has a writer.
    let descriptor = openForReading(path)
    guard descriptor >= 0 else {
      let code = errno
      if code != ENOENT, code != ENOTDIR {
        throw Failure(reason: "cannot be opened: \(text(code))")
      }
      // A dangling symbolic link is an error, not a missing file.
      var status = stat()
      if lstat(path, &status) != 0 { return nil }
      throw Failure(reason: "is not a regular file")
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(reason: "cannot be opened: \(text(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "is not a regular file") }
    guard let size = Int(exactly: status.st_size), (0...maxSize).contains(size) else {
      throw Failure(reason: "is larger than \(maxSize >> 20) MiB")
    }
    // `mmap` does not accept a length of zero.
    if size == 0 { return CompiledBytes(copying: []) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw Failure(reason: "cannot be mapped: \(text(errno))") }
    return CompiledBytes(UnsafeRawBufferPointer(start: start, count: size)) { bytes in
      // The pointer was returned by `mmap`.
      _ = munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
  }

  /// Opens a file for reading. Retries if the call is interrupted by a signal.
  private static func openForReading(_ path: String) -> CInt {
    while true {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  /// Returns the system's message for an error number.
  private static func text(_ code: CInt) -> String { String(cString: strerror(code)) }
}

/// Calls `open`, which the method of the same name hides inside the type.
private func systemOpen(_ path: String, _ flags: CInt) -> CInt { open(path, flags) }
