#if canImport(CTremaSodium)
  import TremaSupport

  /// Reads and replaces files that only their owner may write.
  enum PrivateFile {
    /// The requirements for the owner and the permissions of a file.
    enum Trust {
      /// The file must belong to this process's user, and no other user may have access.
      case ownerOnly
      /// The file may belong to root or to this process's user. Group permissions are allowed,
      /// because an access control list appears as group permissions. See systemd.exec(5),
      /// `LoadCredential=`.
      case serviceManager
    }

    /// Returns all bytes of a file, or `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - limit: The maximum length in bytes.
    ///   - trust: The requirements for the owner and the permissions.
    /// - Throws: `wrongOwner`, `insecurePermissions`, `unsupported` for a file longer than `limit`,
    ///   `system`.
    static func read(
      _ path: String, limit: Int, trust: Trust = .ownerOnly
    ) throws(SecretError) -> [UInt8]? {
      // `O_NONBLOCK`: opening a named pipe would otherwise wait for its other end. A symbolic link
      // may lead to another user's file, but Kubernetes provides secrets as links.
      let links = trust == .ownerOnly ? O_NOFOLLOW : 0
      let file: FileDescriptor
      let status: stat
      do throws(SystemError) {
        file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK | links)
        status = try file.status()
      } catch {
        if error.code == ENOENT { return nil }
        var linkStatus = stat()
        if error.code == EACCES, lstat(path, &linkStatus) == 0, linkStatus.st_uid != geteuid() {
          throw .wrongOwner(path: path)
        }
        throw FileFailure.reading(path, error)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .system(path: path, code: EINVAL, reason: "it is not a regular file")
      }
      let isOwnedByUser = status.st_uid == geteuid()
      guard isOwnedByUser || trust == .serviceManager && status.st_uid == 0 else {
        throw .wrongOwner(path: path)
      }
      let others: mode_t = trust == .ownerOnly ? 0o077 : 0o007
      guard status.st_mode & others == 0 else {
        throw .insecurePermissions(path: path, mode: UInt16(status.st_mode & 0o7777))
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

    /// Replaces a file atomically: readers see the complete old or new file, even after a loss of
    /// power. When the call returns, the new file is on the disk.
    ///
    /// The caller must hold the lock, because the temporary file of a writer that was killed is
    /// removed first.
    ///
    /// - Throws: `diskFull`, `notWritable`, `system`. The old file is then unchanged, unless the
    ///   last step failed: synchronizing the folder.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SecretError) {
      let draft = path + ".new"
      do throws(SystemError) {
        // The folder is opened first, because nothing must change if it can't be synchronized.
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

    /// Writes a new file with access for its owner only, and flushes it to the disk. Removes it on
    /// failure.
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
