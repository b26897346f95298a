internal import TremaMessages
internal import TremaSupport

/// Opens files as memory, without reading them.
///
/// The memory is that of the file: one that is replaced by renaming another over it, as `trema` and
/// installers do, stays as it was for those who have opened it. One that is cut short in place ends
/// the process with SIGBUS when what is gone is read, as any mapping does.
enum MappedFile {
  struct Failure: Error {
    var reason: String
  }

  /// - Parameter largest: in bytes.
  /// - Returns: nil when nothing is at the path.
  static func open(_ path: String, largest: Int) throws(Failure) -> CompiledBytes? {
    // Opening a pipe would wait for its writer.
    let descriptor = openForReading(path)
    guard descriptor >= 0 else {
      let code = errno
      if code != ENOENT, code != ENOTDIR {
        throw Failure(reason: "cannot be opened: \(text(code))")
      }
      // A link that leads nowhere is there.
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
    guard let size = Int(exactly: status.st_size), (0...largest).contains(size) else {
      throw Failure(reason: "is larger than \(largest >> 20) MiB")
    }
    // Nothing cannot be mapped.
    if size == 0 { return CompiledBytes(copying: []) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw Failure(reason: "cannot be mapped: \(text(errno))") }
    return CompiledBytes(UnsafeRawBufferPointer(start: start, count: size)) { bytes in
      // The pointer is the one that `mmap` returned.
      _ = munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
  }

  private static func openForReading(_ path: String) -> CInt {
    while true {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  private static func text(_ code: CInt) -> String { String(cString: strerror(code)) }
}

/// Inside of the type `open` is its own.
private func systemOpen(_ path: String, _ flags: CInt) -> CInt { open(path, flags) }
