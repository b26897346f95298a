#if canImport(CTremaSodium)
  import TremaSupport

  /// A file that only its owner may write.
  enum OwnFile {
    /// The requirements on the owner and the readers of a file.
    enum Trust {
      /// The file belongs to this process's user, and no other user has access.
      case ownerAlone
      /// A file of the service manager: it may be root's, and an access control list shows as rights of
      /// the group. Source: systemd.exec(5), `LoadCredential=`.
      case serviceManager
    }

    /// All bytes of a file.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: `wrongOwner`, `tooOpen`, `unsupported` above `limit`, `system`.
    static func read(
      _ path: String, limit: Int, trust: Trust = .ownerAlone
    ) throws(SecretError) -> [UInt8]? {
      // Opening a pipe would wait for its other end. A link may lead to a file of another user; but
      // Kubernetes provides secrets as links.
      let links = trust == .ownerAlone ? O_NOFOLLOW : 0
      let file: FileDescriptor
      let status: stat
      do throws(SystemError) {
        file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK | links)
        status = try file.status()
      } catch {
        if error.code == ENOENT { return nil }
        var named = stat()
        if error.code == EACCES, lstat(path, &named) == 0, named.st_uid != geteuid() {
          throw .wrongOwner(path: path)
        }
        throw FileFailure.reading(path, error)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .system(path: path, code: EINVAL, reason: "it is no regular file")
      }
      let isOwn = status.st_uid == geteuid()
      guard isOwn || trust == .serviceManager && status.st_uid == 0 else {
        throw .wrongOwner(path: path)
      }
      let others: mode_t = trust == .ownerAlone ? 0o077 : 0o007
      guard status.st_mode & others == 0 else {
        throw .tooOpen(path: path, mode: UInt16(status.st_mode & 0o7777))
      }
      guard status.st_size <= limit else {
        throw .unsupported("\(path): a file of \(status.st_size) bytes, more than \(limit),")
      }
      do throws(SystemError) {
        return try file.readAll(expecting: Int(status.st_size))
      } catch {
        throw FileFailure.reading(path, error)
      }
    }

    /// Replaces a file in one step: readers see the old or the new one, whole, also after a power
    /// cut. When this returns the new one is on the disk.
    ///
    /// Only for who holds the lock: what a killed writer left is taken away first.
    ///
    /// - Throws: `diskFull`, `notWritable`, `system`; the old file is there as before then.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SecretError) {
      let draft = path + ".new"
      do throws(SystemError) {
        // First: where the folder cannot be synced nothing is to change.
        let folder = try FileDescriptor(
          path: FileReplacement.folder(of: path), flags: O_RDONLY | O_DIRECTORY)
        if unlink(draft) != 0, errno != ENOENT { throw SystemError() }
        try write(bytes, to: draft)
        try FileReplacement.replace(path, with: draft)
        try FileReplacement.synchronize(folder)
      } catch {
        throw FileFailure.writing(path, error)
      }
    }

    private static func write(_ bytes: [UInt8], to draft: String) throws(SystemError) {
      let file = try FileDescriptor(
        path: draft, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      do throws(SystemError) {
        try file.write(bytes)
        try file.synchronize()
      } catch {
        unlink(draft)
        throw error
      }
    }
  }
#endif
