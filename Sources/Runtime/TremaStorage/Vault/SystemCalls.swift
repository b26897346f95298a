#if canImport(CTremaSodium)
  import TremaSupport

  /// What the system says of a file, in the words of secrets.
  enum FileFailure {
    /// What went wrong while a file was read.
    static func reading(_ path: String, _ code: Int32 = errno) -> SecretError {
      var reason = String(cString: strerror(code))
      if code == ELOOP, let real = realpath(path, nil) {
        defer { free(real) }
        reason = "it is a symbolic link; use the path of the file, \(String(cString: real))"
      }
      return .system(path: path, code: code, reason: reason)
    }

    static func writing(_ path: String, _ code: Int32 = errno) -> SecretError {
      switch code {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case EROFS, EACCES, EPERM: .notWritable(path: path)
      default: reading(path, code)
      }
    }
  }

  /// An open file that is closed when nobody holds it any more.
  struct OpenFile: ~Copyable {
    let descriptor: Int32

    /// - Returns: nil where it cannot be opened; `errno` says why.
    init?(_ path: String, _ flags: Int32, mode: mode_t = 0) {
      // A path with a NUL would name another file.
      guard !path.utf8.contains(0) else {
        errno = EINVAL
        return nil
      }
      var opened: Int32
      repeat {
        opened = open(path, flags | O_CLOEXEC, mode)
      } while opened < 0 && errno == EINTR
      guard opened >= 0 else { return nil }
      descriptor = opened
    }

    deinit { close(descriptor) }

    /// - Returns: nil where the system does not say; `errno` says why.
    func status() -> stat? {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Whether the file is still the one that is called so.
    func isAt(_ path: String) -> Bool {
      var named = stat()
      guard let own = status(), lstat(path, &named) == 0 else { return false }
      return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// From where it stands to its end.
    ///
    /// - Parameter count: how many bytes are expected; more are read where there are more.
    /// - Returns: nil where something goes wrong; `errno` says what.
    func readAll(expecting count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count + 1)
      var length = 0
      while true {
        if length == bytes.count { bytes.append(contentsOf: repeatElement(0, count: 65536)) }
        let got = bytes.withUnsafeMutableBytes { buffer in
          read(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length)
        }
        if got > 0 {
          length += got
        } else if got == 0 {
          bytes.removeLast(bytes.count - length)
          return bytes
        } else if errno != EINTR {
          return nil
        }
      }
    }

    /// - Returns: whether all of them are written; `errno` says why not.
    func writeAll(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { buffer in
        var count = 0
        while count < buffer.count {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[count...])
          let written = write(descriptor, rest.baseAddress, rest.count)
          if written > 0 {
            count += written
          } else if written == 0 || errno != EINTR {
            return false
          }
        }
        return true
      }
    }

    /// - Returns: whether all that was written is on the disk; `errno` says why not.
    func sync() -> Bool {
      #if canImport(Darwin)
        // Here fsync() leaves it to the disk when it writes; not every file system knows better.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
      #endif
      while fsync(descriptor) != 0 { if errno != EINTR { return false } }
      return true
    }
  }
#endif
