internal import TremaMessages
internal import TremaSupport

/// Maps files into memory without reading them.
///
/// The mapping refers to the file itself. If the file is replaced by renaming another one over it,
/// as `trema` and installers do, existing mappings are not affected. If it is truncated in place,
/// reading the missing part terminates the process with SIGBUS, as with any mapping.
enum MappedFile {
  /// An error with the reason for messages.
  struct Failure: Error {
    var reason: String
  }

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - maxSize: the maximum size, in bytes.
  /// - Returns: the bytes; `nil` if there is no file at the path.
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
      // A symbolic link without a target is an error and not a missing file.
      var status = stat()
      if lstat(path, &status) != 0 { return nil }
      throw Failure(reason: "is not a file")
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(reason: "cannot be opened: \(text(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "is not a file") }
    guard let size = Int(exactly: status.st_size), (0...maxSize).contains(size) else {
      throw Failure(reason: "is larger than \(maxSize >> 20) MiB")
    }
    // `mmap` does not accept a length of zero.
    if size == 0 { return CompiledBytes(copying: []) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw Failure(reason: "cannot be mapped: \(text(errno))") }
    return CompiledBytes(UnsafeRawBufferPointer(start: start, count: size)) { bytes in
      // The pointer is the one that `mmap` has returned.
      _ = munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
  }

  /// Opens a file for reading, and repeats the call if it was interrupted by a signal.
  private static func openForReading(_ path: String) -> CInt {
    while true {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  /// Returns the system's message for an error number.
  private static func text(_ code: CInt) -> String { String(cString: strerror(code)) }
}

/// Calls `open`, which is hidden by the method of the same name inside the type.
private func systemOpen(_ path: String, _ flags: CInt) -> CInt { open(path, flags) }
